import LoopbackServers

/// A request on its way through the servers of `serve`.
struct ServeTurn: Sendable {
    /// The request.
    let asked: LoopbackRequest
    /// Its path behind the token of the run, percent-encoded, with its first slash.
    let path: String
    /// The address of the run.
    let base: String
    /// What comes to light on the way.
    let trace = RequestTrace()
}
