extension LoopbackServer {
    /// The most that clients may ask of a server.
    package struct Limits: Hashable, Sendable {
        /// Largest body of a request, in bytes; a larger one is answered with 413, and nothing of it is kept.
        package var bodyBytes = 128 << 10
        /// Most bytes of a request's target and fields; larger ones are answered with 400.
        package var headBytes = 64 << 10
        /// Most connections at once; more wait until one ends.
        package var connections = 128
        /// Longest time in which nothing goes over a connection, from one second; it is closed then.
        ///
        /// While the handler works, and while an answer is held back, the client need not do anything, and has all the time.
        package var silence = Duration.seconds(10)
        /// Longest time in which a request comes in, from its first byte to its last, from one second; its connection is closed then.
        package var requestTime = Duration.seconds(60)

        /// Limits for a server of keys.
        package init() {}
    }
}
