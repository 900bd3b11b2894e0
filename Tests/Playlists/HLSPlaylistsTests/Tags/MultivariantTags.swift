import HLSPlaylists

/// Tags of RFC 8216bis 4.4.6, except variants and session keys.
enum MultivariantTags {
    static let tables: [TagTable] = [media, sessionData, contentSteering]

    private static let start = #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="n","#

    static let media = TagTable.multivariant(
        .media,
        accepted: [
            (
                #"#EXT-X-MEDIA:TYPE=AUDIO,URI="a.m3u8",GROUP-ID="g",LANGUAGE="nb",ASSOC-LANGUAGE="no","#
                    + #"NAME="n, m",STABLE-RENDITION-ID="s+/=.-_",DEFAULT=YES,AUTOSELECT=YES,FORCED=NO,"#
                    + #"INSTREAM-ID="CC1",BIT-DEPTH=24,SAMPLE-RATE=48000,CHARACTERISTICS="public.a,public.b","#
                    + #"CHANNELS="16/JOC/BED-4""#,
                [
                    "audio", "g", "n, m", "nb", "no", "a.m3u8", "s+/=.-_", "true", "true", "false", "CC1",
                    "24",
                    "48000", "[\"public.a\", \"public.b\"]", "16/JOC/BED-4", "16",
                ]
            ),
            (
                #"#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="g",NAME="n""#,
                [
                    "closedCaptions", "g", "n", "-", "-", "-", "-", "false", "false", "false", "-", "-", "-",
                    "[]", "-", "-",
                ]
            ),
        ],
        rejected: [
            .stops(#"#EXT-X-MEDIA:GROUP-ID="g",NAME="n""#, .missing("TYPE", tag: .media)),
            .stops(#"#EXT-X-MEDIA:TYPE=AUDIO,NAME="n""#, .missing("GROUP-ID", tag: .media)),
            .stops(#"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="n""#, .missing("NAME", tag: .media)),
            .stops(
                #"#EXT-X-MEDIA:TYPE=SMELL,GROUP-ID="g",NAME="n""#,
                .invalid("TYPE", expected: "AUDIO, VIDEO, SUBTITLES or CLOSED-CAPTIONS"),
                column: 19
            ),
            .stops(start + "URI=a", .invalid("URI", expected: "a quoted string"), column: 51),
            .tolerated(start + "DEFAULT=yes", .invalid("DEFAULT", expected: "YES or NO"), column: 55),
            .tolerated(start + "LANGUAGE=en", .invalid("LANGUAGE", expected: "a quoted string")),
            .tolerated(
                start + #"BIT-DEPTH="24""#,
                .invalid("BIT-DEPTH", expected: "a decimal integer of at most 2^64 - 1")
            ),
        ]
    ) {
        guard let media = $0.renditions.first else { return [] }
        return [
            shown(media.type), media.groupID, media.name, shown(media.language),
            shown(media.associatedLanguage), shown(media.uri), shown(media.stableRenditionID),
            shown(media.isDefault), shown(media.isAutoselect), shown(media.isForced),
            shown(media.inStreamID), shown(media.bitDepth), shown(media.sampleRate),
            shown(media.characteristics), shown(media.channels), shown(media.channelCount),
        ]
    }

    static let sessionData = TagTable.multivariant(
        .sessionData,
        accepted: [
            (
                #"#EXT-X-SESSION-DATA:DATA-ID="com.a",VALUE="v",LANGUAGE="en""#,
                ["com.a", "v", "-", "json", "en"]
            ),
            (
                #"#EXT-X-SESSION-DATA:DATA-ID="com.a",URI="d.bin",FORMAT=RAW"#,
                ["com.a", "-", "d.bin", "raw", "-"]
            ),
        ],
        rejected: [
            .stops(#"#EXT-X-SESSION-DATA:VALUE="v""#, .missing("DATA-ID", tag: .sessionData)),
            .stops(
                #"#EXT-X-SESSION-DATA:DATA-ID="a",URI=d"#,
                .invalid("URI", expected: "a quoted string"),
                column: 37
            ),
            .tolerated(
                #"#EXT-X-SESSION-DATA:DATA-ID="a",URI="d",FORMAT=XML"#,
                .invalid("FORMAT", expected: "JSON or RAW"),
                column: 48
            ),
            .tolerated(
                #"#EXT-X-SESSION-DATA:DATA-ID="a",VALUE=v"#,
                .invalid("VALUE", expected: "a quoted string")
            ),
        ]
    ) {
        guard let data = $0.sessionData.first else { return [] }
        return [data.dataID, shown(data.value), shown(data.uri), shown(data.format), shown(data.language)]
    }

    static let contentSteering = TagTable.multivariant(
        .contentSteering,
        accepted: [
            (
                #"#EXT-X-CONTENT-STEERING:SERVER-URI="/steering?a=1",PATHWAY-ID="CDN-A""#,
                ["/steering?a=1", "CDN-A"]
            ),
            (#"#EXT-X-CONTENT-STEERING:SERVER-URI="s""#, ["s", "-"]),
        ],
        rejected: [
            .tolerated(
                #"#EXT-X-CONTENT-STEERING:PATHWAY-ID="a""#,
                .missing("SERVER-URI", tag: .contentSteering)
            ),
            .tolerated(
                #"#EXT-X-CONTENT-STEERING:SERVER-URI="s",PATHWAY-ID=a"#,
                .invalid("PATHWAY-ID", expected: "a quoted string"),
                column: 51
            ),
            .stops(
                "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\"\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\"",
                .duplicate(.contentSteering, firstLine: 3)
            ),
        ]
    ) { [shown($0.contentSteering?.serverURI), shown($0.contentSteering?.pathwayID)] }
}
