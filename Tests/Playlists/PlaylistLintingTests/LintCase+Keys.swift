/// Keys and session keys.
extension LintCase {
    private static let segment = "|#EXTINF:9.5,|a.ts"
    private static let iv = ",IV=0x000102030405060708090A0B0C0D0E0F"
    private static let aes = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\""
    private static let fairPlay =
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://k\",KEYFORMAT=\"com.apple.streamingkeydelivery\",KEYFORMATVERSIONS=\"1\""
    private static let playReady =
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"data:text/plain;charset=UTF-16;base64,BgAA\",KEYFORMAT=\"com.microsoft.playready\",KEYFORMATVERSIONS=\"1\""
    private static let widevine =
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"data:text/plain;base64,AAAAOHBzc2g=\",KEYID=0x000102030405060708090A0B0C0D0E0F,"
        + "KEYFORMAT=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\",KEYFORMATVERSIONS=\"1\""
    private static let map = "#EXT-X-MAP:URI=\"i\""

    /// Returns keys of `count` key systems, one per line.
    private static func systems(_ count: Int) -> String {
        (1...count).map { "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",KEYFORMAT=\"f\($0)\"" }.joined(
            separator: "|"
        )
    }

    static let keys: [LintCase] = [
        LintCase(
            "key-method-unknown",
            line: 4,
            "'AES-512'",
            "AES-128, SAMPLE-AES, SAMPLE-AES-CTR or AES-256-GCM",
            .media("#EXT-X-KEY:METHOD=AES-512,URI=\"k\"" + segment),
            legal: .media("#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"k\"" + segment)
        ),
        LintCase(
            "key-iv-of-counter-mode",
            line: 5,
            "IV",
            "none",
            .media(map + "|#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"k\"" + iv + segment),
            legal: .media(map + "|#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"" + iv + segment)
        ),
        LintCase(
            "key-formats",
            line: 68,
            .media(systems(65) + segment),
            legal: .media(systems(64) + "|#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"l\",KEYFORMAT=\"f1\"" + segment)
        ),
        LintCase(
            "key-iv-of-gcm",
            line: 4,
            "IV",
            "none",
            .media("#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"k\"" + iv + segment),
            legal: .media("#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"k\"" + segment)
        ),
        LintCase(
            "key-iv-length",
            line: 4,
            "2 digits",
            "32 digits",
            .media(aes + ",IV=0x01" + segment),
            legal: .media(aes + iv + segment)
        ),
        LintCase(
            "key-format-versions",
            line: 4,
            "'1/'",
            "integers such as 1/2/5",
            .media(aes + ",KEYFORMATVERSIONS=\"1/\"" + segment),
            legal: .media(aes + ",KEYFORMATVERSIONS=\"1/2/5\"" + segment)
        ),
        LintCase(
            "key-format-versions",
            line: 4,
            "'0'",
            "integers such as 1/2/5",
            .media(aes + ",KEYFORMATVERSIONS=\"0\"" + segment),
            legal: .media(aes + ",KEYFORMATVERSIONS=\"10\"" + segment)
        ),
        LintCase(
            "key-iv-of-fairplay",
            line: 4,
            "IV",
            "none",
            .media(fairPlay + iv + segment),
            legal: .media("#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"" + iv + segment)
        ),
        LintCase(
            "key-method-of-fairplay",
            line: 4,
            "AES-128",
            "SAMPLE-AES",
            .media(fairPlay.replacing("SAMPLE-AES", with: "AES-128") + segment),
            legal: .media(fairPlay + segment)
        ),
        LintCase(
            "key-fairplay-counter-mode",
            line: 5,
            "SAMPLE-AES-CTR",
            "SAMPLE-AES",
            .media(map + "|" + fairPlay.replacing("SAMPLE-AES", with: "SAMPLE-AES-CTR") + segment),
            legal: .media(map + "|" + widevine.replacing("SAMPLE-AES", with: "SAMPLE-AES-CTR") + segment)
        ),
        LintCase(
            "key-uri-of-widevine",
            line: 4,
            "'skd://k'",
            "data:TYPE;base64,DATA",
            .media(widevine.replacing("data:text/plain;base64,AAAAOHBzc2g=", with: "skd://k") + segment),
            legal: .media(
                widevine.replacing("data:text/plain;base64,AAAAOHBzc2g=", with: "DATA:a/b;BASE64,AA%3D%3D")
                    + segment
            )
        ),
        LintCase(
            "key-uri-of-widevine",
            line: 4,
            "'data:text/plain,AAAAOHBzc2g='",
            "data:TYPE;base64,DATA",
            .media(widevine.replacing(";base64", with: "") + segment),
            legal: .media(widevine + segment)
        ),
        LintCase(
            "key-uri-of-playready",
            line: 4,
            "'data:text/plain;charset=UTF-16;base64,B-…'",
            "data:TYPE;base64,DATA",
            .media(playReady.replacing("BgAA", with: "B-_A") + segment),
            legal: .media(playReady + segment)
        ),
        LintCase(
            "key-uri-of-playready",
            line: 4,
            "'p'",
            "data:TYPE;base64,DATA",
            .media(
                "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"p\",KEYFORMAT=\"urn:uuid:9A04F079-9840-4286-AB92-E65BE0885F95\""
                    + segment
            ),
            legal: .media("#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"p\",KEYFORMAT=\"com.example\"" + segment)
        ),
        LintCase(
            "key-id-of-widevine",
            line: 4,
            "no KEYID",
            "0x and 32 digits",
            .media(widevine.replacing("KEYID=0x000102030405060708090A0B0C0D0E0F,", with: "") + segment),
            legal: .media(widevine + segment)
        ),
        LintCase(
            "key-id-of-widevine",
            line: 4,
            "30 digits",
            "0x and 32 digits",
            .media(widevine.replacing("0x0001", with: "0x01") + segment),
            legal: .media(playReady + segment)
        ),
        LintCase(
            "key-method-of-drm",
            line: 4,
            "AES-128",
            "SAMPLE-AES or SAMPLE-AES-CTR",
            .media(playReady.replacing("SAMPLE-AES", with: "AES-128") + segment),
            legal: .media(map + "|" + playReady.replacing("SAMPLE-AES", with: "SAMPLE-AES-CTR") + segment)
        ),
        LintCase(
            "key-counter-mode",
            line: 5,
            "SAMPLE-AES-CTR",
            "SAMPLE-AES",
            .media(map + "|#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"k\"" + segment),
            legal: .media(map + "|#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"" + segment)
        ),
        LintCase(
            "key-counter-mode-container",
            line: 6,
            "no EXT-X-MAP",
            "fragmented MP4",
            .media("#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"k\"" + segment),
            legal: .media(map + "|#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"k\"" + segment)
        ),
        LintCase(
            "key-systems-differ",
            line: 8,
            "'com.apple.streamingkeydelivery', 'com.microsoft.playready'",
            "'com.apple.streamingkeydelivery'",
            .media(
                fairPlay + segment + "|" + fairPlay.replacing("k\"", with: "l\"") + "|" + playReady + segment
            ),
            legal: .media(
                fairPlay + "|" + playReady + segment + "|#EXT-X-KEY:METHOD=NONE" + segment + "|" + playReady
                    + "|"
                    + fairPlay + segment
            )
        ),
        LintCase(
            "key-identity-beside-drm",
            line: 5,
            "'com.apple.streamingkeydelivery', 'identity'",
            "one or the other",
            .media(fairPlay + "|#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"" + iv + segment),
            legal: .media(fairPlay + "|" + playReady + segment)
        ),
        LintCase(
            "key-methods-differ",
            line: 6,
            "SAMPLE-AES, SAMPLE-AES-CTR",
            "one method",
            .media(
                map + "|" + fairPlay + "|" + playReady.replacing("SAMPLE-AES", with: "SAMPLE-AES-CTR")
                    + segment
            ),
            legal: .media(map + "|" + fairPlay + "|" + playReady + segment)
        ),
        LintCase(
            "key-map-iv",
            line: 5,
            "no IV",
            "0x and 32 digits",
            .media(aes + "|" + map + segment),
            legal: .media(aes + iv + "|" + map + segment)
        ),
        LintCase(
            "key-map-iv",
            line: 5,
            "no IV",
            "0x and 32 digits",
            .media(aes + "|" + map + segment),
            legal: .media(map + "|" + aes + segment)
        ),
        LintCase(
            "key-replaced",
            line: 4,
            .media(aes + "|" + aes.replacing("k", with: "l") + segment),
            legal: .media(aes + iv + "|" + map + "|" + aes.replacing("k", with: "l") + segment)
        ),
        LintCase(
            "key-replaced",
            line: 4,
            .media(aes + "|#EXT-X-KEY:METHOD=NONE" + segment),
            legal: .media(aes + segment + "|#EXT-X-KEY:METHOD=NONE" + segment + "|" + aes)
        ),
    ]

    private static let variant = "|#EXT-X-STREAM-INF:BANDWIDTH=9|m.m3u8"
    private static let sessionKey = fairPlay.replacing("EXT-X-KEY", with: "EXT-X-SESSION-KEY")
    private static let ended = segment + "|#EXT-X-ENDLIST"

    static let sessionKeys: [LintCase] = [
        LintCase(
            "session-key",
            line: 4,
            .multivariant(sessionKey + "|" + sessionKey + variant, [("m.m3u8", fairPlay + ended)]),
            legal: .multivariant(sessionKey + variant, [("m.m3u8", fairPlay + ended)])
        ),
        LintCase(
            "session-key",
            line: 3,
            "SAMPLE-AES, 'com.apple.streamingkeydelivery' '1'",
            "SAMPLE-AES, 'com.apple.streamingkeydelivery' '1/2'",
            .multivariant(
                sessionKey + variant,
                [("m.m3u8", fairPlay.replacing("VERSIONS=\"1", with: "VERSIONS=\"1/2") + segment)]
            ),
            // A missing KEYFORMATVERSIONS means 1.
            legal: .multivariant(
                sessionKey.replacing(",KEYFORMATVERSIONS=\"1\"", with: "") + variant,
                [("m.m3u8", fairPlay + segment)]
            )
        ),
        // One of two keys with this URI differs.
        LintCase(
            "session-key",
            line: 3,
            "SAMPLE-AES, 'com.apple.streamingkeydelivery' '1'",
            "SAMPLE-AES, 'com.apple.streamingkeydelivery' '2'",
            .multivariant(
                sessionKey + variant,
                [
                    (
                        "m.m3u8",
                        fairPlay + segment + "|" + fairPlay.replacing("VERSIONS=\"1", with: "VERSIONS=\"2")
                            + segment
                    )
                ]
            ),
            legal: .multivariant(
                sessionKey + variant,
                [("m.m3u8", fairPlay + segment + "|" + fairPlay + segment)]
            )
        ),
        // If two key systems share a URI, each has a session key; a third one has none.
        LintCase(
            "session-key",
            line: 3,
            "SAMPLE-AES, 'com.example' '1'",
            "SAMPLE-AES, 'com.apple.streamingkeydelivery' '1'",
            .multivariant(
                sessionKey.replacing("com.apple.streamingkeydelivery", with: "com.example") + variant,
                [("m.m3u8", fairPlay + segment)]
            ),
            legal: .multivariant(
                sessionKey + "|" + sessionKey.replacing("com.apple.streamingkeydelivery", with: "com.example")
                    + variant,
                [
                    (
                        "m.m3u8",
                        fairPlay + "|"
                            + fairPlay.replacing("com.apple.streamingkeydelivery", with: "com.example")
                            + segment
                    )
                ]
            )
        ),
        // Two forms of e with an acute accent: equal as strings, different as bytes.
        LintCase(
            "session-key-unused",
            line: 3,
            .multivariant(
                sessionKey.replacing("skd://k", with: "skd://\u{E9}") + variant,
                [("m.m3u8", fairPlay.replacing("skd://k", with: "skd://e\u{301}") + ended)]
            ),
            legal: .multivariant(
                sessionKey.replacing("skd://k", with: "skd://\u{E9}") + "|"
                    + sessionKey.replacing("skd://k", with: "skd://e\u{301}") + variant,
                [
                    (
                        "m.m3u8",
                        fairPlay.replacing("skd://k", with: "skd://e\u{301}") + segment + "|"
                            + fairPlay.replacing("skd://k", with: "skd://\u{E9}") + ended
                    )
                ]
            )
        ),
        LintCase(
            "session-key-unused",
            line: 3,
            .multivariant(
                sessionKey.replacing("skd://k", with: "skd://l") + variant,
                [("m.m3u8", fairPlay + ended)]
            ),
            // A live playlist may use the key later, and a missing playlist may use it.
            legal: .multivariant(
                sessionKey.replacing("skd://k", with: "skd://l") + variant,
                [("m.m3u8", fairPlay + segment)]
            )
        ),
    ]
}
