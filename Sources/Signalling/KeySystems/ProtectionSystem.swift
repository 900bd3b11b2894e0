import FoundationEssentials
package import ProtectionTerms

/// A key system with a `pssh` box, identified by its SystemID.
package enum ProtectionSystem: CaseIterable, Hashable, Sendable {
    /// The common system of W3C, whose box contains only key ids.
    case common
    /// Google Widevine.
    case widevine
    /// Microsoft PlayReady.
    case playReady

    /// Creates the system whose `pssh` box belongs to a key system; for `identity` it is `common`.
    ///
    /// Returns nil for FairPlay, which has no `pssh` box, and for unknown key systems.
    package init?(_ keySystem: KeySystem) {
        let matchingSystem = Self.allCases.first { $0.keySystem == keySystem }
        guard let system = keySystem == .identity ? .common : matchingSystem else { return nil }
        self = system
    }

    private var keySystem: KeySystem? {
        switch self {
        case .common: nil
        case .widevine: .widevine
        case .playReady: .playReady
        }
    }

    /// The SystemID, 16 bytes.
    package var systemID: [UInt8] {
        (keySystem?.systemID ?? KeySystem.commonSystemID).bytes
    }

    /// Creates the system with a SystemID, or is nil if it is unknown here.
    package init?(systemID: [UInt8]) {
        guard let system = Self.allCases.first(where: { $0.systemID == systemID }) else { return nil }
        self = system
    }

    /// The name for people.
    package var name: String { keySystem?.title ?? "common" }
}
