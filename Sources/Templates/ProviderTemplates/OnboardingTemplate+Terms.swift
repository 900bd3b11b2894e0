import ProtectionTerms

extension OnboardingTemplate {
    /// The key systems whose key URIs a template can render.
    static let templateKeySystems = KeySystem.named.filter(\.hasTemplateURIs)

    /// The origin of IVs.
    package enum IVSource: String, CaseIterable, Sendable {
        /// The IV of the key record, for all segments.
        case record
        /// An IV for each segment, in its key line.
        case segment
        /// The media sequence number, without an IV in the key line.
        case sequence
    }

    /// The permission for a clear lead.
    package enum ClearLead: String, CaseIterable, Sendable {
        case allowed, forbidden
    }

    /// The results that the provider's documentation shows for the example, nil for each that it does not
    /// show.
    package struct Expected: Hashable, Sendable {
        /// The key URI of the example.
        package var keyURI: String?
        /// The asset id that the provider's app extracts from that URI.
        package var assetID: String?

        /// Creates a value without results.
        init() {}
    }
}
