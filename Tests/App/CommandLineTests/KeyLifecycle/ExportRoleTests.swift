import Foundation
import KeyStoreFixtures
import Testing

/// Only one role, for export alone, takes keys out of a PostgreSQL store; the database refuses all others.
struct ExportRoleTests {
    let workspace: Workspace
    private let server: PostgreSQLServer
    private let url: String

    init() throws {
        workspace = try Workspace(.none)
        server = try PostgreSQLServer.shared.get()
        url = try server.makeDatabase()
        workspace.environment["FAIRLEAD_KEY_STORE"] = url
        try workspace.fairlead("keys", "init").succeeds()
        try workspace.fairlead("keys", "create", "--content-id", "movie-42").succeeds()
        try Recipient.write(to: workspace)
    }

    /// Commands that take keys out of the store; with `-o` they write the file `keys`.
    private static let commands = [
        ["keys", "export", "--as", "jsonl", "--allow-plaintext", "-o", "keys"],
        ["keys", "export", "--as", "jsonl", "--allow-plaintext"],
        ["keys", "export", "--as", "jsonl", "--allow-plaintext", "--pending", "ksm", "-o", "keys"],
        [
            "keys", "export", "--as", "cpix-2.3", "--content-id", "movie-42", "--recipient", "recipient.pem",
            "-o", "keys",
        ],
        ["keys", "backup", "--recipient", "recipient.pem", "-o", "keys"],
    ]

    private func login(_ roles: String...) throws {
        let user = "u" + UUID().uuidString.replacing("-", with: "").lowercased()
        try server.psql("CREATE ROLE \(user) LOGIN IN ROLE \(roles.joined(separator: ", "))")
        workspace.environment["FAIRLEAD_KEY_STORE"] = url.replacing("//postgres@", with: "//\(user)@")
    }

    @Test(arguments: ["fairlead_mint", "fairlead_use"], commands)
    func `Other roles get no key, and the log tells of it`(role: String, command: [String]) throws {
        try login(role)
        let outcome = try workspace.start(command).wait().fails(77, "fairlead_export")
        #expect(outcome.output.isEmpty)
        #expect(!workspace.exists("keys"))
        // The role's other rights stay.
        let log = try workspace.fairlead("keys", "audit").succeeds().text
        #expect(log.contains("denied") && log.contains(command[1] + " ("))
    }

    @Test(arguments: commands)
    func `The role for it gets keys, also beside another role`(command: [String]) throws {
        for roles in [["fairlead_export"], ["fairlead_mint", "fairlead_export"]] {
            try login(roles.joined(separator: ", "))
            try workspace.start(command).wait().succeeds()
            if command.contains("-o") { try workspace.remove("keys") }
        }
    }
}
