import Ciphers
package import Failures
package import LoopbackServers

/// Failures that stop a rehearsal; failed steps are findings in the report instead.
extension RunFailure {
    /// A loopback server cannot be started.
    package static func loopbackServer(_ error: LoopbackServerError) -> RunFailure {
        let failureClass: FailureClass = if case .cannotListen = error { .unavailable } else { .missing }
        return RunFailure(failureClass, at: "a server on 127.0.0.1", error.description)
    }

    /// A throw-away certificate or its key cannot be generated.
    static func throwAwayCertificate(_ error: CertificateError) -> RunFailure {
        RunFailure(.malformed, at: "a throw-away certificate", error.description)
    }
}
