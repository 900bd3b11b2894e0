import LoopbackServers
import Synchronization

/// The requests that a server received.
final class RequestLog: Sendable {
    private let seen = Mutex<[LoopbackRequest]>([])

    var requests: [LoopbackRequest] { seen.withLock { $0 } }

    /// A handler that logs the request and answers 200.
    var handler: LoopbackServer.Handler {
        { request in
            self.seen.withLock { $0.append(request) }
            return LoopbackResponse(status: 200)
        }
    }
}
