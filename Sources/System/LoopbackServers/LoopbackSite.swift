/// The limits and the handler of a server, and its connections.
final class LoopbackSite: Sendable {
    let limits: LoopbackServer.Limits
    let handler: LoopbackServer.Handler
    let sockets = LoopbackSockets()

    init(_ limits: LoopbackServer.Limits, _ handler: @escaping LoopbackServer.Handler) {
        self.limits = limits
        self.handler = handler
    }
}
