/// The limits and the handler of a server, its connections and its threads.
final class LoopbackSite: Sendable {
    let limits: LoopbackServer.Limits
    let handler: LoopbackServer.Handler
    let connections = LoopbackConnections()
    let threads = HandlerThreads()

    init(_ limits: LoopbackServer.Limits, _ handler: @escaping LoopbackServer.Handler) {
        self.limits = limits
        self.handler = handler
    }
}
