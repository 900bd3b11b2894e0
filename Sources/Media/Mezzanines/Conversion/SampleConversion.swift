import Bitstreams
import ElementaryStreams

/// How samples are made of the bytes of an elementary stream.
///
/// Each sample is made of units of the stream, NAL units or frames, one behind the other, and no unit is in two samples: so what
/// all samples are together depends on the units alone.
struct SampleConversion {
    /// What the elementary stream is.
    enum Kind: Hashable, Sendable {
        /// NAL units behind start codes, which become lengths of four bytes; parameter sets are among them, or go.
        case nalUnits(NALUnitRole.Codec, keepingSets: Bool)
        /// Frames, which lose an ADTS header, with ID3 tags between them where they come as packed audio.
        case frames(AudioFrameScanner.Codec, hasTags: Bool)
    }

    /// A unit that goes into a sample.
    struct Piece {
        /// Where it starts in the bytes.
        let start: Int
        /// How long it is there.
        let count: Int
        /// Bytes of the length in front of it: 4 or 0.
        let lengthSize: Int

        /// Bytes in the sample.
        var size: Int { lengthSize + count }
    }

    private let kind: Kind
    private var units: [AnnexBUnit] = []
    private var scanner: AudioFrameScanner?
    /// Bytes of a tag that are still to be passed over.
    private var tagBytes: UInt64 = 0

    init(_ kind: Kind) {
        self.kind = kind
        if case .frames(let codec, _) = kind { scanner = AudioFrameScanner(codec) }
    }

    /// Finds the pieces that are whole in the first `count` bytes.
    ///
    /// - Parameters:
    ///   - bytes: begin with a unit, or a part of a tag.
    ///   - count: those that mean something.
    ///   - isLast: whether no more bytes come.
    ///   - pieces: gets the pieces.
    /// - Returns: how many bytes are done with.
    /// - Throws: `ParseError` where bytes are no units.
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
        let start = AnnexB.scan(bytes.span.extracting(0..<count), into: &units)
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
                let tag = try PackedAudioTags.skip(bytes, &position, count, &tagBytes, at: 0)
                if tag == .incomplete { break }
                if tag == .skipped { continue }
            }
            let span = bytes.span.extracting(0..<count)
            guard let frame = try scanner.next(in: span, at: position, isPacketStart: false, offset: 0) else {
                break
            }
            let header = frame.headerSize
            pieces.append(Piece(start: position + header, count: frame.range.count - header, lengthSize: 0))
            position = frame.range.upperBound
        }
        return position
    }
}

extension NALUnitRole {
    /// The role of a unit that stands in an array.
    init(_ codec: Codec, _ bytes: [UInt8], _ range: Range<Int>) {
        func byte(_ index: Int) -> UInt8 { index < range.count ? bytes[range.lowerBound + index] : 0 }
        self.init(codec, byte(0), byte(1), byte(2))
    }
}
