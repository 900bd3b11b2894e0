import Ciphers

/// The digest of a rendition's clear media, by which the key store recognizes them.
///
/// SHA-256 over the kind, location and MAC of each media resource in the order of the playlist. It covers
/// everything that an IV is derived from: other media at a location, or the same media at another location,
/// have another digest. It depends on the method, as the MACs do. It does not depend on keys, IV modes, clear
/// leads, key periods or the root.
package enum MediaDigest {
    /// The entry of one media resource.
    package struct Unit: Sendable {
        /// The path of the file, relative to the folder of the playlist.
        let path: String
        /// The number of media resources before this one in the same file.
        let ordinal: Int
        /// The media sequence number, or nil for an initialization section.
        let mediaSequence: UInt64?
        /// The number of bytes that the MAC covers.
        let length: UInt64
        /// The MAC of the clear bytes or, if samples are encrypted, of the invariant (`InvariantMAC`).
        let mac: [UInt8]

        /// Creates an entry from its parts.
        package init(path: String, ordinal: Int, mediaSequence: UInt64?, length: UInt64, code: [UInt8]) {
            self.path = path
            self.ordinal = ordinal
            self.mediaSequence = mediaSequence
            self.length = length
            self.mac = code
        }
    }

    /// Returns the entry of an fMP4 initialization section of media whose samples are encrypted.
    ///
    /// It represents all forms of the section, in whatever files, and all other sections with the same
    /// content.
    ///
    /// - Parameters:
    ///   - length: the length of the invariant (`SectionInvariant`), in bytes.
    ///   - code: the MAC of the invariant.
    /// - Returns: an entry without location.
    package static func section(length: UInt64, code: [UInt8]) -> Unit {
        Unit(path: "", ordinal: 0, mediaSequence: nil, length: length, code: code)
    }

    /// Returns the entries without repetitions of fMP4 initialization sections (`section`).
    ///
    /// The result is lazy, since a rendition may have hundreds of thousands of entries.
    package static func withoutRepeatedSections<Units: Sequence<Unit>>(
        _ units: Units
    ) -> some Sequence<Unit> {
        var seen: Set<[UInt8]> = []
        var rest = units.makeIterator()
        return IteratorSequence(
            AnyIterator {
                while let unit = rest.next() {
                    guard unit.mediaSequence == nil, unit.path.isEmpty else { return unit }
                    if seen.insert(unit.mac).inserted { return unit }
                }
                return nil
            }
        )
    }

    /// Computes the digest of entries.
    ///
    /// The digest is over these fields of each entry: one byte, 1 for a segment and 0 for an initialization
    /// section; sequence number, ordinal, length, and length of the path, each in 8 bytes, big-endian; path;
    /// MAC.
    package static func digest(of units: some Sequence<Unit>) -> [UInt8] {
        var hash = SHA256()
        for unit in units {
            var bytes: [UInt8] = [unit.mediaSequence == nil ? 0 : 1]
            let path = Array(unit.path.utf8)
            for number in [unit.mediaSequence ?? 0, UInt64(unit.ordinal), unit.length, UInt64(path.count)] {
                bytes += stride(from: 56, through: 0, by: -8).map {
                    UInt8(truncatingIfNeeded: number >> UInt64($0))
                }
            }
            bytes += path
            bytes += unit.mac
            hash.update(bytes.span)
        }
        return hash.finish()
    }
}
