import KeyStore
import LoopbackServers
import ProtectionTerms
import Rehearsal

extension FlowServers {
    /// Starts NAGRA's license server and session manager, or connects to external ones.
    static func secureSessions(_ context: Context) throws -> FlowServers {
        let request = context.request
        guard let keys = context.keys else { throw LoopbackServerError.cannotListen("no export") }
        let sessions: SecureSessionService.Sessions =
            context.flow == .nagraSSP ? .none : request.sessionVersion == 1 ? .ofApp : .ofLicense
        let service = SecureSessionService(keys, sessions, heartbeat: request.heartbeat)
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
        let isOfOthers = request.servers.sessionURL != nil || request.licenseURL != nil
        let transport = context.transport(
            HTTPLicenseTransport(
                standIns: server,
                isOurs: { request in !isOfOthers && request.url.hasPrefix(base + "/") },
                limit: LicenseServer.limit
            )
        )
        let given = ContentTokens(request.servers.contentTokens)
        let access = SecureSessionAccess(
            SecureSessionAccess.Addresses(
                license: request.licenseURL ?? base + SecureSessionServers.licensePath,
                certificate: isOfOthers ? nil : base + SecureSessionServers.certificatePath,
                sessions: SecureSessionAccess.Addresses.base(request.servers.sessionURL ?? base)
            ),
            sessions,
            SignallingLookup(keys),
            contentID: request.contentID?.value
                ?? context.subject.known.compactMap { $0?.record.identity.contentID.value }.first,
            isOfOthers: request.licenseURL != nil,
            endsEarly: isOfOthers && request.licenseURL == nil ? missingDeviceKeyFunctionReason : nil,
            contentToken: { title in given.next(for: title) ?? service.contentToken(for: title) },
            over: transport
        )
        return FlowServers(access: access, transport: transport, licenseServer: nil, standIns: server)
    }
}
