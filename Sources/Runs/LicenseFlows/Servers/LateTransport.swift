import Synchronization

/// A way to servers that is known only when they listen: the stand-in for the customer's server asks another of the same stand-ins.
final class LateTransport: LicenseTransport {
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
