package import Failures
package import LoopbackServers

/// Failures that stop a rehearsal; failed steps are findings in the report instead.
extension RunFailure {
    /// A loopback server cannot be started.
    package static func loopbackServer(_ error: LoopbackServerError) -> RunFailure {
        let location = "a server on 127.0.0.1"
        return switch error {
        case .cannotListen(let reason):
            RunFailure(
                .unavailable,
                at: location,
                "no server can listen on 127.0.0.1",
                found: reason,
                remedy:
                    "Raise the limits of open files and processes (ulimit -n, -u), or end other servers."
            )
        case .badIdentity(let reason):
            RunFailure(
                .missing,
                at: location,
                "the server's certificate or private key cannot be used (\(reason)), expected both in PEM, "
                    + "the key without a passphrase and made for the certificate"
            )
        case .noTLS:
            RunFailure(
                .missing,
                at: location,
                "the server cannot start TLS",
                found: "OpenSSL made no context",
                remedy: "Check the memory (ulimit -v) and the installation of OpenSSL."
            )
        }
    }
}
