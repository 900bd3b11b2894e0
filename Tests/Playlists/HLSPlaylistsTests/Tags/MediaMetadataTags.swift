import HLSPlaylists

/// Tags of RFC 8216bis 4.4.5.
enum MediaMetadataTags {
    static let tables: [TagTable] = [dateRange, skip, preloadHint, renditionReport]

    private static let integer = "a decimal integer of at most 2^64 - 1"

    static let dateRange = TagTable.media(
        .dateRange,
        accepted: [
            (
                #"#EXT-X-DATERANGE:ID="s",CLASS="c",START-DATE="1970-01-01T00:01:00Z",CUE="PRE,ONCE","#
                    + #"END-DATE="1970-01-01T01:02:00+01:00",DURATION=60,PLANNED-DURATION=59.993,X-COM-A="1","#
                    + "SCTE35-CMD=0xFC,SCTE35-OUT=0xFC002F,SCTE35-IN=0xfc00",
                [
                    "s", "c", "60.0 seconds", "120.0 seconds", "[\"PRE\", \"ONCE\"]", "60.0 seconds",
                    "59.993 seconds", "[252]", "[252, 0, 47]", "[252, 0]", "false",
                ]
            ),
            (
                #"#EXT-X-DATERANGE:ID="s",END-ON-NEXT=YES"#,
                ["s", "-", "-", "-", "[]", "-", "-", "-", "-", "-", "true"]
            ),
        ],
        rejected: [
            .tolerated(#"#EXT-X-DATERANGE:CLASS="c""#, .missing("ID", tag: .dateRange)),
            .tolerated(
                #"#EXT-X-DATERANGE:ID="s",START-DATE="yesterday""#,
                .invalid("START-DATE", expected: "a date and time such as 2010-02-19T14:54:23.031+08:00"),
                column: 36
            ),
            .tolerated(
                #"#EXT-X-DATERANGE:ID="s",DURATION=-1"#,
                .invalid("DURATION", expected: "decimal seconds of at most 2147483648"),
                column: 34
            ),
            .tolerated(
                #"#EXT-X-DATERANGE:ID="s",SCTE35-OUT=FC"#,
                .invalid("SCTE35-OUT", expected: "0x and pairs of hexadecimal digits")
            ),
            .tolerated(
                #"#EXT-X-DATERANGE:ID="s",CUE="PRE,LATER""#,
                .invalid("CUE", expected: "PRE, POST or ONCE"),
                column: 29
            ),
            .tolerated(#"#EXT-X-DATERANGE:ID="s",END-ON-NEXT=NO"#, .invalid("END-ON-NEXT", expected: "YES")),
            .tolerated(#"#EXT-X-DATERANGE:ID="s"#, .unclosedQuotedString("ID")),
        ]
    ) {
        guard let range = $0.dateRanges.first else { return [] }
        return [
            range.id, shown(range.rangeClass), shown(range.startDate?.sinceEpoch),
            shown(range.endDate?.sinceEpoch), shown(range.cues.map(\.rawValue)), shown(range.duration),
            shown(range.plannedDuration), shown(range.scte35Command), shown(range.scte35Out),
            shown(range.scte35In), shown(range.endsOnNext),
        ]
    }

    static let skip = TagTable.media(
        .skip,
        after: ["#EXTINF:1,", "a"],
        accepted: [
            ("#EXT-X-SKIP:SKIPPED-SEGMENTS=3", ["3", "-", "[3]"]),
            (
                "#EXT-X-SKIP:SKIPPED-SEGMENTS=10,RECENTLY-REMOVED-DATERANGES=\"a b\tc\"",
                ["10", "[\"a b\", \"c\"]", "[10]"]
            ),
            (#"#EXT-X-SKIP:SKIPPED-SEGMENTS=0,RECENTLY-REMOVED-DATERANGES="""#, ["0", "[]", "[0]"]),
        ],
        rejected: [
            .tolerated("#EXT-X-SKIP:", .missing("SKIPPED-SEGMENTS", tag: .skip)),
            .tolerated(
                "#EXT-X-SKIP:SKIPPED-SEGMENTS=1.0",
                .invalid("SKIPPED-SEGMENTS", expected: integer),
                column: 30
            ),
            .stops(
                "#EXT-X-SKIP:SKIPPED-SEGMENTS=1\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1",
                .duplicate(.skip, firstLine: 3)
            ),
        ]
    ) {
        [
            shown($0.skip?.skippedSegments), shown($0.skip?.recentlyRemovedDateRanges),
            shown($0.segments.map(\.mediaSequence)),
        ]
    }

    static let preloadHint = TagTable.media(
        .preloadHint,
        accepted: [
            (#"#EXT-X-PRELOAD-HINT:TYPE=PART,URI="p""#, ["part", "p", "0", "-"]),
            (
                #"#EXT-X-PRELOAD-HINT:TYPE=MAP,URI="m",BYTERANGE-START=5,BYTERANGE-LENGTH=7"#,
                ["map", "m", "5", "7"]
            ),
        ],
        rejected: [
            .tolerated(
                #"#EXT-X-PRELOAD-HINT:TYPE=KEY,URI="p""#,
                .invalid("TYPE", expected: "PART or MAP"),
                column: 26
            ),
            .tolerated(#"#EXT-X-PRELOAD-HINT:URI="p""#, .missing("TYPE", tag: .preloadHint)),
            .tolerated("#EXT-X-PRELOAD-HINT:TYPE=PART", .missing("URI", tag: .preloadHint)),
            .tolerated(
                #"#EXT-X-PRELOAD-HINT:TYPE=PART,URI="p",BYTERANGE-START=-1"#,
                .invalid("BYTERANGE-START", expected: integer)
            ),
        ]
    ) {
        guard let hint = $0.preloadHints.first else { return [] }
        return [
            shown(hint.type), hint.uri, shown(hint.byteRangeStart), shown(hint.byteRangeLength),
        ]
    }

    static let renditionReport = TagTable.media(
        .renditionReport,
        accepted: [
            (
                #"#EXT-X-RENDITION-REPORT:URI="../1M/a.m3u8",LAST-MSN=273,LAST-PART=3"#,
                ["../1M/a.m3u8", "273", "3"]
            ),
            // A server may leave out values that equal those of this playlist.
            (#"#EXT-X-RENDITION-REPORT:URI="a""#, ["a", "-", "-"]),
        ],
        rejected: [
            .tolerated("#EXT-X-RENDITION-REPORT:LAST-MSN=1", .missing("URI", tag: .renditionReport)),
            .tolerated(
                #"#EXT-X-RENDITION-REPORT:URI="a",LAST-MSN=x"#,
                .invalid("LAST-MSN", expected: integer),
                column: 42
            ),
        ]
    ) {
        guard let report = $0.renditionReports.first else { return [] }
        return [report.uri, shown(report.lastMediaSequence), shown(report.lastPart)]
    }
}
