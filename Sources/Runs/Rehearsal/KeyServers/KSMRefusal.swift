package import LicenseMessages

/// A request that the key security module does not answer with a license.
package struct KSMRefusal: Error, Hashable, Sendable {
    /// How far the request came.
    package enum Stage: String, Codable, Sendable {
        /// It is no SPC.
        case request
        /// The SPC cannot be opened.
        case opening
        /// No key is found for its asset id.
        case lookup
    }

    /// How far the request came.
    package let stage: Stage
    /// The published error number.
    package let status: KSMStatus
    /// The place in the exported file, where it is about a key.
    package var place: String?
    /// What was found, and what was expected.
    package let message: String
    /// What to do.
    package let remedy: String

    /// A refusal from its parts.
    package init(_ stage: Stage, _ status: KSMStatus, _ message: String, remedy: String, place: String? = nil)
    {
        self.stage = stage
        self.status = status
        self.message = message
        self.remedy = remedy
        self.place = place
    }

    /// A refusal of an SPC that cannot be read, for what is wrong with it.
    package init(opening error: LicenseMessageError, _ stage: Stage = .opening) {
        self.init(
            stage,
            error.status,
            error.finding,
            remedy: error.remedy.isEmpty ? "Look at what made the SPC." : error.remedy + "."
        )
    }
}
