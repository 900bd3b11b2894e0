import Synchronization

@testable import LicenseFlows

/// Requests that somebody was sent, in their order.
final class RecordedRequests: Sendable {
    private let requests = Mutex<[AppRequest]>([])

    /// The requests.
    var all: [AppRequest] { requests.withLock { $0 } }

    /// Keeps a request.
    func record(_ request: AppRequest) {
        requests.withLock { $0.append(request) }
    }

    /// The parameters of each request with a form.
    var forms: [[String: String]] {
        all.map { request in
            let pairs = String(decoding: request.body ?? [], as: UTF8.self).split(separator: "&").map {
                pair in
                let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                return (parts[0], parts.count > 1 ? parts[1] : "")
            }
            return Dictionary(pairs) { $1 }
        }
    }

    /// Records requests, and answers all alike.
    func exchange(_ status: Int, _ body: String) -> FaultyTransport.Exchange {
        { [self] request, _, _ in
            record(request)
            return LicenseResponse(status: status, body: Array(body.utf8))
        }
    }

    /// Records requests for tokens, and answers each with a URL of its own.
    func tokens() -> FaultyTransport.Exchange {
        { [self] request, number, _ in
            record(request)
            return LicenseResponse(status: 200, body: Array("\(EntitlementReply.tokenURL)\(number)\r\n".utf8))
        }
    }
}
