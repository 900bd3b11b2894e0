/// A stream_type of a program map table (ISO/IEC 13818-1 table 2-34; values from 0x80 by ATSC, SCTE, Apple
/// and custom).
package struct StreamType: Hashable, Sendable {
    /// The byte in the program map.
    package let rawValue: UInt8

    /// Creates a stream type; any byte is one.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Indicates whether streams of this type are clear audio frames, each with a syncword and its length:
    /// MPEG audio, AAC in ADTS, AC-3, E-AC-3.
    package var isFramedAudio: Bool {
        switch rawValue {
        case 0x03, 0x04, 0x0F, 0x81, 0x87: true
        default: false
        }
    }

    /// Indicates whether streams of this type consist of sections: private sections, DSM-CC, metadata
    /// sections, SCTE-35.
    package var isCarriedInSections: Bool {
        switch rawValue {
        case 0x05, 0x0A...0x0D, 0x16, 0x86: true
        default: false
        }
    }

    /// Indicates whether streams of this type are known to consist of PES packets.
    ///
    /// False for types in sections (0x05 private sections, 0x0A to 0x0D DSM-CC, 0x86 SCTE-35) and for types
    /// with several meanings (0x82: DTS audio or SCTE-27 subtitles).
    package var isCarriedInPES: Bool {
        switch rawValue {
        // MPEG-1 and MPEG-2 video and audio, private data, AAC, MPEG-4, ID3
        case 0x01...0x04, 0x06, 0x0F...0x11, 0x15: true
        // AVC, HEVC, VVC and EVC with their layers, MPEG-H audio
        case 0x1B...0x25, 0x2A, 0x2D, 0x2E, 0x32...0x34: true
        // AC-3, E-AC-3, DTS and TrueHD
        case 0x80, 0x81, 0x83...0x85, 0x87: true
        // SAMPLE-AES of AC-3, E-AC-3, AAC and AVC
        case 0xC1, 0xC2, 0xCF, 0xDB: true
        default: false
        }
    }
}
