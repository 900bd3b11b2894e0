import HTTPTransfers
import LoopbackServers
import WipedMemory

/// Requests by libcurl.
enum Transfers {
    /// Status, headers and body of an answer.
    struct Answer {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        init(_ response: borrowing HTTPResponse) {
            status = response.status
            headers = response.headers
            body = response.body.withSpan { span in span.indices.map { span[$0] } }
        }
    }

    static func get(_ server: LoopbackServer, _ path: String = "/") throws -> Answer {
        Answer(try HTTPTransfer.perform(HTTPRequest(.get, try HTTPURL(server.url + path))))
    }

    static func post(_ server: LoopbackServer, _ body: [UInt8], _ path: String = "/") throws -> Answer {
        var request = HTTPRequest(.post, try HTTPURL(server.url + path))
        request.body = body
        return Answer(try HTTPTransfer.perform(request))
    }
}
