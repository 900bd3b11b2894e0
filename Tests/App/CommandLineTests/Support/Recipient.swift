import Foundation
import Testing

/// A certificate and its private key, made by the `openssl` program once for all tests.
enum Recipient {
    private static let files = Result {
        let workspace = try Workspace(.none)
        let made = try ChildProcess(
            Places.tool("openssl"),
            [
                "req", "-x509", "-newkey", "rsa:3072", "-sha256", "-nodes", "-days", "2", "-subj",
                "/CN=key server",
                "-keyout", workspace.path("key"), "-out", workspace.path("certificate"),
            ]
        ).wait()
        try #require(made.status == 0, "\(made.errors)")
        return (certificate: try workspace.data("certificate"), key: try workspace.data("key"))
    }

    /// Writes `recipient.pem` and `recipient.key`.
    static func write(to workspace: Workspace) throws {
        try workspace.write(files.get().certificate, to: "recipient.pem")
        try workspace.writeSecret(files.get().key, to: "recipient.key")
    }
}
