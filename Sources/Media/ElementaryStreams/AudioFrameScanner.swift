package import Bitstreams

/// Finds the frames of one audio stream, clear or protected by SAMPLE-AES, in the order of the stream.
///
/// Each frame is as long as its header says and the next one stands right behind it; what looks like a syncword inside
/// of a frame is not looked at. All frames are of one format. Frames of E-AC-3 are gathered to access units of six
/// audio blocks (ETSI TS 102 366 annex E); a frame of AC-3 among them is the independent substream 0 that dependent
/// substreams extend.
package struct AudioFrameScanner: Sendable {
    /// What the frames are.
    package enum Codec: Hashable, Sendable {
        /// ADTS frames.
        case aac
        /// Syncframes of AC-3.
        case ac3
        /// Syncframes of E-AC-3 and of AC-3, each of which says what it is.
        case eac3
    }

    /// Audio blocks of an access unit.
    private static let accessUnitBlocks = 6

    private let codec: Codec
    /// What the frames before had in common; nil before the first frame.
    private var format: PackedAudioFrame.Format?
    /// Whether no frame was there yet.
    private var isAtStart = true
    /// Audio blocks of substream 0 in the access unit at hand.
    private var blocks = 0
    /// The header at hand, kept so that a frame allocates nothing.
    private var header: [UInt8]

    /// Nothing seen yet.
    package init(_ codec: Codec) {
        self.codec = codec
        header = Array(repeating: 0, count: codec.prefixSize)
    }

    /// Appends the frames that are whole in `bytes`, from `start` on.
    ///
    /// - Parameters:
    ///   - bytes: the elementary stream.
    ///   - start: where a frame starts.
    ///   - isPacketStart: whether a PES packet starts there: an access unit of E-AC-3 starts there, too.
    ///   - frames: gets the frames.
    ///   - offset: where `bytes` stands in the file, for errors.
    /// - Returns: where the first frame starts that is not whole; the end when there is none.
    /// - Throws: `ParseError` where a frame should start and something else is there, or a frame of another format.
    package mutating func scan(
        _ bytes: Span<UInt8>,
        from start: Int,
        isPacketStart: Bool,
        into frames: inout [AudioFrame],
        at offset: UInt64
    ) throws(ParseError) -> Int {
        var position = start
        while position < bytes.count,
            let frame = try next(
                in: bytes,
                at: position,
                isPacketStart: isPacketStart && position == start,
                offset: offset
            )
        {
            frames.append(frame)
            position = frame.range.upperBound
        }
        return position
    }

    /// The frame at `position`; nil when it is not whole.
    ///
    /// - Parameters:
    ///   - bytes: the elementary stream.
    ///   - position: where a frame starts.
    ///   - isPacketStart: whether a PES packet starts there.
    ///   - offset: where `bytes` stands in the file, for errors.
    /// - Returns: the frame. When it is nil, nothing of it was taken note of.
    /// - Throws: `ParseError` where something else is there, or a frame of another format.
    package mutating func next(
        in bytes: Span<UInt8>,
        at position: Int,
        isPacketStart: Bool,
        offset: UInt64
    ) throws(ParseError) -> AudioFrame? {
        let offset = offset + UInt64(position)
        let count = min(codec.prefixSize, bytes.count - position)
        for index in 0..<count { header[index] = bytes[position + index] }
        try checkSyncword(count, at: offset)
        guard count == codec.prefixSize else { return nil }
        let start = try AudioFrameStart(codec, header[...], at: offset)
        guard start.size <= bytes.count - position else { return nil }
        try compare(start.format, at: offset)
        return AudioFrame(
            range: position..<position + start.size,
            headerSize: start.headerSize,
            startsAccessUnit: beginsAccessUnit(start, isPacketStart: isPacketStart)
        )
    }

    /// Why a frame that `next` found not to be whole cannot be read, when no more bytes come.
    ///
    /// - Parameters:
    ///   - bytes: the elementary stream.
    ///   - position: where the frame starts.
    ///   - offset: where `bytes` stands in the file.
    /// - Returns: how many bytes it needs and how many are there.
    package func truncation(in bytes: Span<UInt8>, at position: Int, offset: UInt64) -> ParseError {
        let offset = offset + UInt64(position)
        let available = bytes.count - position
        var prefix: [UInt8] = []
        for index in position..<min(bytes.count, position + codec.prefixSize) { prefix.append(bytes[index]) }
        let size =
            prefix.count < codec.prefixSize ? nil : try? AudioFrameStart(codec, prefix[...], at: offset).size
        return .truncated(
            offset: offset,
            needed: UInt64(size ?? codec.prefixSize),
            available: UInt64(available)
        )
    }

    /// Looks at as much of the syncword as is there.
    private func checkSyncword(_ count: Int, at offset: UInt64) throws(ParseError) {
        guard count > 0, !codec.startsFrame(header[0], count > 1 ? header[1] : nil) else { return }
        // Only the bytes that are wrong, so that the message is the same however the stream is cut into pieces.
        let shown = codec.startsFrame(header[0], nil) ? 2 : 1
        throw .invalid(
            offset: offset,
            field: "bytes",
            found: header.prefix(shown).map(\.hexadecimalText).joined(separator: " "),
            expected: "the syncword of the next \(codec.name) frame"
        )
    }

    private mutating func compare(_ format: PackedAudioFrame.Format, at offset: UInt64) throws(ParseError) {
        guard let before = self.format else {
            self.format = format
            return
        }
        guard format == before else {
            throw .invalid(
                offset: offset,
                field: "frame header",
                found: "of another format",
                expected: "\(codec.formatText) of the frames before it"
            )
        }
    }

    private mutating func beginsAccessUnit(_ start: AudioFrameStart, isPacketStart: Bool) -> Bool {
        guard codec == .eac3 else { return true }
        let begins = isPacketStart || isAtStart || start.blocks > 0 && blocks >= Self.accessUnitBlocks
        isAtStart = false
        blocks = begins ? start.blocks : blocks + start.blocks
        return begins
    }
}
