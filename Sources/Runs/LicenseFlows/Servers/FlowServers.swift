import Ciphers
import EntitlementMessages
import HTTPTransfers
import KeyRecordFormats
import KeyStore
import LicenseMessages
import LoopbackServers
import ProtectionTerms
import Rehearsal

/// The servers of a FairPlay flow, stand-ins on loopback or external ones, and the app's license access.
///
/// Requests go over the network to any server that the user named, and to any server that such a server
/// named, even if a key line has the same host. Stand-ins receive the requests to their own host names, and
/// to key line addresses that no named server replaces.
struct FlowServers {
    /// The app's strategy for getting the license address.
    let access: any LicenseAccess
    /// The transport for the app's requests.
    let transport: any LicenseTransport
    let licenseServer: LicenseServer?
    let standIns: StandInServer?

    /// The inputs from which the servers are created.
    struct Context {
        let flow: LicenseFlow
        let request: LicenseFlowRequest
        let input: FlowInput
        /// The exported keys, or nil if only an external license server has them.
        let keys: ExportedKeys?
        /// The certificate, private key and ASk.
        let credentials: LicenseCredentials
        /// Wraps the transport to inject faults; nil for none.
        let wrapTransport: (@Sendable (any LicenseTransport) -> any LicenseTransport)?

        var lookup: KSMLookup? { keys.map { KSMLookup($0, flow == .hardCoded ? .soleKey : .assetID) } }

        var module: KeySecurityModule? {
            lookup.flatMap { KeySecurityModule($0, credentials, request.deviceKeyFunction) }
        }

        /// Returns the transport, wrapped to inject faults if requested.
        func transport(_ httpTransport: HTTPLicenseTransport) -> any LicenseTransport {
            wrapTransport?(httpTransport) ?? httpTransport
        }
    }

    /// The host names of the stand-ins, which no DNS server resolves (RFC 6761 section 6.4, "invalid").
    enum Host {
        static let tokens = "tokens.rehearsal.invalid"
        static let licenses = "licenses.rehearsal.invalid"
    }

    /// The reason for ending a flow before licenses, for reports.
    static let missingDeviceKeyFunctionReason = "an external license server requires Apple's D"

    /// Starts the servers of a flow, which the caller has to stop.
    ///
    /// - Throws: `LoopbackServerError`, `CertificateError`.
    static func start(_ context: Context) throws -> FlowServers {
        switch context.flow {
        case .ksm, .hardCoded, .keyDelivery, .cenc: try startDirect(context)
        case .token, .entitlement, .tokenURL: try startTokenServers(context)
        case .nagraSSP, .nagraSSM: try startSecureSessions(context)
        }
    }

    /// Closes the ports.
    func stop() {
        licenseServer?.stop()
        standIns?.stop()
    }

    /// Starts a license server whose address the app knows.
    private static func startDirect(_ context: Context) throws -> FlowServers {
        let request = context.request
        let isExternal = request.licenseURL != nil
        let server =
            try isExternal
            ? nil
            : context.module.map { module in
                try LicenseServer(
                    module,
                    certificate: context.credentials.certificateDER,
                    function: request.functionName
                )
            }
        return FlowServers(
            access: DirectAccess(
                licenseURL: server?.licenseURL ?? request.licenseURL ?? "",
                certificateURL: server?.certificateURL,
                lookup: context.lookup,
                isExternal: isExternal
            ),
            transport: context.transport(
                HTTPLicenseTransport(timeout: server == nil ? nil : LicenseServer.timeout)
            ),
            licenseServer: server,
            standIns: nil
        )
    }
}

extension KeySecurityModule {
    /// Creates a module with credentials, or returns nil if they have no private key.
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

/// The license access of an app that knows the address of its license server.
struct DirectAccess: LicenseAccess {
    let licenseURL: String
    let certificateURL: String?
    /// The lookup in the exported file, or nil if only an external license server has the file.
    let lookup: KSMLookup?
    /// Indicates whether the license server is external.
    let isExternal: Bool

    func exportedKey(_ id: AssetIDStep.RequestedID, _ key: KeyUse) throws(KSMRefusal) -> KSMLookup
        .UsableKey?
    {
        try lookup?.key(for: id.assetID)
    }

    func route(
        to requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        _ results: inout StepResults
    ) -> LicenseAccessOutcome {
        .route(LicenseRoute(url: licenseURL, isExternal: isExternal))
    }
}

extension FlowServers {
    /// Starts NAGRA's license server and session manager, or connects to external ones.
    static func startSecureSessions(_ context: Context) throws -> FlowServers {
        let request = context.request
        guard let keys = context.keys else { throw LoopbackServerError.cannotListen("no export") }
        let sessionMode: SecureSessionService.SessionMode =
            context.flow == .nagraSSP ? .none : request.sessionVersion == 1 ? .setUpByApp : .createdByLicense
        let service = SecureSessionService(keys, sessionMode, heartbeatInterval: request.heartbeatInterval)
        let servers = context.module.map { module in
            SecureSessionServers(
                service: service,
                module: module,
                certificate: context.credentials.certificateDER
            )
        }
        let server = try StandInServer(hosts: [Host.licenses]) { request in
            servers?.answer(request, at: request.path) ?? LoopbackResponse(status: 404)
        }
        let base = "https://\(Host.licenses)"
        let usesExternalServer = request.servers.sessionURL != nil || request.licenseURL != nil
        let transport = context.transport(
            HTTPLicenseTransport(
                standIns: server,
                isForStandIns: { request in !usesExternalServer && request.url.hasPrefix(base + "/") },
                timeout: LicenseServer.timeout
            )
        )
        let contentTokens = ContentTokens(request.servers.contentTokens)
        let access = SecureSessionAccess(
            SecureSessionAccess.Addresses(
                license: request.licenseURL ?? base + SecureSessionServers.licensePath,
                certificate: usesExternalServer ? nil : base + SecureSessionServers.certificatePath,
                sessions: SecureSessionAccess.Addresses.base(request.servers.sessionURL ?? base)
            ),
            sessionMode,
            SignallingLookup(keys),
            contentID: request.contentID?.value
                ?? context.input.knownKeys.compactMap { $0?.record.identity.contentID.value }.first,
            isExternal: request.licenseURL != nil,
            earlyEndReason: usesExternalServer && request.licenseURL == nil
                ? missingDeviceKeyFunctionReason : nil,
            contentToken: { title in contentTokens.next(for: title) ?? service.contentToken(for: title) },
            over: transport
        )
        return FlowServers(access: access, transport: transport, licenseServer: nil, standIns: server)
    }
}
