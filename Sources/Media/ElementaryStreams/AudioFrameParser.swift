package import Bitstreams

/// A parser for a run of adjacent audio frames, with ID3 tags between them.
///
/// Each frame has the length that its header gives, and all frames have the same format. If requested, the
/// CRCs of AC-3 and E-AC-3 syncframes are checked; they are never correct in frames that are encrypted with
/// SAMPLE-AES.
package struct AudioFrameParser: Sendable {
    private enum State {
        /// The header of a tag or frame is being collected.
        case header
        case frame(PackedAudioFrame, left: Int)
        case tag(ID3TagHeader, left: Int)
    }

    /// The results of checking the CRCs of syncframes.
    package struct Checksums: Hashable, Sendable {
        /// The number of frames with a correct CRC.
        package fileprivate(set) var intactCount = 0
        /// The error for the first frame with a wrong CRC, or nil if there is none.
        package fileprivate(set) var firstFault: ParseError?
        /// The number of frames before `firstFault` in the same run; frames of earlier runs do not count.
        package fileprivate(set) var frameCountBeforeFault = 0

        /// Creates results for no frames.
        package init() {}

        /// Throws the first fault, if there is one.
        package func check() throws(ParseError) {
            if let firstFault { throw firstFault }
        }
    }

    /// The largest tag body to read, in bytes; larger tags are skipped.
    private static let tagLimit = 1 << 20

    private static let descriptionOwner = "com.apple.streaming.audioDescription"

    private var state = State.header
    private var collected: [UInt8] = []
    private var checksum = CRC16ANSI()
    /// The offset of the current tag or frame.
    private var elementOffset: UInt64 = 0

    private let checksCRC: Bool

    /// The codec of the frames, E-AC-3 once one of them is, or nil before the first frame.
    package private(set) var codec: PackedAudioCodec?
    /// The format of all frames, or nil before the first frame.
    package private(set) var format: PackedAudioFrame.Format?
    /// The number of frames that have begun.
    package private(set) var frameCount = 0
    /// The number of samples of each channel in the frames that have begun.
    package private(set) var sampleCount: UInt64 = 0
    /// Indicates whether the tags before the first frame describe encrypted audio (Apple, "MPEG-2 Stream
    /// Encryption Format for HTTP Live Streaming", Audio Setup).
    package private(set) var hasAudioDescription = false
    /// The timestamp in the tags before the first frame, or nil if they have none.
    package private(set) var timestamp: TransportStreamTimestamp?
    /// The results of checking the CRCs of complete frames.
    package private(set) var checksums: Checksums

    /// Creates a parser for a new run.
    ///
    /// - Parameters:
    ///   - checksCRC: true to check CRCs.
    ///   - checksums: the results of earlier runs, to which those of this run are added.
    package init(checksCRC: Bool = true, checksums: Checksums = Checksums()) {
        self.checksCRC = checksCRC
        self.checksums = checksums
    }

    /// Processes the next bytes of the run.
    ///
    /// - Parameters:
    ///   - data: the bytes that follow the previous ones.
    ///   - offset: the offset of `data` in the stream, which need not follow that of the previous bytes.
    /// - Throws: `ParseError` if a frame or tag is expected and something else is found, or a frame of
    ///   another format.
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

    /// Throws if the run ends within a frame or tag.
    package func checkEnd() throws(ParseError) {
        let (size, left) =
            switch state {
            case .header where collected.isEmpty: (0, 0)
            case .header: (headerSize, headerSize - collected.count)
            case .frame(let frame, let left): (frame.size, left)
            case .tag(let header, let left): (ID3TagHeader.size + header.remainingSize, left)
            }
        guard left == 0 else {
            throw .truncated(offset: elementOffset, needed: UInt64(size), available: UInt64(size - left))
        }
    }

    /// The size of the current header, in bytes.
    private var headerSize: Int {
        PackedAudioElement.headerSize(startingWith: collected[...]) ?? collected.count
    }

    private mutating func readHeader(
        _ data: Span<UInt8>,
        _ position: inout Int,
        at offset: UInt64
    ) throws(ParseError) {
        if collected.isEmpty { elementOffset = offset + UInt64(position) }
        collected.append(data[position])
        position += 1
        guard let size = PackedAudioElement.headerSize(startingWith: collected[...]) else {
            throw .invalid(
                offset: elementOffset,
                field: "bytes",
                found: collected.map(\.hexadecimalText).joined(separator: " "),
                expected: "the syncword of \(codec.map { "the next \($0.rawValue)" } ?? "an audio") frame"
            )
        }
        guard collected.count >= size else { return }
        let header = collected
        collected.removeAll(keepingCapacity: true)
        switch try PackedAudioElement(header[...], at: elementOffset) {
        case .tag(let tag):
            state = .tag(tag, left: tag.remainingSize)
            if tag.remainingSize == 0 { try closeTag(tag) }
        case .frame(let frame):
            try beginFrame(frame, header)
        }
    }

    private mutating func beginFrame(_ frame: PackedAudioFrame, _ header: [UInt8]) throws(ParseError) {
        guard format == nil || format == frame.format else {
            throw .invalid(
                offset: elementOffset,
                field: "frame header",
                found: "of a different format",
                expected: "codec, sampling rate and channels of the frames before it"
            )
        }
        format = frame.format
        if codec != .eac3 { codec = frame.codec }
        frameCount += 1
        sampleCount += UInt64(frame.sampleCount)
        checksum = CRC16ANSI()
        // The CRC does not cover the syncword.
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
                offset: elementOffset,
                field: "syncframe",
                found: "with a wrong CRC",
                expected: "bytes that match its CRC"
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
        let tag = try ID3Tag(header, body: body[...], at: elementOffset + UInt64(ID3TagHeader.size))
        guard frameCount == 0 else { return }
        let owner = Array(Self.descriptionOwner.utf8) + [0]
        if tag.frames.contains(where: { $0.identifier == "PRIV" && $0.body.starts(with: owner) }) {
            hasAudioDescription = true
        }
        guard timestamp == nil else { return }
        timestamp = try TransportStreamTimestamp(tag, at: elementOffset)
    }
}
