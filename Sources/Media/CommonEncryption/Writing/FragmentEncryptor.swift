import Ciphers
import ISOBaseMedia
import SampleEncryption

/// Lets the samples of one fragment pass by, in pieces: takes the code of their clear bytes and encrypts them.
struct FragmentEncryptor {
    private let layout: FragmentLayout
    private let order: SampleOrder
    private let trackIDs: [UInt32]
    private let ranges: [ProtectedRange]
    /// The place in the order of the sample that is not over.
    private var sample = 0
    /// The range that is not over.
    private var range = 0

    /// - Parameters:
    ///   - layout: the fragment.
    ///   - order: its samples in the order of their bytes.
    ///   - ranges: what is encrypted, in the same order.
    init(_ layout: FragmentLayout, _ order: SampleOrder, _ ranges: [ProtectedRange]) {
        self.layout = layout
        self.order = order
        self.ranges = ranges
        trackIDs = layout.trackFragments.map(\.header.trackID)
    }

    /// Where a piece that starts at `start` has to end at the latest, so that no block is cut.
    mutating func pieceEnd(from start: UInt64, before end: UInt64) -> UInt64 {
        var index = range
        while index < ranges.count, ranges[index].range.upperBound < end { index += 1 }
        guard index < ranges.count, ranges[index].range.lowerBound < end, ranges[index].range.upperBound > end
        else { return end }
        let cut = FragmentCipher.partEnd(ranges[index], before: end)
        return cut > start ? cut : end
    }

    /// Takes the code of the clear bytes of a piece.
    ///
    /// - Parameters:
    ///   - piece: its bytes in the segment.
    ///   - bytes: what it is in.
    ///   - start: where it starts in it.
    ///   - essence: gets the samples.
    /// - Throws: what the cipher throws.
    mutating func takeEssence(
        of piece: Range<UInt64>,
        _ bytes: [UInt8],
        at start: Int,
        _ essence: inout EssenceCode
    ) throws(CipherError) {
        while sample < layout.samples.count {
            let index = order.index(sample)
            let range = layout.samples[index].range
            guard range.lowerBound < piece.upperBound || range.isEmpty && range.lowerBound == piece.upperBound
            else { return }
            if range.lowerBound >= piece.lowerBound {
                let track = trackIDs[layout.samples[index].trackFragment]
                try essence.begin(.sample(track: track), count: range.count)
            }
            let part = range.clamped(to: piece)
            if !part.isEmpty {
                let place = start + Int(part.lowerBound - piece.lowerBound)
                let span = bytes.span
                try essence.append(span.extracting(place..<place + part.count))
            }
            guard range.upperBound <= piece.upperBound else { return }
            sample += 1
        }
    }

    /// Encrypts a piece in place.
    ///
    /// - Parameters:
    ///   - piece: its bytes in the segment; it ends where `pieceEnd` says.
    ///   - bytes: what it is in.
    ///   - start: where it starts in it.
    ///   - cipher: the cipher; nil leaves the piece as it is.
    /// - Throws: what the cipher throws.
    mutating func encrypt(
        _ piece: Range<UInt64>,
        in bytes: inout [UInt8],
        at start: Int,
        _ cipher: inout FragmentCipher?
    ) throws(CipherError) {
        var span = bytes.mutableSpan
        while range < ranges.count, ranges[range].range.lowerBound < piece.upperBound {
            let part = ranges[range].range.clamped(to: piece)
            if !part.isEmpty {
                let place = start + Int(part.lowerBound - piece.lowerBound)
                try cipher?.apply(to: ranges[range], part, in: &span, at: place)
            }
            guard ranges[range].range.upperBound <= piece.upperBound else { break }
            range += 1
        }
        try cipher?.flush(in: &span)
    }
}
