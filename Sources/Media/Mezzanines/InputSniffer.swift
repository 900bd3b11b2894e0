import Bitstreams
import ElementaryStreams

/// Identifies the kind of an input by its first bytes; the file name does not matter.
enum InputSniffer {
    /// The number of bytes to examine; fewer only if the input is shorter.
    static let prefixSize = 4096

    /// Types of boxes at the start of movie files and their parts, including QuickTime files.
    private static let movieStarts: Set<String> = [
        "ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "uuid", "styp", "sidx", "moof", "emsg",
        "prft",
        "ssix", "pdin", "meta", "junk", "udta", "PICT",
    ]

    /// The first bytes of files that are not supported, with names for messages.
    private static let unsupportedStarts: [(start: [UInt8], name: String)] = [
        ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM file"),
        (Array("RIFF".utf8), "a RIFF file (WAV or AVI)"),
        (Array("OggS".utf8), "an Ogg file"),
        (Array("fLaC".utf8), "a FLAC file without a container"),
        (Array("caff".utf8), "a CAF file"),
        (Array("FLV".utf8), "an FLV file"),
        (Array("#EXTM3U".utf8), "a playlist"),
        (Array("<?xml".utf8), "an XML file"),
        ([0x06, 0x0E, 0x2B, 0x34], "an MXF file"),
        ([0, 0, 1, 0xBA], "an MPEG program stream"),
        ([0, 0, 0, 1], "a byte stream of video without a container"),
        ([0, 0, 1], "a byte stream of video without a container"),
    ]

    /// Returns the kind of an input, or nil if it is not supported.
    static func kind(of prefix: [UInt8]) -> Mezzanine.Kind? {
        if movieStarts.contains(String(decoding: prefix.dropFirst(4).prefix(4), as: UTF8.self)) {
            return .movie
        }
        if isTransportStream(prefix) { return .transportStream }
        if prefix.starts(with: "ID3".utf8) { return .packedAudio }
        let text = prefix.starts(with: [0xEF, 0xBB, 0xBF]) ? prefix.dropFirst(3) : prefix[...]
        if text.starts(with: "WEBVTT".utf8) { return .webVTT }
        if UTF16ByteOrder(prefix[...])?.starts(prefix[...], with: "WEBVTT") == true { return .webVTT }
        guard PackedAudioElement.headerSize(startingWith: prefix.prefix(2)) != nil,
            case .frame? = try? PackedAudioElement(prefix[...], at: 0)
        else { return nil }
        return .packedAudio
    }

    /// Returns a description of an unsupported input, for messages.
    static func description(ofUnsupported prefix: [UInt8]) -> String {
        guard !prefix.isEmpty else { return "an empty file" }
        return unsupportedStarts.first { prefix.starts(with: $0.start) }?.name
            ?? "a file of an unknown kind"
    }

    /// Indicates whether there are sync bytes every 188, 192 or 204 bytes, from any position in the first
    /// packet on.
    private static func isTransportStream(_ prefix: [UInt8]) -> Bool {
        for packetSize in [188, 192, 204] {
            for phase in 0..<min(packetSize, prefix.count) {
                guard prefix[phase] == 0x47 else { continue }
                let syncPositions = stride(from: phase, to: prefix.count, by: packetSize)
                // At an unexpected position a few sync bytes may be a coincidence. Expected are the start,
                // and in packets of 192 bytes the byte after the time stamp.
                let needed = phase == 0 || packetSize == 192 && phase == 4 ? 1 : 5
                if syncPositions.allSatisfy({ prefix[$0] == 0x47 }),
                    syncPositions.underestimatedCount >= needed
                {
                    return true
                }
            }
        }
        return false
    }
}
