package import Bitstreams

/// A scanner for the frames of one audio stream, clear or encrypted with SAMPLE-AES, in stream order.
///
/// Each frame has the length that its header gives, and the next one follows directly; syncwords within a
/// frame are ignored. All frames have the same format. E-AC-3 frames form access units of six audio blocks
/// (ETSI TS 102 366 annex E). An AC-3 frame among them is the independent substream 0 that dependent
/// substreams extend.
package struct AudioFrameScanner: Sendable {
    /// The codec of the frames.
    package enum Codec: Hashable, Sendable {
        /// AAC in ADTS frames.
        case aac
        /// AC-3 syncframes.
        case ac3
        /// E-AC-3 and AC-3 syncframes, each identified by its bsid.
        case eac3
    }

    /// The number of audio blocks in an access unit.
    private static let accessUnitBlockCount = 6

    private let codec: Codec
    /// The format of the previous frames, or nil before the first frame.
    private var format: PackedAudioFrame.Format?
    /// Indicates whether no frame was found yet; used for E-AC-3 only.
    private var isAtStart = true
    /// The number of audio blocks of substream 0 in the current access unit.
    private var audioBlockCount = 0
    /// The current header, kept so that no frame needs an allocation.
    private var header: [UInt8]

    /// Creates a scanner before the first frame.
    package init(_ codec: Codec) {
        self.codec = codec
        header = Array(repeating: 0, count: codec.prefixSize)
    }

    /// Appends the complete frames in `bytes`, from `start` on.
    ///
    /// - Parameters:
    ///   - bytes: the elementary stream.
    ///   - start: the position at which a frame starts.
    ///   - isPacketStart: true if a PES packet starts there, and with it an access unit of E-AC-3.
    ///   - frames: receives the frames.
    ///   - offset: the offset of `bytes` in the file, for errors.
    /// - Returns: the position of the first incomplete frame, or the end of `bytes` if there is none.
    /// - Throws: `ParseError` if a frame is expected and something else is found, or a frame of another
    ///   format.
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

    /// Returns the frame at `position`, or nil if it is incomplete.
    ///
    /// - Parameters:
    ///   - bytes: the elementary stream.
    ///   - position: the position at which a frame starts.
    ///   - isPacketStart: true if a PES packet starts there.
    ///   - offset: the offset of `bytes` in the file, for errors.
    /// - Returns: the frame; nil leaves the state of the scanner unchanged.
    /// - Throws: `ParseError` if something else is found, or a frame of another format.
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
        let frameHeader = try AudioFrameHeader(codec, header[...], at: offset)
        guard frameHeader.size <= bytes.count - position else { return nil }
        try checkFormat(frameHeader.format, at: offset)
        return AudioFrame(
            range: position..<position + frameHeader.size,
            headerSize: frameHeader.headerSize,
            startsAccessUnit: beginsAccessUnit(frameHeader, isPacketStart: isPacketStart)
        )
    }

    /// Returns the error for a frame that `next` found incomplete at the end of the stream.
    ///
    /// - Parameters:
    ///   - bytes: the elementary stream.
    ///   - position: the position at which the frame starts.
    ///   - offset: the offset of `bytes` in the file.
    /// - Returns: `.truncated`, with the numbers of bytes needed and available.
    package func truncation(in bytes: Span<UInt8>, at position: Int, offset: UInt64) -> ParseError {
        let offset = offset + UInt64(position)
        let available = bytes.count - position
        var prefix: [UInt8] = []
        for index in position..<min(bytes.count, position + codec.prefixSize) { prefix.append(bytes[index]) }
        let size =
            prefix.count < codec.prefixSize ? nil : try? AudioFrameHeader(codec, prefix[...], at: offset).size
        return .truncated(
            offset: offset,
            needed: UInt64(size ?? codec.prefixSize),
            available: UInt64(available)
        )
    }

    /// Checks the available bytes of the syncword.
    private func checkSyncword(_ count: Int, at offset: UInt64) throws(ParseError) {
        guard count > 0, !codec.startsFrame(header[0], count > 1 ? header[1] : nil) else { return }
        // Only the wrong bytes, so that the message does not depend on how the stream is cut into pieces.
        let shown = codec.startsFrame(header[0], nil) ? 2 : 1
        throw .invalid(
            offset: offset,
            field: "bytes",
            found: header.prefix(shown).map(\.hexadecimalText).joined(separator: " "),
            expected: "the syncword of the next \(codec.name) frame"
        )
    }

    private mutating func checkFormat(_ format: PackedAudioFrame.Format, at offset: UInt64) throws(ParseError)
    {
        guard let previousFormat = self.format else {
            self.format = format
            return
        }
        guard format == previousFormat else {
            throw .invalid(
                offset: offset,
                field: "frame header",
                found: "of a different format",
                expected: "\(codec.formatDescription) of the frames before it"
            )
        }
    }

    private mutating func beginsAccessUnit(_ frameHeader: AudioFrameHeader, isPacketStart: Bool) -> Bool {
        guard codec == .eac3 else { return true }
        let begins =
            isPacketStart || isAtStart
            || frameHeader.audioBlockCount > 0 && audioBlockCount >= Self.accessUnitBlockCount
        isAtStart = false
        audioBlockCount = begins ? frameHeader.audioBlockCount : audioBlockCount + frameHeader.audioBlockCount
        return begins
    }
}
