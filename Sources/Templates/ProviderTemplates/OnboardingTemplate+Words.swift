package import ProtectionTerms

extension OnboardingTemplate {
    /// The key systems whose key URIs a template can make.
    package static let systemsOfTemplates = KeySystem.named.filter(\.hasTemplateURIs)

    /// Where initialization vectors come from.
    package enum VectorSource: String, CaseIterable, Sendable {
        /// The vector of the key's record, for all segments.
        case record
        /// One for each segment, in its key line.
        case segment
        /// The media sequence number, which no key line says.
        case sequence
    }

    /// Whether a start may stay clear.
    package enum ClearLead: String, CaseIterable, Sendable {
        case allowed, forbidden
    }

    /// What the provider's documentation shows for the example; nil for what it does not show.
    package struct Expected: Hashable, Sendable {
        /// The key URI.
        package var keyURI: String?
        /// What the provider's app cuts out of it.
        package var assetID: String?

        /// Nothing is shown.
        package init() {}
    }
}
