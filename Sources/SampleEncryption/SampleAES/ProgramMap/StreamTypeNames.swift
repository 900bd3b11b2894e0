/// Names of what streams may be besides the codecs that SAMPLE-AES knows.
package enum StreamTypeNames {
    /// Video and audio by stream_type (ISO/IEC 13818-1 table 2-34; ATSC A/53 part 3; SMPTE RP 227 for VC-1).
    package static let media: [UInt8: String] = [
        0x01: "MPEG-1 video", 0x02: "MPEG-2 video", 0x03: "MPEG-1 audio", 0x04: "MPEG-2 audio",
        0x10: "MPEG-4 video", 0x11: "AAC in LATM", 0x1C: "MPEG-4 audio without framing",
        0x1E: "auxiliary video", 0x1F: "SVC", 0x20: "MVC", 0x21: "JPEG 2000",
        0x22: "stereoscopic MPEG-2 video", 0x23: "stereoscopic H.264", 0x24: "HEVC",
        0x25: "temporal layers of HEVC", 0x26: "MVCD", 0x28: "layers of HEVC",
        0x29: "temporal layers of HEVC",
        0x2A: "layers of HEVC", 0x2B: "temporal layers of HEVC", 0x2D: "MPEG-H audio", 0x2E: "MPEG-H audio",
        0x32: "JPEG XS", 0x33: "VVC", 0x34: "temporal layers of VVC", 0x35: "EVC", 0x36: "LCEVC",
        0x80: "DigiCipher video or LPCM", 0x83: "TrueHD", 0x84: "E-AC-3 of Blu-ray disc", 0x85: "DTS",
        0x8A: "DTS", 0xA1: "E-AC-3 of Blu-ray disc", 0xA2: "DTS", 0xD1: "Dirac", 0xEA: "VC-1",
    ]

    /// Data by stream_type (ISO/IEC 13818-1 table 2-34; SCTE 35).
    package static let data: [UInt8: String] = [
        0x05: "private sections", 0x06: "private data", 0x07: "MHEG", 0x08: "DSM-CC", 0x0A: "DSM-CC",
        0x0B: "DSM-CC", 0x0C: "DSM-CC", 0x0D: "DSM-CC", 0x14: "DSM-CC", 0x15: "metadata",
        0x16: "metadata sections", 0x17: "metadata in DSM-CC", 0x18: "metadata in DSM-CC",
        0x19: "metadata in DSM-CC", 0x1D: "timed text", 0x86: "SCTE-35",
    ]

    /// Video and audio in private data by registration (SMPTE registration authority).
    package static let registrations: [String: String] = [
        "HEVC": "HEVC", "Opus": "Opus", "AV01": "AV1", "AC-4": "AC-4", "DTS1": "DTS", "DTS2": "DTS",
        "DTS3": "DTS", "DTSH": "DTS", "VC-1": "VC-1", "BSSD": "LPCM of SMPTE 302M", "drac": "Dirac",
        "mlpa": "TrueHD", "VVC ": "VVC", "VP09": "VP9",
    ]

    /// Audio in private data by descriptor_tag_extension (ETSI EN 300 468, 6.4).
    package static let extensions: [UInt8: String] = [
        0x0E: "DTS", 0x0F: "DTS", 0x15: "AC-4", 0x21: "DTS", 0x80: "Opus",
    ]
}
