import Glibc
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A channel handler that converts between the HTTP/1.1 parts of NIO and those of Hummingbird, and decides
/// when a connection ends.
///
/// Hummingbird's own codec (`HTTP1ToHTTPServerCodec`) removes the scheme and the host from a request target,
/// removes `Host` from the fields, and discards the HTTP version.
final class LoopbackCodec: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let serverContext: LoopbackServerContext
    private let limitHandler: ConnectionLimitHandler
    /// For each request without a response, indicates whether the connection stays open after the response.
    private var keepsAlive = CircularBuffer<Bool>()
    /// Indicates whether further bytes of the client are ignored.
    private var ignoresInput = false
    private var isWithinRequest = false
    private var isLastAnswer = false

    init(_ serverContext: LoopbackServerContext, _ limitHandler: ConnectionLimitHandler) {
        self.serverContext = serverContext
        self.limitHandler = limitHandler
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !ignoresInput else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard keepsAlive.last != false else {
                ignoresInput = true
                return
            }
            guard let request = HTTPRequest(head) else {
                ignoresInput = true
                return context.fireErrorCaught(HTTPParserError.invalidURL)
            }
            keepsAlive.append(head.allowsNextRequest)
            isWithinRequest = true
            context.fireChannelRead(wrapInboundOut(.head(request)))
        case .body(let body): context.fireChannelRead(wrapInboundOut(.body(body)))
        case .end:
            isWithinRequest = false
            limitHandler.recordRequest()
            context.fireChannelRead(wrapInboundOut(.end(nil)))
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // Otherwise Hummingbird would take a truncated body for a complete one.
        if isWithinRequest { context.fireErrorCaught(HTTPParserError.invalidEOFState) }
        context.fireChannelInactive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if head.status.kind != .informational {
                complete(&head)
                isLastAnswer = keepsAlive.first != true || head.endsConnection
                if isLastAnswer { head.headerFields[.connection] = "close" }
            }
            context.write(wrapOutboundOut(.head(HTTPResponseHead(head))), promise: promise)
        case .body(let body): context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: promise)
        case .end:
            _ = keepsAlive.popFirst()
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: promise)
            guard isLastAnswer else { return limitHandler.recordResponse() }
            ignoresInput = true
            limitHandler.recordLastResponse()
            context.close(mode: .output, promise: nil)
        }
    }

    /// Adds the fields that every response has.
    ///
    /// A response without a date is Hummingbird's own, to bytes that are not a valid request.
    private func complete(_ head: inout HTTPResponse) {
        if head.headerFields[.date] == nil {
            head.headerFields[.date] = HTTPDateFormat.text(time(nil))
            serverContext.onRefusal(nil, head.status.code)
        }
        for field in serverContext.fields.all {
            guard let name = HTTPField.Name(field.name), head.headerFields[name] == nil else { continue }
            head.headerFields[name] = field.value
        }
    }
}

extension HTTPRequestHead {
    /// Indicates whether another request may follow this one; NIO's parser stops after a request that asks
    /// for another protocol.
    fileprivate var allowsNextRequest: Bool {
        isKeepAlive && method != .CONNECT && !headers.contains(name: "Upgrade")
    }
}

extension HTTPRequest {
    /// Converts the head of a request, with `Host` among its fields; nil if HTTP does not allow it (RFC 9112
    /// section 3.2).
    fileprivate init?(_ head: HTTPRequestHead) {
        guard let method = Method(head.method.rawValue) else { return nil }
        let hosts = head.headers["Host"].count
        guard hosts == 1 || hosts == 0 && head.version == .http1_0 else { return nil }
        var fields = HTTPFields()
        for (name, value) in head.headers {
            guard let name = HTTPField.Name(name) else { return nil }
            fields.append(HTTPField(name: name, value: value))
        }
        self.init(method: method, scheme: nil, authority: nil, path: head.uri, headerFields: fields)
    }
}

extension HTTPResponse {
    /// Indicates whether the server closes the connection after this response.
    var endsConnection: Bool {
        headerFields[.connection]?.split(separator: ",").contains {
            $0.filter { $0 != " " }.lowercased() == "close"
        } == true
    }
}

extension HTTPResponseHead {
    fileprivate init(_ response: HTTPResponse) {
        self.init(
            version: .http1_1,
            status: HTTPResponseStatus(statusCode: response.status.code),
            headers: HTTPHeaders(response.headerFields.map { ($0.name.rawName, $0.value) })
        )
    }
}
