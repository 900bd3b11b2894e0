import HLSPlaylists

/// Tags of RFC 8216bis 4.4.4.4, 4.4.4.5 and 4.4.6.5; see `EncryptionKeyTests` for more cases.
enum KeyTags {
    static let tables: [TagTable] = [key, map, sessionKey]

    private static let full =
        #"METHOD=SAMPLE-AES,URI="skd://a,b",KEYID=0x0aFF,IV=0x000000000000000000000000000001Fe,"#
        + #"KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1/2""#

    private static let fullValues = [
        "SAMPLE-AES", "skd://a,b", "[10, 255]", "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 254]",
        "com.apple.streamingkeydelivery", "1/2",
    ]

    private static func values(_ key: EncryptionKey?) -> [String] {
        [
            shown(key?.method.name), shown(key?.uri), shown(key?.keyID), shown(key?.iv),
            shown(key?.keyFormat),
            shown(key?.keyFormatVersions),
        ]
    }

    static let key = TagTable.media(
        .key,
        accepted: [
            ("#EXT-X-KEY:" + full, fullValues),
            ("#EXT-X-KEY:METHOD=NONE", ["NONE", "-", "-", "-", "identity", "-"]),
            (#"#EXT-X-KEY:URI="k",METHOD=AES-256-GCM"#, ["AES-256-GCM", "k", "-", "-", "identity", "-"]),
            // KEYID is not in the RFC, so a malformed one is no reason to refuse a playlist.
            (#"#EXT-X-KEY:URI="k",METHOD=AES-128,KEYID="id""#, ["AES-128", "k", "-", "-", "identity", "-"]),
        ],
        rejected: [
            .stops("#EXT-X-KEY:METHOD=AES-128", .missing("URI", tag: .key)),
            .stops(#"#EXT-X-KEY:URI="k""#, .missing("METHOD", tag: .key)),
            .stops(#"#EXT-X-KEY:METHOD=AES-128,URI="k"#, .unclosedQuotedString("URI"), column: 31),
            .stops(#"#EXT-X-KEY:METHOD=AES-128,URI="k",URI="k""#, .duplicate("URI"), column: 35),
            .stops(
                #"#EXT-X-KEY:METHOD=AES-128,URI="k",IV=00000000000000000000000000000000"#,
                .invalid("IV", expected: "0x and pairs of hexadecimal digits"),
                column: 38
            ),
            .stops(
                #"#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x12g"#,
                .invalid("IV", expected: "0x and pairs of hexadecimal digits"),
                column: 38
            ),
        ]
    ) { values($0.keys.first?.value) }

    static let map = TagTable.media(
        .map,
        accepted: [
            (#"#EXT-X-MAP:URI="i.mp4""#, ["i.mp4", "-"]),
            (#"#EXT-X-MAP:BYTERANGE="720@16",URI="i.mp4""#, ["i.mp4", "720@16"]),
            (#"#EXT-X-MAP:BYTERANGE="720",URI="i.mp4""#, ["i.mp4", "720@0"]),
        ],
        rejected: [
            .stops(#"#EXT-X-MAP:BYTERANGE="720@0""#, .missing("URI", tag: .map)),
            .stops(
                #"#EXT-X-MAP:URI="i",BYTERANGE="720@""#,
                .invalid("BYTERANGE", expected: "LENGTH or LENGTH@OFFSET in decimal"),
                column: 30
            ),
            .stops(
                #"#EXT-X-MAP:URI="i",BYTERANGE=720"#,
                .invalid("BYTERANGE", expected: "a quoted string"),
                column: 30
            ),
            .stops(#"#EXT-X-MAP:URI="i",BYTERANGE="1@18446744073709551615""#, .byteRangeOverflow),
        ]
    ) {
        let section = $0.initializationSections.first
        return [shown(section?.uri), shown(section?.byteRange?.text)]
    }

    static let sessionKey = TagTable.multivariant(
        .sessionKey,
        accepted: [("#EXT-X-SESSION-KEY:" + full, fullValues)],
        rejected: [
            .stops(
                "#EXT-X-SESSION-KEY:METHOD=NONE",
                .invalid("METHOD", expected: "a method other than NONE in EXT-X-SESSION-KEY")
            ),
            .stops("#EXT-X-SESSION-KEY:METHOD=AES-128", .missing("URI", tag: .sessionKey)),
        ]
    ) { values($0.sessionKeys.first?.value) }
}
