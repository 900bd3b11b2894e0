package import Ciphers
package import KeyStore
package import LoopbackServers
package import Presentations

/// An error that stops a rehearsal; failed steps are findings in the report instead.
package enum LicenseFlowError: Error, Sendable {
    /// A playlist or media file that cannot be read.
    case presentation(PresentationError)
    /// A key store or an exported file that cannot be read, or an export format that cannot express the keys.
    case keys(KeyStoreError)
    /// A loopback server that cannot be started.
    case server(LoopbackServerError)
    /// A certificate or key that cannot be generated or read; `what` names it in messages.
    case certificate(what: String, CertificateError)
}
