import Bitstreams
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption

/// The parts of a sample that `senc` lists: clear bytes, then encrypted ones (ISO/IEC 23001-7, 9.5).
struct SubsampleList {
    /// Clear bytes that one entry can say.
    private static let clearLimit = 0xFFFF
    /// Bytes of the largest information of a sample: `saiz` has a byte for it.
    private static let informationLimit = 0xFF

    /// The encrypted ranges of the sample, in ascending order, none empty.
    private(set) var ranges: [Range<Int>] = []
    /// Whether the sample has more ranges than can be listed, so that its last ones stay clear.
    private(set) var isCrowded = false
    private var sampleSize = 0

    /// Takes the ranges of the next sample in place of those of the one before.
    ///
    /// - Parameters:
    ///   - found: the ranges in ascending order; some may be empty.
    ///   - sampleSize: bytes of the sample.
    ///   - scheme: cenc encrypts whole blocks only, and leaves odd bytes clear in front of them.
    ///   - vectorSize: bytes of the vector in front of the list.
    ///   - offset: where the sample starts, for errors.
    /// - Throws: `.unsupported` where not even clear bytes can be listed.
    mutating func set(
        _ found: [Range<Int>],
        sampleSize: Int,
        _ scheme: ProtectionScheme,
        vectorSize: Int,
        at offset: UInt64
    ) throws(SampleEncryptionError) {
        self.sampleSize = sampleSize
        isCrowded = false
        ranges.removeAll(keepingCapacity: true)
        for range in found {
            let count = scheme == .cenc ? range.count / 16 * 16 : range.count
            if count > 0 { ranges.append(range.upperBound - count..<range.upperBound) }
        }
        let limit = Self.entryLimit(vectorSize: vectorSize)
        guard entryCount > limit else { return }
        isCrowded = true
        try shorten(limit: limit, at: offset)
    }

    /// Entries that fit into the information of a sample.
    static func entryLimit(vectorSize: Int) -> Int {
        (informationLimit - vectorSize - 2) / Subsamples.entrySize
    }

    /// Entries of the whole list.
    var entryCount: Int {
        var count = 0
        var end = 0
        for range in ranges {
            count += Self.entries(clear: range.lowerBound - end)
            end = range.upperBound
        }
        return count + (end < sampleSize ? Self.entries(clear: sampleSize - end) : 0)
    }

    /// Entries of one range and the clear bytes in front of it, or of clear bytes alone.
    private static func entries(clear: Int) -> Int { 1 + max(0, clear - 1) / clearLimit }

    /// Keeps as many of the first ranges as can be listed with the clear bytes behind them.
    private mutating func shorten(limit: Int, at offset: UInt64) throws(SampleEncryptionError) {
        var kept: Int?
        var count = 0
        var end = 0
        for (index, range) in ranges.enumerated() {
            if count + Self.entries(clear: sampleSize - end) <= limit { kept = index }
            count += Self.entries(clear: range.lowerBound - end)
            end = range.upperBound
            guard count <= limit else { break }
        }
        guard let kept else {
            throw .unsupported(
                offset: offset,
                what: "a sample of \(sampleSize) bytes with too many clear bytes and slices or tiles"
                    + " to be listed in \(limit) entries of 'senc'",
                remedy: "Encode with fewer slices or tiles"
            )
        }
        ranges.removeSubrange(kept...)
    }

    /// Appends the list as `senc` has it: the number of entries, then the entries.
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
