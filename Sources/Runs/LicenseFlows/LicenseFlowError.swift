package import Ciphers
package import KeyStore
package import LoopbackServers
package import Presentations

/// A rehearsal that cannot be walked; what does not hold is in the report.
package enum LicenseFlowError: Error, Sendable {
    /// A playlist or a medium that cannot be looked at.
    case presentation(PresentationError)
    /// A key store or an exported file that cannot be read, or a format that cannot say what is to be exported.
    case keys(KeyStoreError)
    /// A server on loopback that cannot be started.
    case server(LoopbackServerError)
    /// A certificate or key that cannot be made or read; `what` names it.
    case certificate(what: String, CertificateError)
}
