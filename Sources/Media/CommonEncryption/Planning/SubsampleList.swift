import Bitstreams
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption

/// The subsamples of a sample for `senc`: clear bytes, then encrypted ones (ISO/IEC 23001-7, 9.5).
struct SubsampleList {
    /// The maximum number of clear bytes in one entry.
    private static let clearLimit = 0xFFFF
    /// The maximum size of a sample's auxiliary information, in bytes: `saiz` has one byte for it.
    private static let informationLimit = 0xFF

    /// The encrypted ranges of the sample, in ascending order and not empty.
    private(set) var ranges: [Range<Int>] = []
    /// Indicates whether the sample has more ranges than can be listed, so that the last ones stay clear.
    private(set) var isTruncated = false
    private var sampleSize = 0

    /// Replaces the list by that of the next sample.
    ///
    /// - Parameters:
    ///   - found: the ranges in ascending order; some may be empty.
    ///   - sampleSize: the size of the sample, in bytes.
    ///   - scheme: the protection scheme; in cenc only whole blocks are encrypted, and the remainder stays
    ///     clear before them.
    ///   - ivSize: the size of the per-sample IV before the list, in bytes.
    ///   - offset: the offset of the sample in bytes, for errors.
    /// - Throws: `.unsupported` if not even the clear bytes can be listed.
    mutating func set(
        _ found: [Range<Int>],
        sampleSize: Int,
        _ scheme: ProtectionScheme,
        ivSize: Int,
        at offset: UInt64
    ) throws(SampleEncryptionError) {
        self.sampleSize = sampleSize
        isTruncated = false
        ranges.removeAll(keepingCapacity: true)
        for range in found {
            let count = scheme == .cenc ? range.count / 16 * 16 : range.count
            if count > 0 { ranges.append(range.upperBound - count..<range.upperBound) }
        }
        let limit = Self.entryLimit(ivSize: ivSize)
        guard entryCount > limit else { return }
        isTruncated = true
        try shorten(limit: limit, at: offset)
    }

    /// Returns the maximum number of entries for a sample.
    static func entryLimit(ivSize: Int) -> Int {
        (informationLimit - ivSize - 2) / Subsamples.entrySize
    }

    /// The number of entries in the list.
    var entryCount: Int {
        var count = 0
        var end = 0
        for range in ranges {
            count += Self.countEntries(clear: range.lowerBound - end)
            end = range.upperBound
        }
        return count + (end < sampleSize ? Self.countEntries(clear: sampleSize - end) : 0)
    }

    /// Returns the number of entries for some clear bytes and the range after them, if any.
    private static func countEntries(clear: Int) -> Int { 1 + max(0, clear - 1) / clearLimit }

    /// Keeps as many of the first ranges as can be listed together with the clear bytes after them.
    private mutating func shorten(limit: Int, at offset: UInt64) throws(SampleEncryptionError) {
        var keptCount: Int?
        var count = 0
        var end = 0
        for (index, range) in ranges.enumerated() {
            if count + Self.countEntries(clear: sampleSize - end) <= limit { keptCount = index }
            count += Self.countEntries(clear: range.lowerBound - end)
            end = range.upperBound
            guard count <= limit else { break }
        }
        guard let keptCount else {
            throw .unsupported(
                offset: offset,
                what: "a sample of \(sampleSize) bytes with too many clear bytes and slices or tiles"
                    + " to be listed in \(limit) entries of 'senc'",
                remedy: "Encode with fewer slices or tiles"
            )
        }
        ranges.removeSubrange(keptCount...)
    }

    /// Appends the list in the format of `senc`: the number of entries, then the entries.
    func write(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: UInt16(clamping: entryCount))
        var end = 0
        for range in ranges {
            Self.write(clear: range.lowerBound - end, protected: range.count, to: &bytes)
            end = range.upperBound
        }
        if end < sampleSize { Self.write(clear: sampleSize - end, protected: 0, to: &bytes) }
    }

    private static func write(clear: Int, protected: Int, to bytes: inout [UInt8]) {
        var clear = clear
        while clear > clearLimit {
            bytes += [0xFF, 0xFF, 0, 0, 0, 0]
            clear -= clearLimit
        }
        bytes.append(bigEndian: UInt16(clamping: clear))
        bytes.append(bigEndian: UInt32(clamping: protected))
    }
}
