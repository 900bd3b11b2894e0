import FoundationEssentials
package import ProtectionTerms

/// A key system by its SystemID, as `pssh` boxes name it.
package enum ProtectionSystem: CaseIterable, Hashable, Sendable {
    /// The common system of W3C: key ids and nothing else.
    case common
    /// Widevine.
    case widevine
    /// PlayReady.
    case playReady

    /// What `pssh` boxes call a key system, the common one where it gives the bare key; nil for FairPlay, which has none, and
    /// for systems that are not known here.
    package init?(_ keySystem: KeySystem) {
        let known = Self.allCases.first { $0.keySystem == keySystem }
        guard let system = keySystem == .identity ? .common : known else { return nil }
        self = system
    }

    private var keySystem: KeySystem? {
        switch self {
        case .common: nil
        case .widevine: .widevine
        case .playReady: .playReady
        }
    }

    /// SystemID, 16 bytes.
    package var systemID: [UInt8] {
        (keySystem?.systemID ?? KeySystem.commonSystemID).bytes
    }

    /// The system of a SystemID; nil for one that is not known here.
    package init?(systemID: [UInt8]) {
        guard let system = Self.allCases.first(where: { $0.systemID == systemID }) else { return nil }
        self = system
    }

    /// Its name.
    package var name: String { keySystem?.title ?? "common" }
}
