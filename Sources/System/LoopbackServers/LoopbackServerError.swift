/// The reason why a server on this machine does not start.
package enum LoopbackServerError: Error, Hashable, Sendable {
    /// No socket or port is available, with the system's reason.
    case cannotListen(String)
    /// TLS cannot use the certificate or the private key, with the reason.
    case badIdentity(String)
    /// OpenSSL makes no context for TLS.
    case noTLS
}
