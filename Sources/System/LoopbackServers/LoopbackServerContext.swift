/// The limits, handler, connections and threads of a server.
final class LoopbackServerContext: Sendable {
    let limits: LoopbackServer.Limits
    /// The fields of each response, including responses to bytes that are not a valid request.
    let fields: LoopbackFields
    let handler: LoopbackServer.Handler
    let onRefusal: LoopbackServer.RefusalObserver
    let connections = LoopbackConnections()
    let threads = HandlerThreads()

    init(
        _ limits: LoopbackServer.Limits,
        fields: LoopbackFields = [:],
        onRefusal: @escaping LoopbackServer.RefusalObserver = { _, _ in },
        _ handler: @escaping LoopbackServer.Handler
    ) {
        self.limits = limits
        self.fields = fields
        self.onRefusal = onRefusal
        self.handler = handler
    }
}
