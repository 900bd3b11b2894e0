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
    /// Is told of an answer that no handler gave: the method, which is nil where the request could not be read, and the status.
    package typealias RefusalObserver = @Sendable (_ method: String?, _ status: Int) -> Void

    /// The port on 127.0.0.1.
    package let port: Int
    /// The URL of the server, without a path: `http://127.0.0.1:PORT`, or `https://localhost:PORT`.
    package let url: String
    private let daemon: Mutex<LoopbackDaemon?>

    /// Starts a server of http.
    ///
    /// - Parameters:
    ///   - port: the port; 0 for one that the system chooses.
    ///   - limits: the most that clients may ask.
    ///   - fields: what each answer has, unless the handler gives the same field.
    ///   - onRefusal: is told of answers that the handler does not give; it must not take its time.
    ///   - handler: answers requests.
    /// - Throws: `LoopbackServerError`.
    package convenience init(
        port: UInt16 = 0,
        limits: Limits = Limits(),
        fields: LoopbackFields = [:],
        onRefusal: @escaping RefusalObserver = { _, _ in },
        handler: @escaping Handler
    ) throws(LoopbackServerError) {
        let site = LoopbackSite(limits, fields: fields, onRefusal: onRefusal, handler)
        let daemon = try LoopbackDaemon(site, port: port)
        self.init(daemon, scheme: "http", host: "127.0.0.1")
    }

    /// Starts a server of https (TLS 1.2 or later), on a port that the system chooses.
    ///
    /// OpenSSL keeps the private key for as long as the server lives.
    ///
    /// - Parameters:
    ///   - identity: certificate and private key.
    ///   - limits: what a request may have.
    ///   - handler: answers requests.
    /// - Throws: `LoopbackServerError`.
    package convenience init(
        identity: borrowing LoopbackIdentity,
        limits: Limits = Limits(),
        handler: @escaping Handler
    ) throws(LoopbackServerError) {
        let daemon = try LoopbackDaemon(LoopbackSite(limits, handler), TLSContext(identity))
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
