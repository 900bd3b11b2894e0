package import LicenseMessages

/// The refusal of a license request by the key security module.
package struct KSMRefusal: Error, Hashable, Sendable {
    /// A stage of handling a request.
    package enum Stage: String, Codable, Sendable {
        /// The body is not an SPC.
        case request
        /// The SPC cannot be decrypted.
        case opening
        /// There is no key for the asset id.
        case lookup
    }

    /// The stage at which the request failed.
    package let stage: Stage
    /// The published error number.
    package let status: KSMStatus
    /// The location in the exported file, or nil if the refusal is not about a key.
    package var location: String?
    /// The message: found and expected.
    package let message: String
    /// The suggested correction.
    package let remedy: String

    /// Creates a refusal from its parts.
    package init(
        _ stage: Stage,
        _ status: KSMStatus,
        _ message: String,
        remedy: String,
        location: String? = nil
    ) {
        self.stage = stage
        self.status = status
        self.message = message
        self.remedy = remedy
        self.location = location
    }

    /// Creates the refusal of an SPC that cannot be read.
    package init(opening error: LicenseMessageError, _ stage: Stage = .opening) {
        self.init(
            stage,
            error.status,
            error.finding,
            remedy: error.remedy.isEmpty ? "Check the software that made the SPC." : error.remedy + "."
        )
    }
}
