import FoundationEssentials
import ProtectionTerms

/// The key systems that SPEKE treats specially, by their DASH-IF system ids.
enum SPEKESystem {
    static let fairPlay = KeySystem.fairPlay.systemID
    /// The id in SPEKE v2 for keys without a DRM system (clear key).
    static let clear = KeySystem.identity.systemID
    /// The id in SPEKE v1 for keys without a DRM system (clear key).
    private static let clearOfVersion1 = KeySystem.identity.systemIDs.last

    /// Returns the `KEYFORMAT` of a key system, or nil if the system is unknown here.
    static func keyFormat(of system: UUID) -> String? {
        KeySystem.namedSystems.first { $0.systemID == system }?.keyFormat
    }

    /// Returns the id of `system` in requests and replies of a protocol version.
    static func id(of system: UUID, in interface: KeyServerLocation.Interface) -> UUID {
        interface == .speke1 && system == clear ? clearOfVersion1 ?? system : system
    }

    /// Returns an id in lower case, as in CPIX documents and playlists.
    static func uuidText(_ id: UUID) -> String { id.uuidString.lowercased() }
}
