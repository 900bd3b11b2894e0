package import Bitstreams

/// An element of packed audio: an ID3 tag or an audio frame.
package enum PackedAudioElement: Hashable, Sendable {
    /// An ID3 tag.
    case tag(ID3TagHeader)
    /// An audio frame.
    case frame(PackedAudioFrame)

    /// Returns the number of header bytes of the element that starts with `prefix`, or nil if it is of no
    /// known kind.
    package static func headerSize(startingWith prefix: ArraySlice<UInt8>) -> Int? {
        guard let first = prefix.first, let second = prefix.dropFirst().first else { return 2 }
        if first == 0x49, second == 0x44 { return ID3TagHeader.size }
        if ADTSHeader.startsFrame(first, second) { return ADTSHeader.size }
        if MPEGAudioHeader.startsFrame(first, second) { return MPEGAudioHeader.size }
        if AC3SyncFrame.startsFrame(first, second) { return AC3SyncFrame.prefixSize }
        return nil
    }

    /// Parses the header of the element at the start of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: at least as many bytes as `headerSize` returns.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        guard let first = bytes.first, let second = bytes.dropFirst().first else {
            throw .truncated(offset: offset, needed: 2, available: UInt64(bytes.count))
        }
        if first == 0x49, second == 0x44 {
            self = .tag(try ID3TagHeader(bytes, at: offset))
        } else if ADTSHeader.startsFrame(first, second) {
            self = .frame(PackedAudioFrame(try ADTSHeader(bytes, at: offset)))
        } else if MPEGAudioHeader.startsFrame(first, second) {
            self = .frame(PackedAudioFrame(try MPEGAudioHeader(bytes, at: offset)))
        } else if AC3SyncFrame.isAC3(bytes) {
            self = .frame(PackedAudioFrame(try AC3SyncFrame(bytes, at: offset)))
        } else {
            self = .frame(PackedAudioFrame(try EAC3SyncFrame(bytes, at: offset)))
        }
    }
}
