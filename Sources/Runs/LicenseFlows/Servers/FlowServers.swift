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
///
/// What a user named, and what a server that he named names, is asked itself, whatever its host: the stand-ins get what is sent to names
/// of theirs, and to the addresses in key lines in whose place nobody named a server.
struct FlowServers {
    /// The app's way to the address of a license.
    let access: any LicenseAccess
    /// The way of its requests.
    let transport: any LicenseTransport
    let licenseServer: LicenseServer?
    let standIns: StandInServer?

    /// What a flow is walked with.
    struct Context {
        let flow: LicenseFlow
        let request: LicenseFlowRequest
        let subject: FlowSubject
        /// The exported file; nil where a key server of others has it.
        let keys: ExportedKeys?
        /// Certificate, private key and ASk.
        let credentials: LicenseCredentials
        /// What stands between app and servers.
        let planting: (@Sendable (any LicenseTransport) -> any LicenseTransport)?

        var lookup: KSMLookup? { keys.map { KSMLookup($0, flow == .hardCoded ? .soleKey : .assetID) } }

        var module: KeySecurityModule? {
            lookup.flatMap { KeySecurityModule($0, credentials, request.deviceKeyFunction) }
        }

        /// The way of requests, with what stands on it.
        func transport(_ way: HTTPLicenseTransport) -> any LicenseTransport { planting?(way) ?? way }
    }

    /// The names of our servers, which no name server knows (RFC 6761 section 6.4, "invalid").
    enum Host {
        static let tokens = "tokens.rehearsal.invalid"
        static let licenses = "licenses.rehearsal.invalid"
    }

    /// Why a walk ends before licenses.
    static let wantsDeviceKeyFunction = "the license server of others wants Apple's D"

    /// Starts what a flow needs.
    ///
    /// - Parameter context: the flow, and what it is walked with.
    /// - Returns: the servers, which whoever gets them stops.
    /// - Throws: `LoopbackServerError`, `CertificateError`, `LicenseFlowError`.
    static func start(_ context: Context) throws -> FlowServers {
        switch context.flow {
        case .ksm, .hardCoded, .keyDelivery, .cenc: try direct(context)
        case .token, .entitlement, .tokenURL: try tokens(context)
        case .nagraSSP, .nagraSSM: try secureSessions(context)
        }
    }

    /// Closes the ports.
    func stop() {
        licenseServer?.stop()
        standIns?.stop()
    }

    /// A key server whose address the app knows.
    private static func direct(_ context: Context) throws -> FlowServers {
        let request = context.request
        let isOfOthers = request.licenseURL != nil
        let server =
            try isOfOthers
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
                isOfOthers: isOfOthers
            ),
            transport: context.transport(
                HTTPLicenseTransport(limit: server == nil ? nil : LicenseServer.limit)
            ),
            licenseServer: server,
            standIns: nil
        )
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
