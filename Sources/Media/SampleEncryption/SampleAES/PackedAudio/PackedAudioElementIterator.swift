import Bitstreams
import ElementaryStreams
import ProtectionTerms

/// An iterator over the elements of a packed audio segment, clear or protected: ID3 tags and audio frames.
///
/// SAMPLE-AES leaves frame headers clear, so both forms of a segment give the same elements.
struct PackedAudioElementIterator: Sendable {
    enum Element {
        /// An ID3 tag, with its range in the window.
        case tag(ID3TagHeader, Range<Int>)
        case frame(AudioFrame)
    }

    /// The size of the largest tag that is accepted, in bytes: a whole tag is kept in memory.
    private static let maximumTagSize = 32 << 20
    /// The first letter of "ID3", with which no frame begins.
    private static let tagStart: UInt8 = 0x49

    /// The codec of the frames, or nil before the first frame.
    private(set) var codec: SampleAESCodec?
    private var scanner: AudioFrameScanner?

    /// Finds the next element.
    ///
    /// - Parameters:
    ///   - window: the bytes of the segment that were read.
    ///   - isLast: true if no more bytes will come.
    /// - Returns: the element, or nil if it is incomplete or there is none.
    /// - Throws: `SampleEncryptionError` for bytes that are no element, are cut off, or cannot be protected.
    mutating func next(
        in window: borrowing PackedAudioWindow,
        isLast: Bool
    ) throws(SampleEncryptionError) -> Element? {
        let position = window.next
        let offset = window.offset
        guard position < window.end else { return nil }
        let bytes = window.bytes.span.extracting(..<window.end)
        if bytes[position] == Self.tagStart {
            return try Self.tag(in: bytes, at: position, offset: offset, isLast: isLast)
        }
        if scanner == nil {
            let probe = PackedAudioProbe(offset: offset, isLast: isLast)
            guard let codec = try probe.codec(of: bytes, from: position) else { return nil }
            self.codec = codec
            scanner = codec.audioFrames.map { AudioFrameScanner($0) }
        }
        return try frame(in: bytes, at: position, offset: offset, isLast: isLast).map { .frame($0) }
    }

    private mutating func frame(
        in bytes: Span<UInt8>,
        at position: Int,
        offset: UInt64,
        isLast: Bool
    ) throws(SampleEncryptionError) -> AudioFrame? {
        do throws(ParseError) {
            let frame = try scanner?.next(in: bytes, at: position, isPacketStart: false, offset: offset)
            if frame == nil, isLast, let scanner {
                throw scanner.truncation(in: bytes, at: position, offset: offset)
            }
            return frame
        } catch {
            throw .malformed(error)
        }
    }

    private static func tag(
        in bytes: Span<UInt8>,
        at position: Int,
        offset: UInt64,
        isLast: Bool
    ) throws(SampleEncryptionError) -> Element? {
        let offset = offset + UInt64(position)
        let available = bytes.count - position
        guard available >= ID3TagHeader.size else {
            guard isLast else { return nil }
            throw .malformed(
                .truncated(offset: offset, needed: UInt64(ID3TagHeader.size), available: UInt64(available))
            )
        }
        let header = try header(in: bytes, at: position, offset: offset)
        let size = ID3TagHeader.size + header.remainingSize
        guard size <= maximumTagSize else {
            throw .unsupported(
                offset: offset,
                what: "an ID3 tag of \(size) bytes",
                remedy:
                    "Write tags of at most \(maximumTagSize) bytes, or use \(CommandOption.method) aes-128"
            )
        }
        guard size <= available else {
            guard isLast else { return nil }
            throw .malformed(.truncated(offset: offset, needed: UInt64(size), available: UInt64(available)))
        }
        return .tag(header, position..<position + size)
    }

    private static func header(
        in bytes: Span<UInt8>,
        at position: Int,
        offset: UInt64
    ) throws(SampleEncryptionError) -> ID3TagHeader {
        let header = (position..<position + ID3TagHeader.size).map { bytes[$0] }
        do {
            return try ID3TagHeader(header[...], at: offset)
        } catch {
            throw .malformed(error)
        }
    }
}
