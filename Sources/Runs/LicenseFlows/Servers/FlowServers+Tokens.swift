import EntitlementMessages
import HTTPTransfers
import LoopbackServers
import ProtectionTerms
import Rehearsal
import Synchronization

extension FlowServers {
    /// Starts the servers of a flow whose licenses are at token URLs.
    static func startTokenServers(_ context: Context) throws -> FlowServers {
        let (flow, request) = (context.flow, context.request)
        guard let lookup = context.lookup, let keys = context.keys else {
            throw LoopbackServerError.cannotListen("no export")
        }
        let module = context.module
        let choice = TokenServerChoice(request, flow)
        let authenticator = (choice.isTokenServiceExternal ? request.servers.authenticator : nil) ?? .random()
        let servers = module.map { module in
            TokenServers(
                module: module,
                licenseBase: "https://\(Host.licenses):80",
                authenticator: authenticator
            )
        }
        let deferredTransport = DeferredTransport()
        let customer = CustomerServer(
            lookup: lookup,
            service: CustomerServer.Service(
                url: request.servers.tokenURL ?? "https://\(Host.tokens)\(TokenRequest.path)",
                authenticator: authenticator,
                sendsKeys: !choice.isTokenServiceExternal || request.servers.sendsKeys,
                transport: deferredTransport
            )
        )
        let urlLookup = KeyURLLookup(keys)
        let hosts = choice.purpose == nil ? [] : hosts(of: context.input.keys)
        let server = try StandInServer(hosts: [Host.tokens, Host.licenses] + hosts) { request in
            let host = request.headers["Host"] ?? ""
            if host.hasPrefix(Host.tokens) || host.hasPrefix(Host.licenses) {
                return servers?.answer(request, at: request.path) ?? LoopbackResponse(status: 404)
            }
            guard flow == .tokenURL else { return customer.entitlement(request) }
            guard let module else { return LoopbackResponse(status: 404) }
            return license(request, of: urlLookup, module)
        }
        let transport = context.transport(
            HTTPLicenseTransport(
                standIns: server,
                isForStandIns: choice.isForStandIns(context.input.keys),
                timeout: LicenseServer.timeout
            )
        )
        deferredTransport.set(transport)
        let access: any LicenseAccess =
            switch flow {
            case .token:
                TokenAccess(
                    server: customer,
                    isExternal: choice.isTokenServiceExternal,
                    earlyEndReason: choice.earlyEndReason
                )
            case .entitlement:
                EntitlementAccess(
                    lookup: lookup,
                    entitlementURL: request.servers.entitlementURL,
                    kind: request.entitlementKind,
                    authorization: request.servers.authorization,
                    transport: transport,
                    isExternal: choice.isLicenseServerExternal,
                    earlyEndReason: choice.earlyEndReason
                )
            default: TokenURLAccess(lookup: urlLookup, licenseURL: request.licenseURL)
            }
        return FlowServers(access: access, transport: transport, licenseServer: nil, standIns: server)
    }

    /// Answers a license request at a token URL of a key line, by looking up the URL in the exported file.
    private static func license(
        _ request: LoopbackRequest,
        of urlLookup: KeyURLLookup,
        _ module: KeySecurityModule
    ) -> LoopbackResponse {
        guard request.method == "POST" else {
            return LoopbackResponse(status: 405, headers: ["Allow": "POST"])
        }
        let host = request.headers["Host"] ?? ""
        let url = "https://\(host)\(request.path)" + (request.query.map { "?" + $0 } ?? "")
        return LicenseEndpoint.answer(request) { (spc) throws(KSMRefusal) in
            try module.license(for: spc) { (_) throws(KSMRefusal) in
                LicensedKey(try urlLookup.usableKey(for: url))
            }
        }
    }

    /// Returns the hosts in key URIs, without duplicates.
    private static func hosts(of keys: [KeyUse]) -> [String] {
        var hosts: [String] = []
        for key in keys {
            guard let url = TokenURL.replacingScheme(key.uri), let host = try? HTTPURL(url).host else {
                continue
            }
            let name = host.filter { !"[]".contains($0) }
            if !hosts.contains(name) { hosts.append(name) }
        }
        return hosts
    }
}

/// A transport whose destination is set only after the servers have started.
///
/// The stand-in for the customer's server needs it to request tokens from the server that it is part of.
final class DeferredTransport: LicenseTransport {
    private let transport = Mutex<(any LicenseTransport)?>(nil)

    func set(_ transport: any LicenseTransport) {
        self.transport.withLock { $0 = transport }
    }

    func perform(_ request: AppRequest) throws(LicenseTransportError) -> LicenseResponse {
        guard let destination = transport.withLock({ $0 }) else {
            throw LicenseTransportError("the servers are not up yet")
        }
        return try destination.perform(request)
    }
}
