import Synchronization

/// A transport whose destination is set only after the servers have started.
///
/// The stand-in for the customer's server needs it to request tokens from the server that it is part of.
final class DeferredTransport: LicenseTransport {
    private let transport = Mutex<(any LicenseTransport)?>(nil)

    func set(_ transport: any LicenseTransport) {
        self.transport.withLock { $0 = transport }
    }

    func perform(_ request: AppRequest) throws(LicenseTransportError) -> LicenseResponse {
        guard let way = transport.withLock({ $0 }) else {
            throw LicenseTransportError("the servers are not up yet")
        }
        return try way.perform(request)
    }
}
