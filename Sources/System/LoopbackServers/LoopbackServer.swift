import Synchronization

/// A server of HTTP/1.1 for clients on this machine (Hummingbird), over TLS if it has an identity.
///
/// It listens on 127.0.0.1 alone until ``stop()`` or its end. Any process of this machine may ask it, and so may a web page whose
/// name resolves to 127.0.0.1: the handler has to look at `Host` where that matters.
/// The handler runs on threads of its own, for several requests at once, and may take its time: slow clients, broken ones and slow
/// answers hold up nobody but themselves. It must not call ``stop()``, nor own the server.
package final class LoopbackServer: Sendable {
    /// Answers a request.
    package typealias Handler = @Sendable (LoopbackRequest) -> LoopbackResponse

    /// The port on 127.0.0.1.
    package let port: Int
    /// The URL of the server, without a path: `http://127.0.0.1:PORT`, or `https://localhost:PORT`.
    package let url: String
    private let daemon: Mutex<LoopbackDaemon?>

    /// Starts a server of http, on a port that the system chooses where `port` is 0.
    package convenience init(
        port: UInt16 = 0,
        limits: Limits = Limits(),
        handler: @escaping Handler
    ) throws(LoopbackServerError) {
        let daemon = try LoopbackDaemon(LoopbackSite(limits, handler), port: port)
        self.init(daemon, scheme: "http", host: "127.0.0.1")
    }

    /// Starts a server of https (TLS 1.2 or later), on a port that the system chooses.
    ///
    /// The copy of the private key's text is wiped as soon as the server is started; swift-nio-ssl keeps what it makes of it.
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

    /// Closes the port and all connections at once, and waits for handlers that run; does nothing the second time.
    ///
    /// Must not be called by what the handler does, for which it would wait.
    package func stop() {
        daemon.withLock { $0 = nil }
    }
}
