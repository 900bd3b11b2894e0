import LoopbackServers

/// A request to `serve` while it is answered.
struct ServeExchange: Sendable {
    let asked: LoopbackRequest
    /// The path after the token of the run, percent-encoded, with the leading slash.
    let path: String
    /// The base URL of the run, with the token.
    let base: String
    /// The events while the request is answered.
    let trace = RequestTrace()
}
