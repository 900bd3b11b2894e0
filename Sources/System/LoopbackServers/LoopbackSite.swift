/// The limits and the handler of a server.
final class LoopbackSite: Sendable {
    let limits: LoopbackServer.Limits
    let handler: LoopbackServer.Handler

    init(_ limits: LoopbackServer.Limits, _ handler: @escaping LoopbackServer.Handler) {
        self.limits = limits
        self.handler = handler
    }
}
