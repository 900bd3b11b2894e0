import Synchronization

/// A server of HTTP/1.1 for clients on this machine (libmicrohttpd), over TLS if it has an identity.
///
/// It listens on 127.0.0.1 alone, on a port that the system chooses, until ``stop()`` or its end. Any process of this machine
/// may ask it, and so may a web page whose name resolves to 127.0.0.1: the handler has to look at `Host` where that matters.
/// Each connection has a thread of its own, so that slow clients and broken ones hold up nobody but themselves; the handler runs on
/// these threads, several times at once. It must not call ``stop()``, nor own the server.
package final class LoopbackServer: Sendable {
    /// Answers a request.
    package typealias Handler = @Sendable (LoopbackRequest) -> LoopbackResponse

    /// The port on 127.0.0.1.
    package let port: Int
    /// The URL of the server, without a path: `http://127.0.0.1:PORT`, or `https://localhost:PORT`.
    package let url: String
    private let daemon: Mutex<LoopbackDaemon?>

    /// Starts a server of http.
    package convenience init(
        limits: Limits = Limits(),
        handler: @escaping Handler
    ) throws(LoopbackServerError) {
        let daemon = try LoopbackDaemon(LoopbackSite(limits, handler))
        self.init(daemon, scheme: "http", host: "127.0.0.1")
    }

    /// Starts a server of https (TLS 1.2 or later).
    ///
    /// The text of the private key is wiped as soon as the server is started; libmicrohttpd keeps what it makes of it.
    package convenience init(
        identity: borrowing LoopbackIdentity,
        limits: Limits = Limits(),
        handler: @escaping Handler
    ) throws(LoopbackServerError) {
        let daemon = try LoopbackDaemon(LoopbackSite(limits, handler), identity: identity)
        self.init(daemon, scheme: "https", host: "localhost")
    }

    private init(_ daemon: consuming LoopbackDaemon, scheme: String, host: String) {
        port = daemon.port
        url = "\(scheme)://\(host):\(daemon.port)"
        self.daemon = Mutex(daemon)
    }

    /// Closes the port and all connections, and waits for handlers that run; does nothing the second time.
    package func stop() {
        daemon.withLock { $0 = nil }
    }
}
