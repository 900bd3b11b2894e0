import ArgumentParser
import CommandLineParts
import Failures
import FoundationEssentials
import Glibc
import KeyRecordFormats
import LicenseFlows
import LoopbackServers
import Presentations
import ProtectionTerms

/// The command `fairlead serve`.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fairlead \(ServeName.command)",
        abstract: ServeName.abstract,
        discussion: """
            Runs stand-in servers of license flows on 127.0.0.1, which also serve the presentation, for an app, a script or a browser of \
            your own. Each run has a token of its own, printed once: it is the first element of each path, or the header field \
            X-Rehearsal-Token. Apple's function D is a stand-in, certificate and ASk are temporary, and all answers say so (X-Stand-In). Each \
            key is recorded in the log of the key store before it is given; with --export and no key store there is no such log.

            EXIT STATUS
              0   ended by SIGTERM or SIGINT, the only way in which a server ends without an error
              64  the command line is wrong, a fault does not apply to the flows, the key store is a production store, or the folder
                  contains files with keys
              65  the export is malformed
              66  the playlist, folder, export, key store or title does not exist
              75  the port is not free, or the key store cannot be reached
              77  the key store cannot be written, is not a production store although one is required, or its key-encryption key does not
                  open it

            EXAMPLES
              fairlead serve out/multivariant.m3u8 --flow entitlement --content-id movie-42
              fairlead serve out --flow key-delivery --export keys.jsonl --allow-origin http://localhost:3000

              An app's error paths:
              fairlead serve out/multivariant.m3u8 --flow ksm --content-id movie-42 --fail R07:-42589
            """,
        version: Program.version
    )

    @Argument(help: "The playlist, whose folder is served, or a folder.")
    var path: String

    @Option(
        help: ArgumentHelp(
            "The flow whose servers are run, repeatable: \(ServeRequest.flows.map(\.rawValue).joined(separator: ", ")).",
            valueName: "flow"
        )
    )
    var flow: [LicenseFlow]

    @OptionGroup(title: "The keys")
    var export: ExportedFileOptions

    @Option(
        name: .customLong("content-id"),
        help: ArgumentHelp(
            "A title whose keys are served, from the key store or from --export; repeatable.",
            valueName: "id"
        )
    )
    var contentID: [String] = []

    @Flag(help: "Serve keys of a production key store.")
    var allowProductionKeys = false

    @Option(help: ArgumentHelp("The port on 127.0.0.1. Default: one that is free.", valueName: "number"))
    var port: UInt16 = 0

    @Option(
        help: ArgumentHelp(
            "An origin whose pages may send requests, such as http://localhost:3000; repeatable.",
            valueName: "origin"
        )
    )
    var allowOrigin: [String] = []

    @Option(
        help: ArgumentHelp(
            "Answer with a fault that the flow can have, repeatable: R03:denied, R04:-4010, R05:404, R06:500, R07:-42589, R08:-42584, R10:key, R12:refused.",
            valueName: "code:what"
        )
    )
    var fail: [String] = []

    @Option(help: ArgumentHelp("Like --fail, but only the first time.", valueName: "code:what"))
    var failOnce: [String] = []

    @Option(
        help: ArgumentHelp(
            "Delay the answers of servers by this time; files are not delayed.",
            valueName: "seconds"
        )
    )
    var slow: Double = 0

    @Option(
        help: ArgumentHelp("Let tokens and leases expire after this time.", valueName: "seconds")
    )
    var expire: Int?

    @Option(help: ArgumentHelp("The interval of heartbeats (nagra-ssm).", valueName: "seconds"))
    var heartbeat = 60

    @Option(
        name: .customLong("ssm"),
        help: ArgumentHelp(
            "The version of NAGRA's session manager (nagra-ssm): 1, or 2 (its paths are not public; this server uses its own).",
            valueName: "version"
        )
    )
    var sessionVersion = 1

    @Option(name: .customLong("d-command"), help: .hidden)
    var deviceKeyCommand: String?

    @Option(help: .hidden)
    var privateKey: String?

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup
    var requirements: StoreRequirementOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func validate() throws {
        if deviceKeyCommand != nil || privateKey != nil {
            throw ValidationError(
                "\(ServeName.command) accepts neither --d-command nor --private-key: its licenses are those of a stand-in. Use rehearse"
            )
        }
        guard !flow.isEmpty else { throw ValidationError("--flow is missing") }
        for flow in flow where !ServeRequest.flows.contains(flow) {
            throw ValidationError("--flow \(flow.rawValue): these systems' license messages are not public")
        }
        guard export.export != nil || !contentID.isEmpty else {
            throw ValidationError("give --export, or --content-id for keys of the key store")
        }
        if export.export == nil, export.format != nil { throw ValidationError("--as requires --export") }
        for origin in allowOrigin where !Self.isOrigin(origin) {
            throw ValidationError(
                "--allow-origin \(origin) is not a valid origin (expected SCHEME://HOST[:PORT] without a path, and never *)"
            )
        }
        _ = try faults()
        guard slow >= 0, slow <= 3600 else {
            throw ValidationError("--slow is \(slow) (expected 0 to 3600 seconds)")
        }
        if let expire, !(1...86_400).contains(expire) {
            throw ValidationError("--expire is \(expire) (expected 1 to 86400 seconds)")
        }
        guard (1...86_400).contains(heartbeat) else {
            throw ValidationError("--heartbeat is \(heartbeat) (expected 1 to 86400 seconds)")
        }
        guard (1...2).contains(sessionVersion) else {
            throw ValidationError("--ssm is \(sessionVersion) (expected 1 or 2)")
        }
    }

    private static func isOrigin(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].hasSuffix(":") && parts[0].count > 1 && parts[1].isEmpty
            && !parts[2].isEmpty
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "*") }
    }

    private func faults() throws -> [InjectedFault] {
        try [("--fail-once", failOnce, true), ("--fail", fail, false)].flatMap { option, texts, isOnce in
            try texts.map { text in
                do throws(InjectedFaultError) {
                    return try InjectedFault(text, isOnce: isOnce, flows: flow)
                } catch {
                    throw ValidationError("\(option): \(error)")
                }
            }
        }
    }

    func run() throws {
        let cancellation = Cancellation()
        _ = messages.begin()
        try Interruption.start(cancelling: cancellation)
        let input = try serveInput()
        let exportStore = try openStore()
        var request = ServeRequest(folder: input.folder, flows: flow, keys: try keys(exportStore))
        request.playlist = input.playlist
        request.port = port
        request.allowedOrigins = allowOrigin
        request.faults = try faults()
        request.delay = .milliseconds(Int64(slow * 1000))
        request.lifetime = expire
        request.heartbeatInterval = heartbeat
        request.sessionVersion = sessionVersion
        let log = ServeLog()
        defer { log.writeLostCount() }
        let servers: StandInServers
        do {
            servers = try StandInServers(
                request,
                tree: input.tree,
                onKey: { key in
                    do {
                        try Self.log(key, in: exportStore)
                    } catch {
                        log.write(
                            error:
                                "\(key.description): the key is not given, because it cannot be logged. \(RunFailure(describing: error).message)"
                        )
                        throw error
                    }
                },
                onRequest: { log.write($0) }
            )
        } catch let error as LoopbackServerError {
            guard case .cannotListen(let reason) = error else {
                throw RunFailure.loopbackServer(error)
            }
            throw RunFailure(
                .unavailable,
                at: "127.0.0.1:\(port)",
                "no server can listen there",
                found: reason,
                remedy: "Name another --port, or none."
            )
        }
        defer { servers.stop() }
        try ServeAnnouncement(servers, request, keysAreLogged: exportStore != nil).write(messages)
        while !cancellation.isCancelled { usleep(50_000) }
    }
}
