/// Playlist trees with most of the tags that `rewrite` edits, for tests of combined edits.
enum CombinationTrees {
    /// A VOD presentation: two rungs, two languages, I-frames, two systems, rotation, dates, interstitial.
    static let complete: [String: String] = [
        "main.m3u8": """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-SESSION-DATA:DATA-ID="title",URI="https://old/data.json"
        #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://old/1",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,URI="de.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=25,AUDIO="a"
        hd.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=4000000,AVERAGE-BANDWIDTH=3500000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1920x1080,FRAME-RATE=25,AUDIO="a"
        fhd.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.640028",RESOLUTION=1280x720,URI="iframes.m3u8"

        """,
        "hd.m3u8": media(ext: "hd", key: rotated),
        "fhd.m3u8": media(ext: "fhd", key: rotated),
        "en.m3u8": media(ext: "en", key: rotated),
        "de.m3u8": media(ext: "de", key: rotated),
        "iframes.m3u8": media(ext: "i", key: rotated, more: "#EXT-X-I-FRAMES-ONLY\n"),
    ]

    /// A low-latency live presentation whose audio begins 6 s later than its video.
    static let live: [String: String] = [
        "main.m3u8": """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-CONTENT-STEERING:SERVER-URI="https://old/steering"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="en.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=25,AUDIO="a"
        hd.m3u8

        """,
        "hd.m3u8": liveMedia(start: 0, sequence: 7, reportURI: "en.m3u8"),
        "en.m3u8": liveMedia(start: 6, sequence: 100, reportURI: "hd.m3u8"),
    ]

    /// A media playlist with many syntax faults, each of which leaves only one possible meaning.
    static let malformed: [String: String] = [
        "main.m3u8": """

        #EXTM3U
        #EXT-X-VERSION:3
        #EXT-X-VERSION:3
        #EXT-X-TARGETDURATION:6.5
        #EXT-X-PLAYLIST-TYPE:
        #EXT-X-DEFINE:QUERYPARAM="token"
        #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z
        #EXT-X-KEY:METHOD=AES-128,URI="https://old/key?{$token}",IV=0xABC,
        #EXTINF:6,
         0.ts?{$token}
        #EXT-X-KEY:METHOD=NONE,URI=""
        #EXTINF:6,
        https://old/1.ts\u{20}
        #EXT-X-KEY:METHOD=AES-128,URI="https://old/key2"
        #EXTINF:6,
        2.ts
        #EXT-X-ENDLIST
        #EXT-X-ENDLIST

        """
    ]

    private static let rotated = ["skd://old/1", "skd://old/1", "skd://old/2", "skd://old/2"]

    private static func media(ext: String, key: [String], more: String = "") -> String {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:6
            #EXT-X-PLAYLIST-TYPE:VOD
            \(more)#EXT-X-MAP:URI="\(ext)/init.mp4"
            #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00.000Z
            #EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.interstitial",START-DATE="2024-01-01T00:00:01Z",DURATION=2,X-ASSET-URI="https://old/ad.m3u8"

            """
        for (index, uri) in key.enumerated() {
            if index == 0 || uri != key[index - 1] {
                text += """
                    #EXT-X-KEY:METHOD=SAMPLE-AES,URI="\(uri)",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"
                    #EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,AAA\(index)",KEYFORMAT="com.microsoft.playready",KEYFORMATVERSIONS="1"

                    """
            }
            if index == 3 { text += "#EXT-X-DISCONTINUITY\n" }
            text += "#EXTINF:6.00000,\n\(ext)/\(index).m4s\n"
        }
        return text + "#EXT-X-ENDLIST\n"
    }

    private static func liveMedia(start: Int, sequence: Int, reportURI: String) -> String {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:6
            #EXT-X-PART-INF:PART-TARGET=3
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=9
            #EXT-X-MEDIA-SEQUENCE:\(sequence)
            #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:0\(start)Z
            #EXT-X-KEY:METHOD=AES-128,URI="https://old/key"

            """
        for index in 0..<4 {
            let name = "\(sequence + index)"
            if index == 2 { text += "#EXT-X-CUE-OUT:6\n" }
            text += """
                #EXT-X-PART:DURATION=3,URI="\(name).0.ts",INDEPENDENT=YES
                #EXT-X-PART:DURATION=3,URI="\(name).1.ts"
                #EXTINF:6.00000,
                \(name).ts

                """
        }
        let next = "\(sequence + 4)"
        return text + """
            #EXT-X-PART:DURATION=3,URI="\(next).0.ts",INDEPENDENT=YES
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="\(next).1.ts"
            #EXT-X-RENDITION-REPORT:URI="\(reportURI)",LAST-MSN=\(sequence + 4),LAST-PART=0

            """
    }
}
