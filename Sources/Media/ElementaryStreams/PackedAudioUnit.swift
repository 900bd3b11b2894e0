package import Bitstreams

/// What stands at a place of packed audio: a tag or a frame.
package enum PackedAudioUnit: Hashable, Sendable {
    /// An ID3 tag.
    case tag(ID3TagHeader)
    /// A frame of audio.
    case frame(PackedAudioFrame)

    /// Bytes that are needed to read the unit that starts with `prefix`; nil when nothing known does.
    package static func headerSize(startingWith prefix: ArraySlice<UInt8>) -> Int? {
        guard let first = prefix.first, let second = prefix.dropFirst().first else { return 2 }
        if first == 0x49, second == 0x44 { return ID3TagHeader.size }
        if ADTSHeader.startsFrame(first, second) { return ADTSHeader.size }
        if MPEGAudioHeader.startsFrame(first, second) { return MPEGAudioHeader.size }
        if AC3SyncFrame.startsFrame(first, second) { return AC3SyncFrame.prefixSize }
        return nil
    }

    /// Reads the header of the unit at the start of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: as many as `headerSize` says, or more.
    ///   - offset: where they stand in the stream.
    /// - Throws: `ParseError` where bytes are missing or a field has an excluded value.
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
