import Ciphers
import ISOBaseMedia
import SampleEncryption

/// Processes the samples of one fragment in pieces: adds their clear bytes to the MAC, then encrypts them.
struct FragmentEncryptor {
    private let layout: FragmentLayout
    private let order: SampleOrder
    private let trackIDs: [UInt32]
    private let ranges: [ProtectedRange]
    /// The position in `order` of the first sample that is not complete.
    private var samplePosition = 0
    /// The index of the first range that is not complete.
    private var rangeIndex = 0

    /// - Parameters:
    ///   - layout: the fragment.
    ///   - order: the order of its samples by offset.
    ///   - ranges: the ranges to encrypt, in the same order.
    init(_ layout: FragmentLayout, _ order: SampleOrder, _ ranges: [ProtectedRange]) {
        self.layout = layout
        self.order = order
        self.ranges = ranges
        trackIDs = layout.trackFragments.map(\.header.trackID)
    }

    /// Returns the end, at most `end`, of a piece that starts at `start`, such that no block is cut.
    func pieceEnd(from start: UInt64, upTo end: UInt64) -> UInt64 {
        var index = rangeIndex
        while index < ranges.count, ranges[index].range.upperBound < end { index += 1 }
        guard index < ranges.count, ranges[index].range.lowerBound < end, ranges[index].range.upperBound > end
        else { return end }
        let cut = FragmentCipher.partEnd(ranges[index], upTo: end)
        return cut > start ? cut : end
    }

    /// Adds the clear bytes of a piece to the MAC of the invariant.
    ///
    /// - Parameters:
    ///   - piece: the byte range of the piece in the segment.
    ///   - bytes: the buffer that holds the piece.
    ///   - start: the offset of the piece in the buffer.
    ///   - mac: the MAC that gets the samples.
    /// - Throws: `CipherError` if the cipher fails.
    mutating func authenticate(
        of piece: Range<UInt64>,
        _ bytes: [UInt8],
        at start: Int,
        _ mac: inout InvariantMAC
    ) throws(CipherError) {
        while samplePosition < layout.samples.count {
            let index = order.index(samplePosition)
            let range = layout.samples[index].range
            guard range.lowerBound < piece.upperBound || range.isEmpty && range.lowerBound == piece.upperBound
            else { return }
            if range.lowerBound >= piece.lowerBound {
                let track = trackIDs[layout.samples[index].trackFragmentIndex]
                try mac.begin(.sample(track: track), count: range.count)
            }
            let part = range.clamped(to: piece)
            if !part.isEmpty {
                let bufferOffset = start + Int(part.lowerBound - piece.lowerBound)
                let span = bytes.span
                try mac.append(span.extracting(bufferOffset..<bufferOffset + part.count))
            }
            guard range.upperBound <= piece.upperBound else { return }
            samplePosition += 1
        }
    }

    /// Encrypts a piece in place.
    ///
    /// - Parameters:
    ///   - piece: the byte range of the piece in the segment, which ends where `pieceEnd` says.
    ///   - bytes: the buffer that holds the piece.
    ///   - start: the offset of the piece in the buffer.
    ///   - cipher: the cipher, or nil to leave the piece as it is.
    /// - Throws: `CipherError` if the cipher fails.
    mutating func encrypt(
        _ piece: Range<UInt64>,
        in bytes: inout [UInt8],
        at start: Int,
        _ cipher: inout FragmentCipher?
    ) throws(CipherError) {
        var span = bytes.mutableSpan
        while rangeIndex < ranges.count, ranges[rangeIndex].range.lowerBound < piece.upperBound {
            let part = ranges[rangeIndex].range.clamped(to: piece)
            if !part.isEmpty {
                let bufferOffset = start + Int(part.lowerBound - piece.lowerBound)
                try cipher?.apply(to: ranges[rangeIndex], part, in: &span, at: bufferOffset)
            }
            guard ranges[rangeIndex].range.upperBound <= piece.upperBound else { break }
            rangeIndex += 1
        }
        try cipher?.flush(in: &span)
    }
}
