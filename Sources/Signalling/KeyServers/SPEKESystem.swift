import FoundationEssentials
import ProtectionTerms

/// Key systems that SPEKE treats in a way of their own, by their DASH-IF ids.
enum SPEKESystem {
    static let fairPlay = KeySystem.fairPlay.systemID
    /// The bare key, in SPEKE v2.
    static let clear = KeySystem.identity.systemID
    /// The bare key, in SPEKE v1.
    private static let clearOfVersion1 = KeySystem.identity.systemIDs.last

    /// The `KEYFORMAT` of a system's lines; nil for one that is not known here.
    static func keyFormat(of system: UUID) -> String? {
        KeySystem.named.first { $0.systemID == system }?.keyFormat
    }

    /// The id of `system` in a request or reply.
    static func id(of system: UUID, in interface: KeyServerLocation.Interface) -> UUID {
        interface == .speke1 && system == clear ? clearOfVersion1 ?? system : system
    }

    /// An id as CPIX and playlists write it: in lower case.
    static func text(_ id: UUID) -> String { id.uuidString.lowercased() }
}
