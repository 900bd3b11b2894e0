package import Inspection

/// What `fairlead verify` found.
package struct VerificationReport: Sendable, Codable {
    /// One rendition.
    package struct RenditionLine: Sendable, Codable {
        /// Its name.
        package let name: String
        /// Its playlist.
        package let playlist: String
        /// Its segments; of an I-frame playlist its I-frames.
        package let segments: Int
        /// Those with a key in force.
        package let encrypted: Int
        /// The bytes that were looked at: clear ones, of SAMPLE-AES those of its files.
        package let bytes: UInt64
        /// The ids of the keys that opened it.
        package let keys: [String]
        /// What its streams are.
        package let kinds: [String]
        /// Whether no error was found in it.
        package internal(set) var holds: Bool
    }

    /// A rendition that has another number of segments than in the source.
    package struct SourceCount: Sendable {
        /// Its playlist.
        package let playlist: String
        /// Its segments; nil where the presentation has no such rendition.
        package let segments: Int?
        /// Those of the source.
        package let expected: Int
    }

    /// The playlist that was verified.
    package let playlist: String
    /// The clear presentation that it was compared with.
    package let source: String?
    /// Whether all holds.
    package let holds: Bool
    /// The renditions in the order of first mention.
    package let renditions: [RenditionLine]
    /// What does not hold, or is worth knowing.
    package let findings: [Finding]
    /// The renditions that are not whole, without I-frame playlists; reports tell them by findings about playlists.
    package internal(set) var otherCounts: [SourceCount] = []

    private enum CodingKeys: String, CodingKey {
        case playlist, source, holds, renditions, findings
    }
}
