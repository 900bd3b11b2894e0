import NIOCore

/// A channel handler that encrypts the responses of a connection and decrypts its requests.
final class TLSHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var session: TLSSession
    /// Indicates whether the client has ended its side, or sent bytes that cannot be decrypted.
    private var ignoresInput = false
    /// Indicates whether close_notify was sent.
    private var hasSentCloseNotify = false

    /// Creates a handler; throws if memory is short.
    init(_ context: TLSContext) throws {
        guard let session = TLSSession(context) else { throw ChannelError.inappropriateOperationForState }
        self.session = session
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !ignoresInput else { return }
        guard session.receive(unwrapInboundIn(data)) else { return fail(context) }
        while !ignoresInput {
            let reading = session.read(context.channel.allocator)
            send(context)
            switch reading {
            case .bytes(let bytes): context.fireChannelRead(wrapInboundOut(bytes))
            case .nothing: return
            case .end:
                ignoresInput = true
                context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            case .failure: fail(context)
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        ignoresInput = true
        context.fireChannelInactive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !hasSentCloseNotify, session.write(unwrapOutboundIn(data)) else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        let bytes = session.bytesForNetwork(context.channel.allocator) ?? ByteBuffer()
        context.write(wrapOutboundOut(bytes), promise: promise)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input, !hasSentCloseNotify {
            hasSentCloseNotify = true
            session.end()
            send(context)
        }
        if mode != .output { ignoresInput = true }
        context.close(mode: mode, promise: promise)
    }

    /// Sends pending handshake messages and alerts, `close_notify` included, after all data written before.
    private func send(_ context: ChannelHandlerContext) {
        guard let bytes = session.bytesForNetwork(context.channel.allocator) else { return }
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }

    private func fail(_ context: ChannelHandlerContext) {
        ignoresInput = true
        context.close(promise: nil)
    }
}
