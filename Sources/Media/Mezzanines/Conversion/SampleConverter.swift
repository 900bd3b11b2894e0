import Bitstreams
import ElementaryStreams

/// Converts the bytes of an elementary stream to the bytes of samples.
///
/// Samples consist of whole NAL units or frames in stream order. So the concatenated samples are the
/// concatenated NAL units or frames, wherever samples begin.
struct SampleConverter {
    /// The kind of the elementary stream.
    enum Kind: Hashable, Sendable {
        /// NAL units after start codes, which become lengths of four bytes; parameter sets are kept or left
        /// out.
        case nalUnits(NALUnitRole.Codec, keepingSets: Bool)
        /// Frames, which lose ADTS headers; packed audio has ID3 tags between them.
        case frames(AudioFrameScanner.Codec, hasTags: Bool)
    }

    /// A NAL unit or frame that goes into a sample.
    struct Piece {
        /// The start in the source bytes, after the start code or ADTS header.
        let start: Int
        /// The number of source bytes.
        let count: Int
        /// The size of the length before a NAL unit in the sample: 4 bytes, or 0 for a frame.
        let lengthSize: Int

        /// The number of bytes in the sample.
        var size: Int { lengthSize + count }
    }

    private let kind: Kind
    private var units: [AnnexBNALUnit] = []
    private var scanner: AudioFrameScanner?
    /// The number of bytes of a tag that are still to skip.
    private var remainingTagSize: UInt64 = 0

    init(_ kind: Kind) {
        self.kind = kind
        if case .frames(let codec, _) = kind { scanner = AudioFrameScanner(codec) }
    }

    /// Finds the complete pieces in the first `count` bytes.
    ///
    /// - Parameters:
    ///   - bytes: the source bytes, which begin with a NAL unit or frame, or a part of a tag.
    ///   - count: the number of valid bytes.
    ///   - isLast: true if these are the last bytes of the stream.
    ///   - pieces: receives the pieces.
    /// - Returns: the number of bytes that are no longer needed.
    /// - Throws: `ParseError` if a frame or tag is malformed.
    mutating func convert(
        _ bytes: [UInt8],
        count: Int,
        isLast: Bool,
        into pieces: inout [Piece]
    ) throws(ParseError) -> Int {
        switch kind {
        case .nalUnits(let codec, let keepingSets):
            return convertUnits(codec, keepingSets, bytes, count, isLast: isLast, into: &pieces)
        case .frames(_, let hasTags):
            return try convertFrames(bytes, count, hasTags: hasTags, into: &pieces)
        }
    }

    private mutating func convertUnits(
        _ codec: NALUnitRole.Codec,
        _ keepingSets: Bool,
        _ bytes: [UInt8],
        _ count: Int,
        isLast: Bool,
        into pieces: inout [Piece]
    ) -> Int {
        units.removeAll(keepingCapacity: true)
        let start = AnnexBScanner.scan(bytes.span.extracting(0..<count), into: &units)
        for unit in isLast ? units[...] : units.dropLast() where !unit.range.isEmpty {
            guard !NALUnitRole(codec, bytes, unit.range).isLeftOut(keepingSets: keepingSets) else { continue }
            pieces.append(Piece(start: unit.range.lowerBound, count: unit.range.count, lengthSize: 4))
        }
        guard !isLast else { return count }
        return units.last.map { $0.range.lowerBound - 3 } ?? min(start, max(0, count - 3))
    }

    private mutating func convertFrames(
        _ bytes: [UInt8],
        _ count: Int,
        hasTags: Bool,
        into pieces: inout [Piece]
    ) throws(ParseError) -> Int {
        guard var scanner else { return count }
        defer { self.scanner = scanner }
        var position = 0
        while position < count {
            if hasTags {
                let tag = try PackedAudioTags.skip(bytes, &position, count, &remainingTagSize, at: 0)
                if tag == .incomplete { break }
                if tag == .skipped { continue }
            }
            let span = bytes.span.extracting(0..<count)
            guard let frame = try scanner.next(in: span, at: position, isPacketStart: false, offset: 0) else {
                break
            }
            let headerSize = frame.headerSize
            pieces.append(
                Piece(start: position + headerSize, count: frame.range.count - headerSize, lengthSize: 0)
            )
            position = frame.range.upperBound
        }
        return position
    }
}

extension NALUnitRole {
    /// Creates the role of a NAL unit in an array.
    init(_ codec: Codec, _ bytes: [UInt8], _ range: Range<Int>) {
        func byte(_ index: Int) -> UInt8 { index < range.count ? bytes[range.lowerBound + index] : 0 }
        self.init(codec, byte(0), byte(1), byte(2))
    }
}
