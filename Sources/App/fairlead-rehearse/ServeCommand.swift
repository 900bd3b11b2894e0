import ArgumentParser
import CommandLineParts
import FoundationEssentials
import Glibc
import KeyRecordFormats
import KeyStore
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
            Stand-in servers of license flows on 127.0.0.1, with the tree as their origin, for an app, a script or a browser of your own. \
            Each run has a token of its own, printed once: it is the first element of each path, or the field X-Rehearsal-Token. Apple's D \
            is a stand-in, certificate and ASk are thrown away, and all answers say so (X-Stand-In). Each key is noted in the log of the key \
            store before it is given; of --export without a key store there is no such log.

            EXIT STATUS
              0   SIGTERM or SIGINT ended it: a server ends in no other way, so that 75 (interrupted) would say nothing
              64  the command line, a fault that the flows cannot have, a key store of production, a folder with files of keys in it
              65  an export that is malformed
              66  no such playlist, folder, export, key store or title
              75  the port or the key store cannot be had
              77  the key store cannot be written, is none of production where one is required, or its key-encryption key does not open it

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
            "The flow whose servers are kept up, repeatable: \(ServeRequest.flows.map(\.rawValue).joined(separator: ", ")).",
            valueName: "flow"
        )
    )
    var flow: [LicenseFlow]

    @OptionGroup(title: "The keys")
    var export: ExportedFileOptions

    @Option(
        name: .customLong("content-id"),
        help: ArgumentHelp(
            "A title whose keys are loaded from the key store, or of --export alone are served; repeatable.",
            valueName: "id"
        )
    )
    var contentID: [String] = []

    @Flag(help: "Give keys of a key store of production.")
    var allowProductionKeys = false

    @Option(help: ArgumentHelp("The port on 127.0.0.1. Default: one that is free.", valueName: "number"))
    var port: UInt16 = 0

    @Option(
        help: ArgumentHelp(
            "An origin whose pages may ask, such as http://localhost:3000; repeatable.",
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

    @Option(help: ArgumentHelp("The same, the first time alone.", valueName: "code:what"))
    var failOnce: [String] = []

    @Option(
        help: ArgumentHelp(
            "Hold the answers of servers back so long; files come at once.",
            valueName: "seconds"
        )
    )
    var slow: Double = 0

    @Option(
        help: ArgumentHelp("Let tokens and leases end after so many seconds.", valueName: "seconds")
    )
    var expire: Int?

    @Option(help: ArgumentHelp("The interval of heartbeats (nagra-ssm).", valueName: "seconds"))
    var heartbeat = 60

    @Option(
        name: .customLong("ssm"),
        help: ArgumentHelp(
            "The version of the session manager (nagra-ssm): 1 or 2, whose paths are assumed.",
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
                "\(ServeName.command) takes neither --d-command nor --private-key: what it gives is of a stand-in. Use rehearse"
            )
        }
        guard !flow.isEmpty else { throw ValidationError("--flow is missing") }
        for flow in flow where !ServeRequest.flows.contains(flow) {
            throw ValidationError("--flow \(flow.rawValue): these systems' license messages are not public")
        }
        guard export.export != nil || !contentID.isEmpty else {
            throw ValidationError("give --export, or --content-id for keys of the key store")
        }
        if export.export == nil, export.format != nil { throw ValidationError("--as goes with --export") }
        for origin in allowOrigin where !Self.isOrigin(origin) {
            throw ValidationError(
                "--allow-origin \(origin) is no origin (expected SCHEME://HOST[:PORT] without a path, and never *)"
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
        let place = try servedPlace()
        let opened = try openStore()
        var request = ServeRequest(folder: place.folder, flows: flow, keys: try keys(opened))
        request.playlist = place.playlist
        request.port = port
        request.allowedOrigins = allowOrigin
        request.faults = try faults()
        request.delay = .milliseconds(Int64(slow * 1000))
        request.life = expire
        request.heartbeat = heartbeat
        request.sessionVersion = sessionVersion
        let log = ServeLog()
        defer { log.writeLostCount() }
        let servers: StandInServers
        do {
            servers = try StandInServers(
                request,
                tree: place.tree,
                onKey: { key in
                    do {
                        try Self.log(key, in: opened)
                    } catch {
                        log.write(
                            error:
                                "\(key.description): the key is not given, as it cannot be noted. \(CommandFailure(error).message)"
                        )
                        throw error
                    }
                },
                onRequest: { log.write($0) }
            )
        } catch let error as LoopbackServerError {
            guard case .cannotListen(let reason) = error else {
                throw CommandFailure(LicenseFlowError.server(error))
            }
            throw CommandFailure(
                .unavailable,
                "127.0.0.1:\(port): no server can listen there (\(reason)). Name another --port, or none."
            )
        }
        defer { servers.stop() }
        try ServeAnnouncement(servers, request, keysAreLogged: opened != nil).write(messages)
        while !cancellation.isCancelled { usleep(50_000) }
    }
}
