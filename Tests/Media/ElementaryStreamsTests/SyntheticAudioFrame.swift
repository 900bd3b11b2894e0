/// Audio frames with a valid header and synthetic content.
enum SyntheticAudioFrame {
    /// Returns an ADTS frame of AAC LC at 48 kHz (ISO/IEC 14496-3, 1.A.3.2).
    static func adts(size: Int, channels: UInt8 = 2, hasChecksum: Bool = false, rawDataBlocks: UInt8 = 1)
        -> [UInt8]
    {
        let header: [UInt8] = [
            0xFF, hasChecksum ? 0xF0 : 0xF1,
            1 << 6 | 3 << 2 | channels >> 2,
            channels << 6 | UInt8(size >> 11),
            UInt8(size >> 3 & 0xFF),
            UInt8(size & 7) << 5 | 0x1F,
            0xFC | rawDataBlocks - 1,
        ]
        return header + content(size - header.count)
    }

    /// Returns an AC-3 frame of 64 kbit/s at 48 kHz: 256 bytes (ETSI TS 102 366, table 4.13).
    static func ac3(bitstreamID: UInt8 = 8) -> [UInt8] {
        [0x0B, 0x77, 0, 0, 8, bitstreamID << 3] + content(250)
    }

    /// Returns an E-AC-3 frame at 48 kHz of 1, 2, 3 or 6 audio blocks (ETSI TS 102 366, E.1.2.2).
    static func eac3(type: UInt8, substream: UInt8, blocks: UInt8 = 6, size: Int = 64) -> [UInt8] {
        let sizeCode = size / 2 - 1
        let blocksCode: UInt8 = [1: 0, 2: 1, 3: 2, 6: 3][blocks] ?? 3
        return [
            0x0B, 0x77, type << 6 | substream << 3 | UInt8(sizeCode >> 8), UInt8(sizeCode & 0xFF),
            blocksCode << 4 | 2 << 1, 16 << 3,
        ] + content(size - 6)
    }

    /// Returns bytes that imitate frame headers everywhere.
    private static func content(_ count: Int) -> [UInt8] {
        let lure: [UInt8] = [0xFF, 0xF1, 0x4C, 0x80, 0x01, 0x00, 0xFC, 0x0B, 0x77, 0x00, 0x1F, 0x34, 0x80]
        return (0..<count).map { lure[$0 % lure.count] }
    }
}
