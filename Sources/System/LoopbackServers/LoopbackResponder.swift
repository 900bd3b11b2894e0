import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// The part of a server that reads requests and sends the handler's responses.
struct LoopbackResponder: Sendable {
    private let serverContext: LoopbackServerContext

    /// The maximum number of body bytes in memory and in transit at once.
    private static let partBytes = 128 << 10

    init(_ serverContext: LoopbackServerContext) { self.serverContext = serverContext }

    /// Answers a request; throws if the connection cannot be used any longer.
    func answer(_ request: Request, on channel: any Channel) async throws {
        let headers = LoopbackFields(request.head.headerFields)
        guard let body = try await body(of: request, headers, channel) else {
            let refusal = LoopbackResponse(status: 413, headers: ["Connection": "close"])
            serverContext.onRefusal(request.head.method.rawValue, refusal.status)
            return try await send(PreparedLoopbackResponse(refusal), to: request, channel)
        }
        let method = request.head.method.rawValue
        let loopbackRequest = LoopbackRequest(
            method: method,
            target: request.head.path ?? "",
            headers: headers,
            body: body
        )
        let handler = serverContext.handler
        let response = await serverContext.threads.run { PreparedLoopbackResponse(handler(loopbackRequest)) }
        try await serverContext.connections.delay(channel, for: response.delay)
        try await send(response, to: request, channel)
    }

    /// Returns the body of a request, or nil if it is too large.
    private func body(
        of request: Request,
        _ headers: LoopbackFields,
        _ channel: any Channel
    ) async throws -> [UInt8]? {
        let limit = max(0, serverContext.limits.bodyBytes)
        if let contentLength = headers["Content-Length"], Int(contentLength) ?? .max > limit { return nil }
        if let expectation = headers["Expect"], expectation.lowercased() == "100-continue" {
            channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
        }
        var body: [UInt8] = []
        for try await part in request.body {
            guard body.count + part.readableBytes <= limit else { return nil }
            body.append(contentsOf: part.readableBytesView)
        }
        return body
    }

    private func send(_ response: PreparedLoopbackResponse, to request: Request, _ channel: any Channel)
        async throws
    {
        channel.write(HTTPResponsePart.head(response.head), promise: nil)
        if request.method != .head, response.hasBody {
            try await sendBytes(of: response, channel)
            try await sendFile(of: response, channel)
        }
        try await channel.writeAndFlush(HTTPResponsePart.end(nil)).get()
        if response.head.endsConnection {
            // ``ConnectionLimitHandler`` closes the connection, and requests after this one are not answered.
            try await channel.closeFuture.get()
            throw ChannelError.alreadyClosed
        }
    }

    private func sendBytes(of response: PreparedLoopbackResponse, _ channel: any Channel) async throws {
        guard let bytes = response.bytes() else { return }
        defer { bytes.wipe() }
        for start in stride(from: 0, to: bytes.count, by: Self.partBytes) {
            let part = bytes.part(start, min(Self.partBytes, bytes.count - start))
            try await channel.writeAndFlush(HTTPResponsePart.body(part)).get()
        }
    }

    private func sendFile(of response: PreparedLoopbackResponse, _ channel: any Channel) async throws {
        var sentByteCount: UInt64 = 0
        while sentByteCount < response.fileBytes {
            let start = sentByteCount
            let count = Int(min(UInt64(Self.partBytes), response.fileBytes - sentByteCount))
            let part = await serverContext.threads.run { response.readFile(at: start, count) }
            guard let part, part.readableBytes > 0 else {
                ConnectionLimitHandler.closeAtOnce(channel)
                throw ChannelError.eof
            }
            sentByteCount += UInt64(part.readableBytes)
            try await channel.writeAndFlush(HTTPResponsePart.body(part)).get()
        }
    }
}

extension LoopbackFields {
    /// Converts the fields of a request.
    fileprivate init(_ fields: HTTPFields) {
        self.init()
        for field in fields { append(field.name.rawName, field.value) }
    }
}
