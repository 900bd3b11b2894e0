/// Small clear media and playlists, written by hand.
enum Synthetic {
    /// Returns a segment with one cue of a second.
    static func webVTT(_ second: Int, _ text: String = "cue") -> String {
        "WEBVTT\n\n00:00:0\(second).000 --> 00:00:0\(second + 1).000\n\(text) \(second)\n"
    }

    /// Returns a playlist of segments of one second; an entry is a URI, or tags and a URI.
    static func playlist(_ segments: [String]) -> String {
        "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n"
            + segments.map { "#EXTINF:1,\n\($0)\n" }.joined() + "#EXT-X-ENDLIST\n"
    }
}
