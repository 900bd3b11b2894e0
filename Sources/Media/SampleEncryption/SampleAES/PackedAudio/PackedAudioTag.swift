import Bitstreams
import ElementaryStreams

/// An ID3 tag before the first frame of packed audio, with the frames that matter to SAMPLE-AES: timestamp
/// and audio description.
///
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Packed audio; id3.org, ID3v2.3.0
/// and ID3v2.4.0, on sizes and PRIV frames.
struct PackedAudioTag {
    /// The owner of the PRIV frame with the audio setup information.
    private static let descriptionOwner = "com.apple.streaming.audioDescription"
    /// The size of a frame header in bytes: identifier, size and flags.
    private static let frameHeaderSize = 10
    /// The range of the size field in the tag.
    private static let sizeRange = 6..<10

    /// The tag, header included.
    private let bytes: [UInt8]
    private let header: ID3TagHeader
    let hasTimestamp: Bool
    /// The audio setup information, or nil if the segment is not protected.
    let description: AudioSetupInformation?
    /// The position in the tag at which the frame with the timestamp ends, or the end of the tag if there is
    /// none.
    let timestampEnd: Int
    /// The range in the tag of the frame with the audio setup information, empty if there is none.
    private let descriptionRange: Range<Int>

    /// Parses a tag.
    ///
    /// - Parameters:
    ///   - header: the header of the tag.
    ///   - bytes: the whole tag.
    ///   - offset: the offset of the tag in the segment.
    /// - Throws: `SampleEncryptionError` if the tag, its timestamp or its audio description is malformed.
    init(_ header: ID3TagHeader, _ bytes: [UInt8], at offset: UInt64) throws(SampleEncryptionError) {
        self.header = header
        self.bytes = bytes
        do {
            let tag = try ID3Tag(
                header,
                body: bytes[ID3TagHeader.size...],
                at: offset + UInt64(ID3TagHeader.size)
            )
            hasTimestamp = try TransportStreamTimestamp(tag, at: offset) != nil
            timestampEnd = tag.privateFrame(of: TransportStreamTimestamp.owner)?.body.endIndex ?? bytes.count
            let frame = tag.privateFrame(of: Self.descriptionOwner)
            descriptionRange =
                frame.map { $0.body.startIndex - Self.frameHeaderSize..<$0.body.endIndex } ?? 0..<0
            description = try frame.map { (frame) throws(ParseError) in
                try Self.checkFlags(frame, at: offset)
                let data = frame.body.dropFirst(Self.descriptionOwner.utf8.count + 1)
                return try AudioSetupInformation(data, at: offset + UInt64(data.startIndex))
            }
        } catch {
            throw .malformed(error)
        }
    }

    /// Throws if the second byte of a frame's flags is not 0: decoders may not read a frame that is
    /// compressed, encrypted, or in an unknown format.
    ///
    /// The first byte is for tag editors (ID3v2.4.0 main structure, 4.1).
    private static func checkFlags(_ frame: ID3Tag.Frame, at offset: UInt64) throws(ParseError) {
        guard frame.flags & 0xFF != 0 else { return }
        throw .invalid(
            offset: offset + UInt64(frame.body.startIndex) - 2,
            field: "flags of the frame of the audio description",
            found: "0x" + String(frame.flags, radix: 16),
            expected: "0x00 in the second byte"
        )
    }

    /// The feature that prevents adding a frame to the tag, or nil if one can be added.
    var unsupportedFeature: String? {
        if !(3...4).contains(header.majorVersion) { return "version 2.\(header.majorVersion)" }
        if header.flags & 0x80 != 0 { return "unsynchronisation" }
        if header.flags & 0x40 != 0 { return "an extended header" }
        return header.majorVersion == 4 && header.flags & 0x10 != 0 ? "a footer" : nil
    }

    /// Returns the PRIV frame with `setup`, in the tag's version of ID3v2.
    func descriptionFrame(_ setup: AudioSetupInformation) -> [UInt8] {
        let body = Array(Self.descriptionOwner.utf8) + [0] + setup.bytes
        let size = header.majorVersion >= 4 ? Self.synchsafe(body.count) : Self.plain(body.count)
        return Array("PRIV".utf8) + size + [0, 0] + body
    }

    /// Returns the size field of the tag after it has grown by `count` bytes, and the range of that field in
    /// the tag.
    func sizeField(adding count: Int) -> (range: Range<Int>, bytes: [UInt8]) {
        (Self.sizeRange, Self.synchsafe(header.bodySize + count))
    }

    /// The tag without the frame of the audio setup information.
    var withoutDescription: [UInt8] {
        guard !descriptionRange.isEmpty else { return bytes }
        var tag = bytes
        tag.replaceSubrange(Self.sizeRange, with: Self.synchsafe(header.bodySize - descriptionRange.count))
        tag.removeSubrange(descriptionRange)
        return tag
    }

    /// Returns a value as four bytes of 7 bits each, as ID3 sizes are written.
    private static func synchsafe(_ value: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: value >> $0) & 0x7F }
    }

    private static func plain(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

extension ID3Tag {
    /// Returns the first PRIV frame of `owner`, or nil if there is none.
    fileprivate func privateFrame(of owner: String) -> Frame? {
        let prefix = Array(owner.utf8) + [0]
        return frames.first { $0.identifier == "PRIV" && $0.body.starts(with: prefix) }
    }
}
