package import Bitstreams

/// Follows audio frames that stand back to back, with ID3 tags between them.
///
/// Each is as long as its header says, and all are of one format. Where that is asked for, the CRCs of AC-3 and E-AC-3
/// syncframes are compared with their bytes: frames of SAMPLE-AES never have the right one.
package struct AudioFrameRun: Sendable {
    private enum State {
        /// The header of a tag or frame is being collected.
        case header
        case frame(PackedAudioFrame, left: Int)
        case tag(ID3TagHeader, left: Int)
    }

    /// How many syncframes have the right CRC, and the first that has not.
    package struct Checksums: Hashable, Sendable {
        /// Frames whose CRC is that of their bytes.
        package fileprivate(set) var intactCount = 0
        /// The first frame whose CRC is not; nil where there is none.
        package fileprivate(set) var firstFault: ParseError?
        /// Frames of its run in front of that; not those of runs before, whose checksums were handed on.
        package fileprivate(set) var frameCountBeforeFault = 0

        /// None seen yet.
        package init() {}

        /// Throws the first fault.
        package func check() throws(ParseError) {
            if let firstFault { throw firstFault }
        }
    }

    /// Larger tags are passed over.
    private static let tagLimit = 1 << 20

    private static let descriptionOwner = "com.apple.streaming.audioDescription"

    private var state = State.header
    private var collected: [UInt8] = []
    private var checksum = CRC16ANSI()
    /// Where the tag or frame at hand starts.
    private var unitOffset: UInt64 = 0

    private let checksCRC: Bool

    /// What the frames are; nil before the first one.
    package private(set) var codec: PackedAudioCodec?
    /// What the frames have in common; nil before the first one.
    package private(set) var format: PackedAudioFrame.Format?
    /// Frames that were started.
    package private(set) var frameCount = 0
    /// Samples of each channel in the frames that were started.
    package private(set) var sampleCount: UInt64 = 0
    /// Whether the tags before the first frame describe encrypted audio (Apple, "MPEG-2 Stream Encryption Format for
    /// HTTP Live Streaming", Audio Setup).
    package private(set) var hasAudioDescription = false
    /// The timestamp in the tags before the first frame.
    package private(set) var timestamp: TransportStreamTimestamp?
    /// What the CRCs of the frames that are whole say.
    package private(set) var checksums: Checksums

    /// Nothing read yet.
    ///
    /// - Parameters:
    ///   - checksCRC: whether CRCs are looked at.
    ///   - checksums: those of frames before, to which others are added.
    package init(checksCRC: Bool = true, checksums: Checksums = Checksums()) {
        self.checksCRC = checksCRC
        self.checksums = checksums
    }

    /// Takes the next bytes of the run.
    ///
    /// - Parameters:
    ///   - data: bytes that follow those before.
    ///   - offset: where they stand in the stream, which need not be behind those before.
    /// - Throws: `ParseError` where a frame or tag is expected and something else is there.
    package mutating func consume(_ data: Span<UInt8>, at offset: UInt64) throws(ParseError) {
        var position = 0
        while position < data.count {
            switch state {
            case .header: try readHeader(data, &position, at: offset)
            case .frame(let frame, let left): readFrame(frame, left, data, &position)
            case .tag(let header, let left): try readTag(header, left, data, &position)
            }
        }
    }

    /// Throws when the run ends inside a frame or tag.
    package func checkEnd() throws(ParseError) {
        let (size, left) =
            switch state {
            case .header where collected.isEmpty: (0, 0)
            case .header: (headerSize, headerSize - collected.count)
            case .frame(let frame, let left): (frame.size, left)
            case .tag(let header, let left): (ID3TagHeader.size + header.remainingSize, left)
            }
        guard left == 0 else {
            throw .truncated(offset: unitOffset, needed: UInt64(size), available: UInt64(size - left))
        }
    }

    /// Bytes of the header at hand.
    private var headerSize: Int {
        PackedAudioUnit.headerSize(startingWith: collected[...]) ?? collected.count
    }

    private mutating func readHeader(
        _ data: Span<UInt8>,
        _ position: inout Int,
        at offset: UInt64
    ) throws(ParseError) {
        if collected.isEmpty { unitOffset = offset + UInt64(position) }
        collected.append(data[position])
        position += 1
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
        collected.removeAll(keepingCapacity: true)
        switch try PackedAudioUnit(header[...], at: unitOffset) {
        case .tag(let tag):
            state = .tag(tag, left: tag.remainingSize)
            if tag.remainingSize == 0 { try closeTag(tag) }
        case .frame(let frame):
            try open(frame, header)
        }
    }

    private mutating func open(_ frame: PackedAudioFrame, _ header: [UInt8]) throws(ParseError) {
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
        frameCount += 1
        sampleCount += UInt64(frame.sampleCount)
        checksum = CRC16ANSI()
        // The syncword is not part of what the CRC covers.
        if frame.hasChecksum { for byte in header.dropFirst(2) { checksum.update(byte) } }
        state = .frame(frame, left: frame.size - header.count)
    }

    private mutating func readFrame(
        _ frame: PackedAudioFrame,
        _ left: Int,
        _ data: Span<UInt8>,
        _ position: inout Int
    ) {
        let count = min(left, data.count - position)
        let isChecked = checksCRC && frame.hasChecksum
        if isChecked { checksum.update(data.extracting(position..<position + count)) }
        position += count
        state = count < left ? .frame(frame, left: left - count) : .header
        guard count == left, isChecked else { return }
        if checksum.value == 0 {
            checksums.intactCount += 1
        } else if checksums.firstFault == nil {
            checksums.frameCountBeforeFault = frameCount - 1
            checksums.firstFault = .invalid(
                offset: unitOffset,
                field: "syncframe",
                found: "with a wrong CRC",
                expected: "the bytes that its CRC was made of"
            )
        }
    }

    private mutating func readTag(
        _ header: ID3TagHeader,
        _ left: Int,
        _ data: Span<UInt8>,
        _ position: inout Int
    ) throws(ParseError) {
        let count = min(left, data.count - position)
        if header.remainingSize <= Self.tagLimit {
            for index in position..<position + count { collected.append(data[index]) }
        }
        position += count
        state = .tag(header, left: left - count)
        if count == left { try closeTag(header) }
    }

    private mutating func closeTag(_ header: ID3TagHeader) throws(ParseError) {
        let body = collected
        collected = []
        state = .header
        guard body.count == header.remainingSize else { return }
        let tag = try ID3Tag(header, body: body[...], at: unitOffset + UInt64(ID3TagHeader.size))
        guard frameCount == 0 else { return }
        let owner = Array(Self.descriptionOwner.utf8) + [0]
        if tag.frames.contains(where: { $0.identifier == "PRIV" && $0.body.starts(with: owner) }) {
            hasAudioDescription = true
        }
        guard timestamp == nil else { return }
        timestamp = try TransportStreamTimestamp(tag, at: unitOffset)
    }
}
