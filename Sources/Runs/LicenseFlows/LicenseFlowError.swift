package import Ciphers
package import Failures
package import LoopbackServers

/// An error that stops a rehearsal; failed steps are findings in the report instead.
package enum LicenseFlowError: Error, Sendable {
    /// A playlist, media file, key store or exported file that cannot be read, or an export format that cannot
    /// express the keys.
    case failure(RunFailure)
    /// A loopback server that cannot be started.
    case server(LoopbackServerError)
    /// A certificate or key that cannot be generated or read; `what` names it in messages.
    case certificate(what: String, CertificateError)
}
