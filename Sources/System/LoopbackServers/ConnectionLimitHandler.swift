import NIOCore

/// A channel handler that closes the connection of a client that is too slow or sends too much.
///
/// It is the first handler in the pipeline, where bytes are still those of the network.
final class ConnectionLimitHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData

    /// The event that closes a connection at once, without a TLS close_notify.
    private struct CloseAtOnceEvent: Sendable {}

    /// The side that has to act next.
    private enum Turn {
        /// The client, which has to send a request.
        case client
        /// The server, which has to answer a request.
        case server
        /// Neither: the last response is sent.
        ///
        /// Further bytes of the client are discarded, so that it can read the response, which a client loses
        /// if its connection is closed while it is writing.
        case closing
    }

    /// The maximum number of bytes to discard after the last response.
    static let discardLimit = 1 << 20

    private let serverContext: LoopbackServerContext
    private var turn = Turn.client
    /// The number of complete requests without a response.
    private var openRequestCount = 0
    /// The number of writes that the network has not completed.
    private var openWriteCount = 0
    private var discardedByteCount = 0
    /// The size of the incoming request in bytes, including chunk extensions and other bytes outside head and
    /// body.
    private var requestByteCount = 0
    /// The time of the last received or sent bytes, or of the last change of turn.
    private var lastChange = NIODeadline.now()
    /// The time of the first byte of the incoming request.
    private var requestStart: NIODeadline?
    private var scheduledCheck: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    init(_ serverContext: LoopbackServerContext) { self.serverContext = serverContext }

    /// Closes a connection at once; can be called from any thread.
    static func closeAtOnce(_ channel: any Channel) {
        channel.triggerUserOutboundEvent(CloseAtOnceEvent(), promise: nil)
    }

    // MARK: Calls from the codec

    /// Records that a complete request was received.
    func recordRequest() {
        openRequestCount += 1
        change(to: .server)
    }

    /// Records that a response was sent.
    func recordResponse() {
        openRequestCount = max(0, openRequestCount - 1)
        change(to: openRequestCount > 0 ? .server : .client)
    }

    /// Records that the last response was sent.
    func recordLastResponse() {
        change(to: .closing)
        context?.read()
    }

    private func change(to turn: Turn) {
        guard self.turn != .closing else { return }
        self.turn = turn
        lastChange = .now()
        requestStart = nil
        requestByteCount = 0
    }

    /// The maximum size of a request in bytes, which exceeds that of a body in chunks of one byte (six bytes
    /// each).
    private var requestLimit: Int {
        serverContext.limits.headBytes + 8 * serverContext.limits.bodyBytes + Self.discardLimit
    }

    // MARK: Bytes

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch turn {
        case .client:
            lastChange = .now()
            requestStart = requestStart ?? lastChange
            requestByteCount += unwrapInboundIn(data).readableBytes
            if requestByteCount > requestLimit {
                closeConnection(context)
                return
            }
        // Bytes that arrive now do not show whether the client reads its response.
        case .server: break
        case .closing:
            discardedByteCount += unwrapInboundIn(data).readableBytes
            if discardedByteCount > Self.discardLimit { closeConnection(context) }
            return
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if turn == .closing { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
        openWriteCount += 1
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.openWriteCount -= 1
            self.lastChange = .now()
        }
        context.write(data, promise: promise)
    }

    // MARK: Start and end of the connection

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        guard serverContext.connections.begin(context.channel) else { return closeConnection(context) }
        context.pipeline.syncOperations.setCloseOnExec()
        lastChange = .now()
        schedule(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        scheduledCheck?.cancel()
        scheduledCheck = nil
        serverContext.connections.end(context.channel)
        context.fireChannelInactive()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if case .all = mode { context.pipeline.syncOperations.endInheritedSocket() }
        context.close(mode: mode, promise: promise)
    }

    /// Closes the connection from this handler, whose own ``close(context:mode:promise:)`` NIO would skip.
    private func closeConnection(_ context: ChannelHandlerContext) {
        close(context: context, mode: .all, promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if turn == .closing, case .some(.inputClosed) = event as? ChannelEvent {
            closeConnection(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext,
        event: Any,
        promise: EventLoopPromise<Void>?
    ) {
        guard event is CloseAtOnceEvent else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        closeConnection(context)
        promise?.succeed()
    }

    // MARK: Time limits

    private var silence: TimeAmount { TimeAmount(max(.seconds(1), serverContext.limits.silence)) }

    private func schedule(_ context: ChannelHandlerContext) {
        let pause = TimeAmount.nanoseconds(silence.nanoseconds / 4)
        scheduledCheck = context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
            if self.exceedsTimeLimit { return self.closeConnection(context) }
            if self.turn == .closing { context.read() }
            self.schedule(context)
        }
    }

    /// Indicates whether the client has exceeded a time limit.
    private var exceedsTimeLimit: Bool {
        let now = NIODeadline.now()
        let isSilent = now - lastChange >= silence
        switch turn {
        case .client:
            let limit = TimeAmount(max(.seconds(1), serverContext.limits.requestTime))
            return isSilent || requestStart.map { now - $0 >= limit } == true
        case .server: return isSilent && openWriteCount > 0
        case .closing: return isSilent
        }
    }
}
