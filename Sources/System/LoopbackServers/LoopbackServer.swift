import Synchronization

/// An HTTP/1.1 server for clients on this machine (Hummingbird), with TLS if it has an identity.
///
/// It listens on 127.0.0.1 only, until ``stop()`` is called or it is released. Every process on this machine
/// can connect to it, and so can a web page whose host name resolves to 127.0.0.1: the handler has to check
/// `Host` if that matters.
///
/// The handler runs on threads of its own, for several requests concurrently, and may block. Slow or broken
/// clients and slow responses do not delay other requests. The handler must neither call ``stop()`` nor own
/// the server.
package final class LoopbackServer: Sendable {
    /// Answers a request.
    package typealias Handler = @Sendable (LoopbackRequest) -> LoopbackResponse
    /// Receives the method and status of a response that no handler gave; the method is nil if the request is
    /// unreadable.
    package typealias RefusalObserver = @Sendable (_ method: String?, _ status: Int) -> Void

    /// The port on 127.0.0.1.
    package let port: Int
    /// The URL of the server without a path: `http://127.0.0.1:PORT`, or `https://localhost:PORT`.
    package let url: String
    private let runningServer: Mutex<RunningLoopbackServer?>

    /// Starts an http server.
    ///
    /// - Parameters:
    ///   - port: the port, or 0 if the system chooses one.
    ///   - limits: the limits for clients.
    ///   - fields: the fields to add to each response, unless the handler sets the same field.
    ///   - onRefusal: called for each response that the handler does not give; must not block.
    ///   - handler: answers requests.
    /// - Throws: `LoopbackServerError`.
    package convenience init(
        port: UInt16 = 0,
        limits: Limits = Limits(),
        fields: LoopbackFields = [:],
        onRefusal: @escaping RefusalObserver = { _, _ in },
        handler: @escaping Handler
    ) throws(LoopbackServerError) {
        let serverContext = LoopbackServerContext(limits, fields: fields, onRefusal: onRefusal, handler)
        let runningServer = try RunningLoopbackServer(serverContext, port: port)
        self.init(runningServer, scheme: "http", host: "127.0.0.1")
    }

    /// Starts an https server (TLS 1.2 or later), on a port that the system chooses.
    ///
    /// OpenSSL keeps the private key for the lifetime of the server.
    ///
    /// - Parameters:
    ///   - identity: the certificate and the private key.
    ///   - limits: the limits for clients.
    ///   - handler: answers requests.
    /// - Throws: `LoopbackServerError`.
    package convenience init(
        identity: borrowing LoopbackIdentity,
        limits: Limits = Limits(),
        handler: @escaping Handler
    ) throws(LoopbackServerError) {
        let runningServer = try RunningLoopbackServer(
            LoopbackServerContext(limits, handler),
            TLSContext(identity)
        )
        self.init(runningServer, scheme: "https", host: "localhost")
    }

    private init(_ runningServer: consuming RunningLoopbackServer, scheme: String, host: String) {
        port = runningServer.port
        url = "\(scheme)://\(host):\(runningServer.port)"
        self.runningServer = Mutex(runningServer)
    }

    /// Closes the port and all connections immediately, and waits for running handlers; further calls do
    /// nothing.
    ///
    /// Must not be called from a handler, because it would wait for itself.
    package func stop() {
        runningServer.withLock { $0 = nil }
    }
}

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
        /// The limit does not apply while the handler works or while a response is delayed on purpose.
        package var silence = Duration.seconds(10)
        /// The maximum time from the first to the last byte of a request, at least one second.
        ///
        /// After it the connection is closed.
        package var requestTime = Duration.seconds(60)

        /// Creates limits that suit a server of keys.
        package init() {}
    }
}
