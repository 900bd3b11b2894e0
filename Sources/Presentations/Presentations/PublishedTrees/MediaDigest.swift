import Ciphers
package import SampleEncryption

/// The digest of a rendition's clear media, by which the key store recognizes them.
///
/// SHA-256 over the kind, location and MAC of each media resource in the order of the playlist. It covers
/// everything that an IV is derived from: other media at a location, or the same media at another location,
/// have another digest. It depends on the method, as the MACs do. It does not depend on keys, IV modes, clear
/// leads, key periods or the root.
package enum MediaDigest {
    /// The entry of one media resource.
    package struct Entry: Sendable {
        /// The path of the file, relative to the folder of the playlist.
        let path: String
        /// The number of media resources before this one in the same file.
        let ordinal: Int
        /// The media sequence number, or nil for an initialization section.
        let mediaSequence: UInt64?
        /// The MAC of the clear bytes or, if samples are encrypted, of the invariant (`InvariantMAC`).
        let mac: MediaMAC

        /// Creates an entry from its parts.
        package init(path: String, ordinal: Int, mediaSequence: UInt64?, mac: MediaMAC) {
            self.path = path
            self.ordinal = ordinal
            self.mediaSequence = mediaSequence
            self.mac = mac
        }
    }

    /// Returns the entry of an fMP4 initialization section of media whose samples are encrypted.
    ///
    /// It represents all forms of the section, in whatever files, and all other sections with the same
    /// content.
    ///
    /// - Parameter mac: the MAC of the invariant (`SectionInvariant`).
    /// - Returns: an entry without location.
    package static func section(_ mac: MediaMAC) -> Entry {
        Entry(path: "", ordinal: 0, mediaSequence: nil, mac: mac)
    }

    /// Returns the entries without repetitions of fMP4 initialization sections (`section`).
    ///
    /// The result is lazy, since a rendition may have hundreds of thousands of entries.
    package static func withoutRepeatedSections<Entries: Sequence<Entry>>(
        _ entries: Entries
    ) -> some Sequence<Entry> {
        var seen: Set<[UInt8]> = []
        var rest = entries.makeIterator()
        return IteratorSequence(
            AnyIterator {
                while let entry = rest.next() {
                    guard entry.mediaSequence == nil, entry.path.isEmpty else { return entry }
                    if seen.insert(entry.mac.bytes).inserted { return entry }
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
    package static func digest(of entries: some Sequence<Entry>) -> [UInt8] {
        var hash = SHA256()
        for entry in entries {
            var bytes: [UInt8] = [entry.mediaSequence == nil ? 0 : 1]
            let path = Array(entry.path.utf8)
            let numbers = [
                entry.mediaSequence ?? 0, UInt64(entry.ordinal), entry.mac.length, UInt64(path.count),
            ]
            for number in numbers {
                bytes += stride(from: 56, through: 0, by: -8).map {
                    UInt8(truncatingIfNeeded: number >> UInt64($0))
                }
            }
            bytes += path
            bytes += entry.mac.bytes
            hash.update(bytes.span)
        }
        return hash.finish()
    }
}
