import Synchronization

@testable import LicenseFlows

/// Requests that a server got, in order.
final class RecordedRequests: Sendable {
    private let requests = Mutex<[AppRequest]>([])

    var all: [AppRequest] { requests.withLock { $0 } }

    func record(_ request: AppRequest) {
        requests.withLock { $0.append(request) }
    }

    /// The form parameters of each request.
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

    /// Records requests, and answers all of them alike.
    func exchange(_ status: Int, _ body: String) -> FaultyTransport.Exchange {
        { [self] request, _, _ in
            record(request)
            return LicenseResponse(status: status, body: Array(body.utf8))
        }
    }

    /// Records token requests, and answers each with a different URL.
    func tokens() -> FaultyTransport.Exchange {
        { [self] request, number, _ in
            record(request)
            return LicenseResponse(status: 200, body: Array("\(EntitlementReply.tokenURL)\(number)\r\n".utf8))
        }
    }
}
