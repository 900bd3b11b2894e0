import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// The channel setup for the connections of a server.
struct LoopbackChannel: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    /// The maximum number of header fields of a request.
    private static let fields = 1000

    private let site: LoopbackServerContext
    private let tls: TLSContext?
    let responder: Responder

    /// Creates the setup for https if there is a TLS context, otherwise for http.
    init(_ site: LoopbackServerContext, _ tls: TLSContext?) {
        self.site = site
        self.tls = tls
        let desk = LoopbackResponder(site)
        responder = { request, _, channel in try await desk.answer(request, on: channel) }
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let watch = ConnectionLimitHandler(site)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(watch)
            if let tls { try pipeline.addHandler(try TLSHandler(tls)) }
            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderFieldSize = max(1, site.limits.headBytes)
            limits.maxHeaderListSize = limits.maxHeaderFieldSize
            limits.maxHeaderFieldCount = Self.fields
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false,
                withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: limits
            )
            try pipeline.addHandler(LoopbackCodec(site, watch))
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
