import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// The channel setup for the connections of a server.
struct LoopbackChannel: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    /// The maximum number of header fields of a request.
    private static let fieldLimit = 1000

    private let serverContext: LoopbackServerContext
    private let tls: TLSContext?
    let responder: Responder

    /// Creates the setup for https if there is a TLS context, otherwise for http.
    init(_ serverContext: LoopbackServerContext, _ tls: TLSContext?) {
        self.serverContext = serverContext
        self.tls = tls
        let loopbackResponder = LoopbackResponder(serverContext)
        responder = { request, _, channel in try await loopbackResponder.answer(request, on: channel) }
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let limitHandler = ConnectionLimitHandler(serverContext)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(limitHandler)
            if let tls { try pipeline.addHandler(try TLSHandler(tls)) }
            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderFieldSize = max(1, serverContext.limits.headBytes)
            limits.maxHeaderListSize = limits.maxHeaderFieldSize
            limits.maxHeaderFieldCount = Self.fieldLimit
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false,
                withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: limits
            )
            try pipeline.addHandler(LoopbackCodec(serverContext, limitHandler))
            return try Value(
                wrappingChannelSynchronously: channel,
                configuration: .init(isOutboundHalfClosureEnabled: true)
            )
        }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }
}
