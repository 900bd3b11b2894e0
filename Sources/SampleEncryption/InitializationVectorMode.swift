package import Ciphers

/// How a segment gets its initialization vector with AES-128 (`--iv-mode`).
package enum InitializationVectorMode: String, CaseIterable, Sendable {
    /// An `IV` attribute for every segment, derived from the key and the segment's place.
    case segment
    /// No `IV` attribute: the media sequence number (RFC 8216bis 5.2).
    case sequence
    /// The IV of the key record, in one `IV` attribute for every key line.
    case constant
}

/// The place of a segment or an initialization section: what tells its IV from every other one of the same key.
///
/// The rendition is part of it because the key store guards the media of a rendition: under one key and one
/// rendition name only one medium is ever encrypted unasked, so one key and one IV never cover two media.
package struct SegmentPlace: Hashable, Sendable {
    /// What is encrypted at the place.
    package enum Content: String, Sendable {
        /// A media segment.
        case segment
        /// The section of an `EXT-X-MAP`.
        case initialization
    }

    /// What is encrypted at the place.
    package let content: Content
    /// The name of the first rendition that uses it.
    package let rendition: String
    /// The file, relative to the root of the presentation.
    package let path: String
    /// The offset of its first byte in the clear file, in bytes.
    package let offset: UInt64

    /// A place from its parts.
    package init(content: Content, rendition: String, path: String, offset: UInt64) {
        self.content = content
        self.rendition = rendition
        self.path = path
        self.offset = offset
    }

    /// The IV of this place under a key: the same for the same key and place, for ever.
    package func initializationVector(under key: ContentKey) -> InitializationVector {
        let bigEndianOffset = (0..<8).map { UInt8(truncatingIfNeeded: offset >> (56 - 8 * UInt64($0))) }
        return .derived(
            from: key,
            label: "fairlead aes-128 \(content.rawValue) iv",
            context: [Array(rendition.utf8), Array(path.utf8), bigEndianOffset]
        )
    }
}
