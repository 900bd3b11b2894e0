import ArgumentParser
import CommandLineParts
import EntitlementMessages
import Failures
import HTTPTransfers
import LicenseFlows
import ProtectionTerms
import WipedMemory

/// The options for entitlement, token and session servers, external ones and stand-ins.
struct ServerOptions: ParsableArguments {
    @Option(
        name: .customLong("entitlement-url"),
        help: ArgumentHelp(
            "Use this entitlement server instead of that of the key lines.",
            valueName: "url"
        )
    )
    var entitlementURL: String?

    @Option(
        name: .customLong("token-url"),
        help: ArgumentHelp(
            "Request tokens from this token service instead of a stand-in: for a random key, unless --send-keys-to names its host.",
            valueName: "url"
        )
    )
    var tokenURL: String?

    @Option(
        name: .customLong("ssm-url"),
        help: ArgumentHelp(
            "Set up sessions at this session manager (SSM version 1) instead of a stand-in.",
            valueName: "url"
        )
    )
    var sessionURL: String?

    @Option(
        name: .customLong("send-keys-to"),
        help: ArgumentHelp(
            "Let the keys of the exported file leave this machine, only to this host, that of --token-url, and over https.",
            valueName: "host"
        )
    )
    var keyRecipient: String?

    @Option(
        name: .customLong("authenticator-file"),
        help: ArgumentHelp(
            "The customer's authenticator for --token-url: a file of mode 0600, or - for standard input.",
            valueName: "file"
        )
    )
    var authenticatorFile: String?

    @Option(
        name: .customLong("authorization-file"),
        help: ArgumentHelp(
            "The Authorization field that the app sends to the entitlement server: a file of mode 0600, or -.",
            valueName: "file"
        )
    )
    var authorizationFile: String?

    @Option(
        name: .customLong("content-token-file"),
        help: ArgumentHelp(
            "The content tokens for NAGRA's servers, one a line, each for the titles it names: a file of mode 0600, or -.",
            valueName: "file"
        )
    )
    var contentTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "What entitlement requests ask for: time, device-registration or device-bound.",
            valueName: "type"
        )
    )
    var requestType: EntitlementRequest.Kind?

    @Option(
        name: .customLong("ssm"),
        help: ArgumentHelp(
            "The version of NAGRA's session manager (nagra-ssm): 1 (the app sets up sessions) or 2 (the license server creates them).",
            valueName: "version"
        )
    )
    var sessionVersion: Int?

    @Option(
        help: ArgumentHelp(
            "The interval of heartbeats that the stand-in session manager requests.",
            valueName: "seconds"
        )
    )
    var heartbeat: Int?

    /// Indicates whether requests go to external servers.
    var usesExternalServers: Bool { entitlementURL != nil || tokenURL != nil || sessionURL != nil }

    /// The paths of the files that are read, without standard input.
    var inputs: [String] {
        [authenticatorFile, authorizationFile, contentTokenFile].compactMap(\.self).filter { $0 != "-" }
    }

    /// The options, with whether they are given.
    var optionStates: [(option: String, isGiven: Bool)] {
        [
            ("--entitlement-url", entitlementURL != nil), ("--token-url", tokenURL != nil),
            ("--ssm-url", sessionURL != nil), ("--send-keys-to", keyRecipient != nil),
            ("--authenticator-file", authenticatorFile != nil),
            ("--authorization-file", authorizationFile != nil),
            ("--content-token-file", contentTokenFile != nil), ("--request-type", requestType != nil),
            ("--ssm", sessionVersion != nil), ("--heartbeat", heartbeat != nil),
        ]
    }

    func validate() throws {
        for (option, url) in [
            ("--entitlement-url", entitlementURL), ("--token-url", tokenURL), ("--ssm-url", sessionURL),
        ] {
            guard let url else { continue }
            do throws(HTTPError) {
                _ = try HTTPURL(url)
            } catch {
                throw ValidationError("\(option): \(error)")
            }
        }
        try validateKeyRecipient()
        if tokenURL != nil, authenticatorFile == nil {
            throw ValidationError(
                "--token-url requires --authenticator-file, which identifies the customer to that service"
            )
        }
        if authenticatorFile != nil, tokenURL == nil {
            throw ValidationError("--authenticator-file requires --token-url")
        }
        if authorizationFile != nil, entitlementURL == nil {
            throw ValidationError("--authorization-file requires --entitlement-url")
        }
        if entitlementURL != nil, tokenURL != nil {
            throw ValidationError(
                "--token-url cannot be combined with --entitlement-url: that server requests tokens itself. Leave one of them out"
            )
        }
        if sessionURL != nil, contentTokenFile == nil {
            throw ValidationError(
                "--ssm-url requires --content-token-file, whose tokens authorize titles at that server"
            )
        }
        if [authenticatorFile, authorizationFile, contentTokenFile].count(where: { $0 == "-" }) > 1 {
            throw ValidationError("two options read standard input. Give one of them a file")
        }
        if let sessionVersion, !(1...2).contains(sessionVersion) {
            throw ValidationError("--ssm is \(sessionVersion) (expected 1 or 2)")
        }
        if sessionURL != nil, sessionVersion == 2 {
            throw ValidationError(
                "--ssm-url is for --ssm 1: the paths of version 2 are not public. Leave one of them out"
            )
        }
        if sessionURL != nil, heartbeat != nil {
            throw ValidationError(
                "--heartbeat is for the stand-in session manager, which --ssm-url replaces. Leave one of them out"
            )
        }
        if let heartbeat, !(1...86_400).contains(heartbeat) {
            throw ValidationError("--heartbeat is \(heartbeat) (expected 1 to 86400 seconds)")
        }
    }

    /// Throws unless `--send-keys-to` names the host of `--token-url`, and that URL begins with `https:`.
    ///
    /// The user names the host in both options, so that a mistake in one of them sends no keys to another
    /// host.
    private func validateKeyRecipient() throws {
        guard let keyRecipient else { return }
        guard let tokenURL, let url = try? HTTPURL(tokenURL) else {
            throw ValidationError("--send-keys-to requires --token-url")
        }
        guard url.host == keyRecipient else {
            throw ValidationError(
                "--send-keys-to \(keyRecipient) is not the host of --token-url (\(url.host)). Name exactly that host"
            )
        }
        guard tokenURL.lowercased().hasPrefix("https:") else {
            throw ValidationError("--send-keys-to sends keys over https only. Correct --token-url")
        }
    }

    /// Finds a missing or surplus option for a license flow of NAGRA.
    ///
    /// An external license server of NAGRA accepts only content tokens and sessions of external servers, not
    /// those of our stand-in servers.
    ///
    /// - Parameters:
    ///   - flow: a flow of the run.
    ///   - version: the version of the session manager, 1 or 2.
    ///   - licenseURL: the URL of the external license server, or nil if there is none.
    /// - Returns: the problem with its remedy, or nil if there is none.
    func nagraProblem(in flow: LicenseFlow, version: Int, licenseURL: String?) -> String? {
        guard flow.isOfNAGRA else { return nil }
        if licenseURL != nil {
            if contentTokenFile == nil {
                return
                    "in \(flow.rawValue), --license-url requires --content-token-file, whose tokens authorize titles at that server"
            }
            if flow == .nagraSSM, version == 1, sessionURL == nil {
                return
                    "in nagra-ssm, --license-url requires --ssm-url: that server accepts no sessions of a stand-in (with --ssm 2, it creates them itself)"
            }
        } else if contentTokenFile != nil, sessionURL == nil {
            return
                "--content-token-file requires --license-url or --ssm-url: stand-in servers issue their own tokens"
        }
        return nil
    }

    /// Returns the external servers, with their secrets from files.
    func servers() throws -> ExternalServers {
        var servers = ExternalServers()
        servers.entitlementURL = entitlementURL
        servers.tokenURL = tokenURL
        servers.sessionURL = sessionURL
        // A key that is sent to this machine does not leave it.
        servers.sendsKeys = try keyRecipient != nil || tokenURL.map { try HTTPURL($0).isLoopback } ?? false
        servers.authenticator = try authenticatorFile.map {
            try SharedSecret(ServerSecretFile.line(of: $0, "authenticator"))
        }
        servers.contentTokens =
            try contentTokenFile.map { try ServerSecretFile.words(of: $0, "list of content tokens") } ?? []
        if let authorizationFile {
            let value = try ServerSecretFile.line(of: authorizationFile, "authorization").withSpan { span in
                String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
            }
            do throws(HTTPError) {
                _ = try HTTPHeader(name: "Authorization", value: value)
            } catch {
                throw RunFailure(
                    .malformed,
                    at: "--authorization-file \(authorizationFile)",
                    error.description
                )
            }
            servers.authorization = [AppRequest.Header(name: "Authorization", value: value)]
        }
        return servers
    }
}

extension EntitlementRequest.Kind: ExpressibleByArgument {
    private var word: String {
        switch self {
        case .time: "time"
        case .deviceRegistration: "device-registration"
        case .deviceBound: "device-bound"
        }
    }

    /// Creates the kind of entitlement request with this name, or nil if there is none.
    public init?(argument: String) {
        guard let kind = Self.allCases.first(where: { $0.word == argument }) else { return nil }
        self = kind
    }

    /// The names of all kinds of entitlement requests, for help texts.
    public static var allValueStrings: [String] { allCases.map(\.word) }
}
