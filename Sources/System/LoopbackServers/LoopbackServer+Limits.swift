extension LoopbackServer {
    /// The most that clients may ask of a server.
    package struct Limits: Hashable, Sendable {
        /// Largest body of a request, in bytes; a larger one is answered with 413, and nothing of it is kept.
        package var bodyBytes = 128 << 10
        /// Most connections at once, each with a thread of its own; one more is closed without an answer.
        package var connections = 128
        /// Longest time in which nothing goes over a connection, from one second; it is closed then.
        package var silence = Duration.seconds(10)

        /// Limits for a server of keys.
        package init() {}
    }
}
