/// A playlist generated for the benchmark.
struct SamplePlaylist {
    let name: String
    let bytes: [UInt8]

    var lineCount: Int { bytes.count { $0 == UInt8(ascii: "\n") } }

    static let all = [
        day("24 h, a key line with IV a segment", keyLine: ivKeyLine),
        day("24 h, a key line without IV a segment", keyLine: keyLine),
        lowLatency,
    ]

    /// Generates 24 hours in segments of 2 s, each with a key line of its own.
    private static func day(_ name: String, keyLine: (Int) -> String) -> SamplePlaylist {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:2
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-MAP:URI="init.mp4"

            """
        for index in 0..<43_200 {
            text += keyLine(index)
            text += "#EXTINF:2.00000,\nvideo_1080p_\(index).m4s\n"
        }
        text += "#EXT-X-ENDLIST\n"
        return SamplePlaylist(name: name, bytes: Array(text.utf8))
    }

    /// A low-latency playlist of about 5,000 lines: parts of 0.5 s, segments of 4 s, a new key every 20
    /// segments.
    static var lowLatency: SamplePlaylist {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:4
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,CAN-SKIP-UNTIL=24.0
            #EXT-X-PART-INF:PART-TARGET=0.5
            #EXT-X-MEDIA-SEQUENCE:266400
            #EXT-X-MAP:URI="init.mp4"

            """
        for segment in 0..<480 {
            if segment.isMultiple(of: 20) { text += keyLine(segment) }
            for part in 0..<8 {
                let independent = part == 0 ? ",INDEPENDENT=YES" : ""
                text += "#EXT-X-PART:DURATION=0.5,URI=\"part_\(segment)_\(part).m4s\"\(independent)\n"
            }
            text += "#EXTINF:4.00000,\nsegment_\(segment).m4s\n"
        }
        text += """
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="part_480_0.m4s"
            #EXT-X-RENDITION-REPORT:URI="../720p/index.m3u8",LAST-MSN=266879,LAST-PART=7
            #EXT-X-RENDITION-REPORT:URI="../360p/index.m3u8",LAST-MSN=266879,LAST-PART=7

            """
        return SamplePlaylist(name: "low latency", bytes: Array(text.utf8))
    }

    /// Returns a key line as `fairlead protect --method aes-128` writes it: one key, another IV for each
    /// segment.
    private static func ivKeyLine(_ index: Int) -> String {
        let ivDigits = (0..<4).map { word in
            let digits = String(UInt32(truncatingIfNeeded: (index &+ word) &* 0x9E37_79B1), radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }
        return "#EXT-X-KEY:METHOD=AES-128,URI=\"https://keys.example.com/v1/movie-42/key\",IV=0x"
            + ivDigits.joined() + "\n"
    }

    private static func keyLine(_ index: Int) -> String {
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://keys.example.com/movie-42/\(index)\","
            + "KEYFORMAT=\"com.apple.streamingkeydelivery\",KEYFORMATVERSIONS=\"1\"\n"
    }
}
