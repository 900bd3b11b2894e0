package import SampleEncryption

/// A run of bytes of a file that is encrypted as one: a whole file or a byte range of one.
package struct MediaUnit: Sendable {
    /// How the unit is protected.
    package enum Protection: Hashable, Sendable {
        /// Copied as it is.
        case clear
        /// AES-128 with the key of a slot.
        case aes128(KeySlot, UnitVector)
    }

    /// Where the initialization vector of an encrypted unit comes from.
    package enum UnitVector: Hashable, Sendable {
        /// Derived from the key and the place.
        case place(SegmentPlace)
        /// The media sequence number.
        case mediaSequence(UInt64)
        /// The IV of the key record.
        case record
    }

    /// The file that holds it.
    package let file: TreePath
    /// Its bytes in the clear file.
    package let clearRange: Range<UInt64>
    /// What it is.
    package let content: SegmentPlace.Content
    /// The file as it was when the presentation was read.
    package let version: FileVersion
    /// How many other units of the file stand before it.
    package internal(set) var ordinal = 0
    /// The playlist line that names it first, for messages.
    package let origin: MediaReference.Origin
    /// How it is protected.
    package var protection: Protection = .clear
    /// The offset of its first byte in the output file.
    package var outputOffset: UInt64 = 0
    /// Whether its initialization vector stands in the 16 bytes before it; see `OutputOffsets`.
    package var hasLeadingVector = false

    /// Its bytes in the clear file.
    package var clearLength: UInt64 { clearRange.upperBound - clearRange.lowerBound }

    /// Its bytes in the output file.
    package var outputLength: UInt64 {
        switch protection {
        case .clear: clearLength
        case .aes128: WholeSegmentEncryption.ciphertextLength(ofClear: clearLength)
        }
    }

    /// Its bytes in the output file.
    package var outputRange: Range<UInt64> { outputOffset..<outputOffset + outputLength }
}

/// What a line of a playlist says about bytes of a file.
package struct MediaReference: Hashable, Sendable {
    /// The line of a playlist.
    package struct Origin: Hashable, Sendable {
        /// The index of the rendition.
        package let rendition: Int
        /// The playlist.
        package let playlist: TreePath
        /// The line, from 1.
        package let line: Int
    }

    /// The unit that holds the bytes, by index.
    package let unit: Int
    /// The bytes within the unit: all of them, but for an I-frame.
    package let range: Range<UInt64>
    /// Whether the playlist says the range (`EXT-X-BYTERANGE`, or `BYTERANGE` of an `EXT-X-MAP`).
    package let hasByteRange: Bool
}
