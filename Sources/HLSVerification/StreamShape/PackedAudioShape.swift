internal import Bitstreams
internal import ElementaryStreams

/// Checks a segment of packed audio (RFC 8216, 3.4).
///
/// Checked: an exact run of frames of one format, from the end of the ID3 tag to the last byte; ID3 tags at the start
/// and between frames; the timestamp in the first one, where it is asked for; the CRC over every AC-3 and E-AC-3
/// syncframe, so that no change in those is missed.
///
/// Not noticed: a change inside an AAC or MPEG audio frame, and in tag frames other than the timestamp.
struct PackedAudioShape: StreamShapeChecker {
    private enum State {
        /// The header of a tag or frame is being collected.
        case header
        case frame(left: Int, hasChecksum: Bool)
        case tag(ID3TagHeader, left: Int)
    }

    /// Larger tags are passed over.
    private static let tagLimit = 1 << 20

    private let expectation: StreamExpectation
    private var state = State.header
    private var collected: [UInt8] = []
    private var checksum = CRC16ANSI()
    private var codec: PackedAudioCodec?
    private var format: PackedAudioFrame.Format?
    private var frameCount = 0
    /// Bytes seen so far.
    private var offset: UInt64 = 0
    /// Where the tag or frame at hand starts.
    private var unitOffset: UInt64 = 0
    private var timestamp: TransportStreamTimestamp?

    private(set) var fault: StreamShapeFault?

    init(expecting expectation: StreamExpectation) {
        self.expectation = expectation
    }

    var start: StreamStart? { timestamp.map { .transport([0: $0.value]) } }

    var kind: StreamKind { .packedAudio(codec) }

    mutating func consume(_ chunk: Span<UInt8>) {
        guard fault == nil else { return }
        var position = 0
        do throws(ParseError) {
            while position < chunk.count {
                switch state {
                case .header: try readHeader(chunk, &position)
                case .frame(let left, let hasChecksum):
                    try readFrame(left, hasChecksum, chunk, &position)
                case .tag(let header, let left): try readTag(header, left, chunk, &position)
                }
            }
        } catch {
            fault = StreamShapeFault(error, in: place)
        }
    }

    mutating func finish() {
        guard fault == nil else { return }
        do throws(ParseError) {
            try checkEnd()
        } catch {
            fault = StreamShapeFault(error, in: place)
        }
    }

    private var place: String {
        if case .tag = state { return "ID3 tag" }
        return "\(codec?.rawValue ?? "audio") frame \(frameCount)"
    }

    private func checkEnd() throws(ParseError) {
        let left =
            switch state {
            case .header where collected.isEmpty: 0
            case .header: (PackedAudioUnit.headerSize(startingWith: collected[...]) ?? 0) - collected.count
            case .frame(let left, _), .tag(_, let left): left
            }
        guard left == 0 else {
            let available = offset - unitOffset
            throw .truncated(offset: unitOffset, needed: available + UInt64(left), available: available)
        }
        guard frameCount > 0 else {
            throw .missing(offset: offset, "audio frame")
        }
    }
}

extension PackedAudioShape {
    private mutating func readHeader(_ chunk: Span<UInt8>, _ position: inout Int) throws(ParseError) {
        if collected.isEmpty { unitOffset = offset }
        collected.append(chunk[position])
        position += 1
        offset += 1
        guard let size = PackedAudioUnit.headerSize(startingWith: collected[...]) else {
            throw .invalid(
                offset: unitOffset,
                field: "bytes",
                found: collected.map(\.hexadecimalText).joined(separator: " "),
                expected: "the syncword of \(codec.map { "the next \($0.rawValue)" } ?? "an audio") frame"
            )
        }
        guard collected.count >= size else { return }
        let header = collected
        collected = []
        switch try PackedAudioUnit(header[...], at: unitOffset) {
        case .tag(let tag): try open(tag)
        case .frame(let frame): try open(frame, header)
        }
    }

    private mutating func open(_ tag: ID3TagHeader) throws(ParseError) {
        state = .tag(tag, left: tag.remainingSize)
        if tag.remainingSize == 0 { try closeTag(tag) }
    }

    private mutating func open(_ frame: PackedAudioFrame, _ header: [UInt8]) throws(ParseError) {
        if frameCount == 0, expectation.timestampTagRequired, timestamp == nil {
            throw .missing(offset: 0, "ID3 PRIV frame " + TransportStreamTimestamp.owner)
        }
        guard format == nil || format == frame.format else {
            throw .invalid(
                offset: unitOffset,
                field: "frame header",
                found: "of another format",
                expected: "codec, sampling rate and channels of the frames before it"
            )
        }
        format = frame.format
        if codec != .eac3 { codec = frame.codec }
        checksum = CRC16ANSI()
        // The syncword is not part of what the CRC covers.
        for byte in header.dropFirst(2) { checksum.update(byte) }
        state = .frame(left: frame.size - header.count, hasChecksum: frame.hasChecksum)
    }

    private mutating func readFrame(
        _ left: Int,
        _ hasChecksum: Bool,
        _ chunk: Span<UInt8>,
        _ position: inout Int
    ) throws(ParseError) {
        let count = min(left, chunk.count - position)
        if hasChecksum { checksum.update(chunk.extracting(position..<position + count)) }
        position += count
        offset += UInt64(count)
        state = .frame(left: left - count, hasChecksum: hasChecksum)
        guard count == left else { return }
        guard !hasChecksum || checksum.value == 0 else {
            throw .invalid(
                offset: unitOffset,
                field: "syncframe",
                found: "with a wrong CRC",
                expected: "the frame that its CRC was made of"
            )
        }
        frameCount += 1
        state = .header
    }

    private mutating func readTag(
        _ header: ID3TagHeader,
        _ left: Int,
        _ chunk: Span<UInt8>,
        _ position: inout Int
    ) throws(ParseError) {
        let count = min(left, chunk.count - position)
        if header.remainingSize <= Self.tagLimit {
            for index in position..<position + count { collected.append(chunk[index]) }
        }
        position += count
        offset += UInt64(count)
        state = .tag(header, left: left - count)
        if count == left { try closeTag(header) }
    }

    private mutating func closeTag(_ header: ID3TagHeader) throws(ParseError) {
        let body = collected
        collected = []
        if body.count == header.remainingSize {
            let tag = try ID3Tag(header, body: body[...], at: unitOffset + UInt64(ID3TagHeader.size))
            if unitOffset == 0 { timestamp = try TransportStreamTimestamp(tag, at: unitOffset) }
        }
        state = .header
    }
}
