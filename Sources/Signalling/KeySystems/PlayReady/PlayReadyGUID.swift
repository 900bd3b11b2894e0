import FoundationEssentials
import ProtectionTerms

/// Key ids as GUIDs in PlayReady's byte order: the first three fields are little-endian.
enum PlayReadyGUID {
    /// Returns the bytes of a key id in PlayReady's order.
    static func bytes(of id: UUID) -> [UInt8] { reordered(id.bytes) }

    /// Returns the key id of 16 bytes in PlayReady's order, or nil for another number of bytes.
    static func id(of bytes: [UInt8]) -> UUID? {
        guard bytes.count == order.count else { return nil }
        return UUID(bytes: reordered(bytes))
    }

    /// The order of bytes: one field of four bytes and two of two are reversed, so the order is its own
    /// inverse.
    private static let order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]

    private static func reordered(_ bytes: [UInt8]) -> [UInt8] { order.map { bytes[$0] } }
}
