package import Ciphers
package import Failures
import StoreFiles

extension RunFailure {
    /// A certificate or a private key is refused, with the remedy of the error unless another is given.
    package static func certificate(
        _ error: CertificateError,
        at location: String,
        remedy: String? = nil
    ) -> RunFailure {
        RunFailure(.malformed, at: location, error.problem, remedy: remedy ?? error.remedy.map { "\($0)." })
    }
}
