import PlaylistLinting
import Testing

/// Legal playlists in the styles of existing packagers and servers, written by hand: none has an error.
@Suite struct LintStyleTests {
    struct Style: Sendable, CustomTestStringConvertible {
        let name: String
        let scene: LintPresentation
        var testDescription: String { name }
    }

    @Test(arguments: Self.styles)
    func findsNoError(style: Style) throws {
        let errors = try style.scene.findings().filter { $0.rule.severity == .error }
        #expect(errors.isEmpty, "\(errors)")
    }

    private static let styles: [Style] = [
        Style(
            name: "a muxer of FFmpeg, TS",
            scene: .whole(
                "#EXTM3U|#EXT-X-VERSION:3|#EXT-X-ALLOW-CACHE:YES|#EXT-X-TARGETDURATION:8|#EXT-X-MEDIA-SEQUENCE:0"
                    + "|#EXT-X-PLAYLIST-TYPE:VOD|#EXTINF:8.333333,|out0.ts|#EXTINF:4.166667,|out1.ts|#EXT-X-ENDLIST"
            )
        ),
        Style(
            name: "Shaka Packager, encrypted fMP4",
            scene: LintPresentation(
                multivariant: "#EXTM3U|## Generated with a packager||"
                    + "#EXT-X-MEDIA:TYPE=AUDIO,URI=\"a.m3u8\",GROUP-ID=\"default-audio-group\",LANGUAGE=\"en\","
                    + "NAME=\"stream_0\",DEFAULT=NO,AUTOSELECT=YES,CHANNELS=\"2\"||"
                    + "#EXT-X-STREAM-INF:BANDWIDTH=1250000,AVERAGE-BANDWIDTH=900000,CODECS=\"avc1.64001e,mp4a.40.2\","
                    + "RESOLUTION=640x360,FRAME-RATE=25.000,VIDEO-RANGE=SDR,AUDIO=\"default-audio-group\","
                    + "CLOSED-CAPTIONS=NONE|v.m3u8",
                media: ["v.m3u8", "a.m3u8"].map { name in
                    (
                        name,
                        "#EXTM3U|#EXT-X-VERSION:6|## Generated with a packager|#EXT-X-TARGETDURATION:7"
                            + "|#EXT-X-PLAYLIST-TYPE:VOD|#EXT-X-MAP:URI=\"v.mp4\",BYTERANGE=\"800@0\""
                            + "|#EXTINF:6.000,|#EXT-X-BYTERANGE:1000@900|v.mp4"
                            + "|#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"data:text/plain;base64,AAAA\","
                            + "KEYID=0x00112233445566778899AABBCCDDEEFF,"
                            + "KEYFORMAT=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\",KEYFORMATVERSIONS=\"1\""
                            + "|#EXTINF:6.000,|#EXT-X-BYTERANGE:1000|v.mp4|#EXT-X-ENDLIST"
                    )
                }
            )
        ),
        Style(
            name: "a live server with advertisements",
            scene: .whole(
                "#EXTM3U|#EXT-X-VERSION:4|#EXT-X-TARGETDURATION:6|#EXT-X-MEDIA-SEQUENCE:183|#EXT-X-DISCONTINUITY-SEQUENCE:3"
                    + "|#EXT-X-PROGRAM-DATE-TIME:2026-03-01T10:00:00.000Z|#EXTINF:6.0,|s183.ts|#EXT-OATCLS-SCTE35:/DAlAAAAAAAAAP=="
                    + "|#EXT-X-CUE-OUT:30.000|#EXT-X-DATERANGE:ID=\"s-1\",START-DATE=\"2026-03-01T10:00:06.000Z\","
                    + "PLANNED-DURATION=30.0,SCTE35-OUT=0xFC30|#EXT-X-DISCONTINUITY|#EXTINF:6.0,|ad1.ts"
                    + "|#EXT-X-CUE-OUT-CONT:ElapsedTime=6.0,Duration=30|#EXTINF:6.0,|ad2.ts"
                    + "|#EXT-X-DATERANGE:ID=\"s-1\",DURATION=30.0,SCTE35-IN=0xFC30|#EXT-X-CUE-IN|#EXT-X-DISCONTINUITY"
                    + "|#EXTINF:5.5,|s184.ts"
            )
        ),
        Style(
            name: "rotating AES-128 keys of an old server",
            scene: .whole(
                "#EXTM3U|#EXT-X-TARGETDURATION:10|#EXT-X-VERSION:2|#EXT-X-MEDIA-SEQUENCE:7"
                    + "|#EXT-X-KEY:METHOD=AES-128,URI=\"https://k.example/k?n=1,2\",IV=0X00000000000000000000000000000007"
                    + "|#EXTINF:10,no desc|a.ts|#EXT-X-KEY:METHOD=AES-128,URI=\"k2\"|#EXTINF:9,|b.ts|#EXT-X-KEY:METHOD=NONE"
                    + "|#EXTINF:9,title, with comma|c.ts"
            )
        ),
        Style(
            name: "low latency",
            scene: .whole(
                "#EXTM3U|#EXT-X-TARGETDURATION:4|#EXT-X-VERSION:9|#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,"
                    + "PART-HOLD-BACK=1.0,CAN-SKIP-UNTIL=24.0,CAN-SKIP-DATERANGES=YES|#EXT-X-PART-INF:PART-TARGET=0.33334"
                    + "|#EXT-X-MEDIA-SEQUENCE:266|#EXT-X-MAP:URI=\"init.mp4\"|#EXT-X-SKIP:SKIPPED-SEGMENTS=3"
                    + "|#EXTINF:4.00008,|f270.mp4|#EXT-X-PART:DURATION=0.33334,URI=\"f271.0.mp4\",INDEPENDENT=YES"
                    + "|#EXT-X-PART:DURATION=0.33334,URI=\"f271.mp4\",BYTERANGE=\"1000@0\""
                    + "|#EXT-X-PART:DURATION=0.2,URI=\"f271.mp4\",BYTERANGE=\"1000\"|#EXTINF:0.86668,|f271.mp4"
                    + "|#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"f272.0.mp4\""
                    + "|#EXT-X-RENDITION-REPORT:URI=\"../1M/low.php\",LAST-MSN=273,LAST-PART=2"
            )
        ),
        Style(
            name: "a multivariant playlist with all that Apple has",
            scene: LintPresentation(
                multivariant: "#EXTM3U|#EXT-X-VERSION:13|#EXT-X-INDEPENDENT-SEGMENTS"
                    + "|#EXT-X-DEFINE:NAME=\"cdn\",VALUE=\"https://c.example/a\"|#EXT-X-START:TIME-OFFSET=-10.5,PRECISE=NO"
                    + "|#EXT-X-CONTENT-STEERING:SERVER-URI=\"/s?v=1\",PATHWAY-ID=\"A\""
                    + "|#EXT-X-SESSION-DATA:DATA-ID=\"t\",VALUE=\"x\",LANGUAGE=\"en\"|#EXT-X-SESSION-DATA:DATA-ID=\"u\",URI=\"d.json\""
                    + "|#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"A_a\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,AUTOSELECT=YES,"
                    + "CHANNELS=\"6\",STABLE-RENDITION-ID=\"e+1\",BIT-DEPTH=16,SAMPLE-RATE=48000,URI=\"{$cdn}/e.m3u8\""
                    + "|#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"English\",LANGUAGE=\"en\",FORCED=NO,URI=\"s.m3u8\","
                    + "CHARACTERISTICS=\"public.accessibility.describes-spoken-dialog\""
                    + "|#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"English\",INSTREAM-ID=\"CC1\""
                    + "|#EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,SCORE=1.5,"
                    + "CODECS=\"hvc1.2.4.L123.B0,ec-3\",SUPPLEMENTAL-CODECS=\"dvh1.08.07/db4h\",RESOLUTION=1920x1080,"
                    + "FRAME-RATE=59.940,HDCP-LEVEL=TYPE-0,ALLOWED-CPC=\"com.apple.streamingkeydelivery:AppleMain/Main\","
                    + "VIDEO-RANGE=HLG,STABLE-VARIANT-ID=\"v=1\",AUDIO=\"A_a\",SUBTITLES=\"s\",CLOSED-CAPTIONS=\"c\","
                    + "PATHWAY-ID=\"A\",REQ-VIDEO-LAYOUT=\"CH-STEREO\"|{$cdn}/v.m3u8"
                    + "|#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000,CODECS=\"hvc1.2.4.L123.B0\",RESOLUTION=1920x1080,"
                    + "VIDEO-RANGE=HLG,PATHWAY-ID=\"A\",URI=\"i.m3u8\""
            )
        ),
    ]
}
