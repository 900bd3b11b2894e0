/// The reason why a server on this machine does not start.
package enum LoopbackServerError: Error, Hashable, Sendable {
    /// No socket or port is available, with the system's reason.
    case cannotListen(String)
    /// TLS cannot use the certificate or the private key, with the reason.
    case badIdentity(String)
    /// OpenSSL makes no context for TLS.
    case noTLS
}

extension LoopbackServerError: CustomStringConvertible {
    /// One line for messages.
    package var description: String {
        switch self {
        case .cannotListen(let reason):
            "no server can listen on 127.0.0.1 (\(reason)). Raise the limits of open files and processes (ulimit -n, -u), or "
                + "end other servers"
        case .badIdentity(let reason):
            "the server's certificate or private key cannot be used (\(reason)), expected both in PEM, the key without a "
                + "passphrase and made for the certificate"
        case .noTLS:
            "the server cannot start TLS (OpenSSL made no context). Check the memory (ulimit -v) and the installation of OpenSSL"
        }
    }
}
