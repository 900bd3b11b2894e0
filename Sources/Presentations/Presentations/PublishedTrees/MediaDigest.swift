import Ciphers

/// The digest of a rendition's clear media, by which the key store knows them again.
///
/// SHA-256 over every unit in the order of the playlist: what it is, where it stands, and its authentication code. All that
/// an IV is derived from is in it, so that other media at a place, or the same media at another, have another digest. It
/// depends on the method, as the code does, and not on keys, IV modes, clear starts, key periods or the root.
package enum MediaDigest {
    /// One unit of a rendition.
    package struct Unit: Sendable {
        /// The file, relative to the folder of the playlist.
        package let path: String
        /// How many other units of the file stand before it.
        package let ordinal: Int
        /// The media sequence number; nil for an initialization section.
        package let mediaSequence: UInt64?
        /// What its code covers, in bytes: its clear bytes, or under SAMPLE-AES its essence.
        package let length: UInt64
        /// The authentication code: of its clear bytes, or under SAMPLE-AES of its essence (`EssenceCode`).
        package let code: [UInt8]

        /// A unit from its parts.
        package init(path: String, ordinal: Int, mediaSequence: UInt64?, length: UInt64, code: [UInt8]) {
            self.path = path
            self.ordinal = ordinal
            self.mediaSequence = mediaSequence
            self.length = length
            self.code = code
        }
    }

    /// The initialization section of fMP4, whose samples are encrypted elsewhere.
    ///
    /// It stands for all its forms, whatever files those are in, and for all other sections that say the same.
    ///
    /// - Parameters:
    ///   - length: bytes of its essence (`SectionEssence`).
    ///   - code: the code of its essence.
    /// - Returns: the unit, without a place.
    package static func section(length: UInt64, code: [UInt8]) -> Unit {
        Unit(path: "", ordinal: 0, mediaSequence: nil, length: length, code: code)
    }

    /// The units of a rendition with each section of fMP4 (`section`) once.
    ///
    /// Made one by one: a rendition may have hundreds of thousands.
    package static func withoutRepeatedSections<Units: Sequence<Unit>>(
        _ units: Units
    ) -> some Sequence<Unit> {
        var seen: Set<[UInt8]> = []
        var rest = units.makeIterator()
        return IteratorSequence(
            AnyIterator {
                while let unit = rest.next() {
                    guard unit.mediaSequence == nil, unit.path.isEmpty else { return unit }
                    if seen.insert(unit.code).inserted { return unit }
                }
                return nil
            }
        )
    }

    /// The digest of units: of each a byte that is 1 for a segment and 0 for a section, then in 8 bytes, big endian,
    /// sequence number, ordinal, length and the length of the path, then the path and the code.
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
            bytes += unit.code
            hash.update(bytes.span)
        }
        return hash.finish()
    }
}
