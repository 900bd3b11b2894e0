extension LoopbackServer {
    /// The limits that a server sets to its clients.
    package struct Limits: Hashable, Sendable {
        /// The maximum length of a request body in bytes; a larger one is answered with 413 and discarded.
        package var bodyBytes = 128 << 10
        /// The maximum length of a request's target and fields in bytes; larger ones are answered with 400.
        var headBytes = 64 << 10
        /// The maximum number of connections; further ones wait until one ends.
        package var connections = 128
        /// The maximum time without a transferred byte, at least one second, after which the connection is
        /// closed.
        ///
        /// The limit does not apply while the handler works or the response is delayed.
        package var silence = Duration.seconds(10)
        /// The maximum time from the first to the last byte of a request, at least one second.
        ///
        /// After it the connection is closed.
        package var requestTime = Duration.seconds(60)

        /// Creates limits that suit a server of keys.
        package init() {}
    }
}
