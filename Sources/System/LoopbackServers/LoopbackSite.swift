/// The limits and the handler of a server, its connections and its threads.
final class LoopbackSite: Sendable {
    let limits: LoopbackServer.Limits
    /// Fields that each answer has, also one to what is no request.
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
