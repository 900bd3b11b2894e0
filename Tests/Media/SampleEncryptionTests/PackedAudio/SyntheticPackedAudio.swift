/// Packed audio segments written by hand.
enum SyntheticPackedAudio {
    static let timestampOwner = "com.apple.streaming.transportStreamTimestamp"
    static let descriptionOwner = "com.apple.streaming.audioDescription"

    /// Returns a PRIV frame (id3.org, ID3v2.4.0 native frames, 4.27).
    ///
    /// Sizes below 128 are the same in 2.3 and 2.4.
    static func privateFrame(_ owner: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(owner.utf8) + [0] + data
        return Array("PRIV".utf8) + [0, 0, UInt8(body.count >> 7), UInt8(body.count & 0x7F), 0, 0] + body
    }

    /// A frame with the timestamp 90,000, which is one second.
    static let timestamp = privateFrame(timestampOwner, [0, 0, 0, 0, 0, 1, 0x5F, 0x90])

    /// Returns a tag with these frames.
    static func tag(_ frames: [UInt8], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags, 0, 0, UInt8(frames.count >> 7), UInt8(frames.count & 0x7F)]
            + frames
    }

    /// Returns a frame of AAC LC, stereo at 48 kHz, with a fill element of zeros (ISO/IEC 14496-3, 4.4.2.7).
    static func aac(size: Int) -> [UInt8] {
        let header: [UInt8] = [
            0xFF, 0xF1, 0x4C, 0x80 | UInt8(size >> 11), UInt8(size >> 3 & 0xFF), UInt8(size & 7) << 5 | 0x1F,
            0xFC,
        ]
        return header + (header.count..<size).map { UInt8(truncatingIfNeeded: $0) }
    }

    /// An AC-3 frame of 256 bytes: 64 kbit/s at 48 kHz.
    static let ac3: [UInt8] =
        [0x0B, 0x77, 0x12, 0x34, 8, 8 << 3, 0x43, 0xE1] + [UInt8](repeating: 0x5A, count: 248)

    /// Returns an E-AC-3 frame of 64 bytes, six blocks, 2/0 channels.
    static func eac3(type: UInt8) -> [UInt8] {
        [0x0B, 0x77, type << 6, 31, 0x34, 16 << 3, 0, 0] + [UInt8](repeating: 0x5A, count: 56)
    }
}
