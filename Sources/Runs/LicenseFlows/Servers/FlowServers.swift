import Ciphers
import EntitlementMessages
import HTTPTransfers
import KeyRecordFormats
import KeyStore
import LicenseMessages
import LoopbackServers
import ProtectionTerms
import Rehearsal

/// The servers of a FairPlay flow while it is walked: stand-ins on loopback, or those of others, and the app's way to them.
struct FlowServers {
    /// The app's way to the address of a license.
    let access: any LicenseAccess
    /// The way of its requests.
    let transport: any LicenseTransport
    private let licenseServer: LicenseServer?
    private let standIns: StandInServer?

    /// The names of our servers, which no name server knows (RFC 6761 section 6.4, "invalid").
    private enum Host {
        static let tokens = "tokens.rehearsal.invalid"
        static let licenses = "licenses.rehearsal.invalid"
    }

    /// Starts what a flow needs.
    ///
    /// - Parameters:
    ///   - flow: a flow of FairPlay.
    ///   - request: the rehearsal.
    ///   - subject: the keys.
    ///   - keys: the exported file; nil where a key server of others has it.
    ///   - credentials: certificate, private key and ASk.
    ///   - planting: what stands between app and servers.
    /// - Throws: `LoopbackServerError`, `CertificateError`, `LicenseFlowError`.
    init(
        _ flow: LicenseFlow,
        _ request: LicenseFlowRequest,
        subject: FlowSubject,
        keys: ExportedKeys?,
        _ credentials: LicenseCredentials,
        planting: (@Sendable (any LicenseTransport) -> any LicenseTransport)?
    ) throws {
        let lookup = keys.map { KSMLookup($0, flow == .hardCoded ? .soleKey : .assetID) }
        let module = lookup.flatMap { KeySecurityModule($0, credentials, request.deviceKeyFunction) }
        switch flow {
        case .ksm, .hardCoded, .keyDelivery, .cenc:
            let isOfOthers = request.licenseURL != nil
            licenseServer =
                try isOfOthers
                ? nil
                : module.map { module in
                    try LicenseServer(
                        module,
                        certificate: credentials.certificateDER,
                        function: request.functionName
                    )
                }
            standIns = nil
            let way = HTTPLicenseTransport(limit: licenseServer == nil ? nil : LicenseServer.limit)
            transport = planting?(way) ?? way
            access = DirectAccess(
                licenseURL: licenseServer?.licenseURL ?? request.licenseURL ?? "",
                certificateURL: licenseServer?.certificateURL,
                lookup: lookup
            )
        case .token, .entitlement, .tokenURL:
            licenseServer = nil
            let hosts = flow == .token ? [] : Self.hosts(of: subject.keys)
            let late = LateTransport()
            guard let lookup, let keys else { throw LoopbackServerError.cannotListen("no export") }
            let isOfOthers = request.servers.tokenURL != nil
            let endsAtToken =
                (isOfOthers || request.servers.entitlementURL != nil) && !request.servers.giveLicenses
            let authenticator = (isOfOthers ? request.servers.authenticator : nil) ?? .random()
            let servers = module.map { module in
                TokenServers(
                    module: module,
                    licenseBase: "https://\(Host.licenses):80",
                    authenticator: authenticator
                )
            }
            let customer = CustomerServer(
                lookup: lookup,
                service: CustomerServer.Service(
                    url: request.servers.tokenURL ?? "https://\(Host.tokens)\(TokenRequest.path)",
                    authenticator: authenticator,
                    sendsKeys: !isOfOthers || request.servers.sendsKeys,
                    transport: late
                )
            )
            let urls = KeyURLLookup(keys)
            let server = try StandInServer(hosts: [Host.tokens, Host.licenses] + hosts) { request in
                let host = request.headers["Host"] ?? ""
                if host.hasPrefix(Host.tokens) || host.hasPrefix(Host.licenses) {
                    return servers?.answer(request, at: request.path) ?? LoopbackResponse(status: 404)
                }
                guard flow == .tokenURL else { return customer.entitlement(request) }
                guard let module else { return LoopbackResponse(status: 404) }
                return Self.license(request, of: urls, module)
            }
            standIns = server
            let way = HTTPLicenseTransport(standIns: server, limit: LicenseServer.limit)
            transport = planting?(way) ?? way
            late.set(transport)
            access =
                switch flow {
                case .token: TokenAccess(server: customer, endsAtToken: endsAtToken)
                case .entitlement:
                    EntitlementAccess(
                        lookup: lookup,
                        entitlementURL: request.servers.entitlementURL,
                        kind: request.entitlementKind,
                        authorization: request.servers.authorization,
                        transport: transport,
                        endsAtToken: endsAtToken
                    )
                default: TokenURLAccess(lookup: urls, licenseURL: request.licenseURL)
                }
        case .nagraSSP, .nagraSSM:
            licenseServer = nil
            guard let keys else { throw LoopbackServerError.cannotListen("no export") }
            let sessions: SecureSessionService.Sessions =
                flow == .nagraSSP ? .none : request.sessionVersion == 1 ? .ofApp : .ofLicense
            let service = SecureSessionService(keys, sessions, heartbeat: request.heartbeat)
            let servers = module.map { module in
                SecureSessionServers(
                    service: service,
                    module: module,
                    certificate: credentials.certificateDER
                )
            }
            let server = try StandInServer(hosts: [Host.licenses]) { request in
                servers?.answer(request, at: request.path) ?? LoopbackResponse(status: 404)
            }
            standIns = server
            let way = HTTPLicenseTransport(standIns: server, limit: LicenseServer.limit)
            transport = planting?(way) ?? way
            let base = "https://\(Host.licenses)"
            let isOfOthers = request.servers.sessionURL != nil || request.licenseURL != nil
            let given = ContentTokens(request.servers.contentTokens)
            access = SecureSessionAccess(
                SecureSessionAccess.Addresses(
                    license: request.licenseURL ?? base + SecureSessionServers.licensePath,
                    certificate: isOfOthers ? nil : base + SecureSessionServers.certificatePath,
                    sessions: SecureSessionAccess.Addresses.base(request.servers.sessionURL ?? base)
                ),
                sessions,
                SignallingLookup(keys),
                contentID: request.contentID?.value
                    ?? subject.known.compactMap { $0?.record.identity.contentID.value }.first,
                endsAtToken: isOfOthers && request.licenseURL == nil,
                contentToken: { title in given.next() ?? service.contentToken(for: title) },
                over: transport
            )
        }
    }

    /// Closes the ports.
    func stop() {
        licenseServer?.stop()
        standIns?.stop()
    }

    /// The license at a token URL of a key line, whose key the file has under the URL.
    private static func license(
        _ request: LoopbackRequest,
        of urls: KeyURLLookup,
        _ module: KeySecurityModule
    ) -> LoopbackResponse {
        guard request.method == "POST" else {
            return LoopbackResponse(status: 405, headers: ["Allow": "POST"])
        }
        let host = request.headers["Host"] ?? ""
        let url = "https://\(host)\(request.path)" + (request.query.map { "?" + $0 } ?? "")
        return LicenseEndpoint.answer(request) { (spc) throws(KSMRefusal) in
            try module.license(for: spc) { (_) throws(KSMRefusal) in
                LicensedKey(try urls.usableKey(for: url))
            }
        }
    }

    /// The hosts that apps find in key URIs, each once.
    private static func hosts(of keys: [KeyUse]) -> [String] {
        var hosts: [String] = []
        for key in keys {
            guard let url = TokenURL.swapped(key.uri), let host = try? HTTPURL(url).host else { continue }
            let name = host.filter { !"[]".contains($0) }
            if !hosts.contains(name) { hosts.append(name) }
        }
        return hosts
    }
}

extension KeySecurityModule {
    /// A module with credentials; nil without a private key.
    init?(
        _ lookup: KSMLookup,
        _ credentials: LicenseCredentials,
        _ function: any DeviceKeyFunction
    ) {
        guard let privateKey = credentials.privateKey else { return nil }
        self.init(
            lookup,
            certificateHash: SHA1.digest(of: credentials.certificateDER),
            privateKey: privateKey,
            applicationSecret: credentials.applicationSecret,
            function: function
        )
    }
}
