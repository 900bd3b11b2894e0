import NIOCore

/// Closes a connection whose client does not do its part; it stands before all other handlers, where bytes are still those of
/// the network.
final class ConnectionWatch: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData

    /// Closes a connection at once, without TLS's farewell.
    private struct End: Sendable {}

    /// Whose turn it is.
    private enum Turn {
        /// The client has to send a request.
        case client
        /// The server has a request to answer.
        case server
        /// The last answer is out: what the client still sends is thrown away, so that it hears the answer. One that is still
        /// writing when its connection is closed loses it.
        case nobody
    }

    /// Bytes that are thrown away after the last answer.
    static let patience = 1 << 20

    private let site: LoopbackSite
    private var turn = Turn.client
    /// Requests that came in whole and have no answer yet.
    private var requests = 0
    /// Writes that the network has not taken.
    private var writes = 0
    private var thrownAway = 0
    /// Bytes of the request that is coming in, with all that is neither head nor body, such as extensions of chunks.
    private var requestBytes = 0
    /// When bytes came or went, or the turn changed.
    private var lastChange = NIODeadline.now()
    /// When the first byte of the request came.
    private var requestBegan: NIODeadline?
    private var check: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    init(_ site: LoopbackSite) { self.site = site }

    /// Closes a connection at once, from any thread.
    static func end(_ channel: any Channel) {
        channel.triggerUserOutboundEvent(End(), promise: nil)
    }

    // MARK: What the codec tells

    /// A request has come in whole.
    func takeRequest() {
        requests += 1
        change(to: .server)
    }

    /// An answer is out.
    func takeAnswer() {
        requests = max(0, requests - 1)
        change(to: requests > 0 ? .server : .client)
    }

    /// The last answer is out.
    func takeLastAnswer() {
        change(to: .nobody)
        context?.read()
    }

    private func change(to turn: Turn) {
        guard self.turn != .nobody else { return }
        self.turn = turn
        lastChange = .now()
        requestBegan = nil
        requestBytes = 0
    }

    /// More than a request has whose body comes in chunks of a byte: six for each.
    private var requestLimit: Int { site.limits.headBytes + 8 * site.limits.bodyBytes + Self.patience }

    // MARK: Bytes

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch turn {
        case .client:
            lastChange = .now()
            requestBegan = requestBegan ?? lastChange
            requestBytes += unwrapInboundIn(data).readableBytes
            if requestBytes > requestLimit {
                context.close(promise: nil)
                return
            }
        // What comes now says nothing about whether the client takes its answer.
        case .server: break
        case .nobody:
            thrownAway += unwrapInboundIn(data).readableBytes
            if thrownAway > Self.patience { context.close(promise: nil) }
            return
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if turn == .nobody { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
        writes += 1
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.writes -= 1
            self.lastChange = .now()
        }
        context.write(data, promise: promise)
    }

    // MARK: Beginning and end

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        guard site.connections.begin(context.channel) else { return context.close(promise: nil) }
        context.pipeline.syncOperations.keepSocketFromPrograms()
        lastChange = .now()
        schedule(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
        site.connections.end(context.channel)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if turn == .nobody, case .some(.inputClosed) = event as? ChannelEvent {
            context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext,
        event: Any,
        promise: EventLoopPromise<Void>?
    ) {
        guard event is End else { return context.triggerUserOutboundEvent(event, promise: promise) }
        context.close(promise: nil)
        promise?.succeed()
    }

    // MARK: Time

    private var silence: TimeAmount { TimeAmount(max(.seconds(1), site.limits.silence)) }

    private func schedule(_ context: ChannelHandlerContext) {
        let pause = TimeAmount.nanoseconds(silence.nanoseconds / 4)
        check = context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
            if self.isOver { return context.close(promise: nil) }
            if self.turn == .nobody { context.read() }
            self.schedule(context)
        }
    }

    /// Whether the client has had its time.
    private var isOver: Bool {
        let now = NIODeadline.now()
        let isSilent = now - lastChange >= silence
        switch turn {
        case .client:
            let limit = TimeAmount(max(.seconds(1), site.limits.requestTime))
            return isSilent || requestBegan.map { now - $0 >= limit } == true
        case .server: return isSilent && writes > 0
        case .nobody: return isSilent
        }
    }
}
