import HLSPlaylists

/// Tags of RFC 8216bis 4.4.3.7, 4.4.3.8 and 4.4.4.9.
enum LowLatencyTags {
    static let tables: [TagTable] = [partInformation, serverControl, part]

    private static let seconds = "decimal seconds of at most 2147483648"

    static let partInformation = TagTable.media(
        .partInformation,
        accepted: [("#EXT-X-PART-INF:PART-TARGET=0.33334", ["0.33334 seconds"])],
        rejected: [
            .tolerated("#EXT-X-PART-INF:", .missing("PART-TARGET", tag: .partInformation)),
            .tolerated(
                "#EXT-X-PART-INF:PART-TARGET=-1",
                .invalid("PART-TARGET", expected: seconds),
                column: 29
            ),
            .tolerated("#EXT-X-PART-INF:PART-TARGET=\"1\"", .invalid("PART-TARGET", expected: seconds)),
        ]
    ) { [shown($0.partInformation?.partTarget)] }

    static let serverControl = TagTable.media(
        .serverControl,
        accepted: [
            (
                "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=36.0,CAN-SKIP-DATERANGES=YES,HOLD-BACK=18,"
                    + "PART-HOLD-BACK=1.5,CAN-BLOCK-RELOAD=YES",
                ["36.0 seconds", "true", "18.0 seconds", "1.5 seconds", "true"]
            ),
            ("#EXT-X-SERVER-CONTROL:X=1", ["-", "false", "-", "-", "false"]),
        ],
        rejected: [
            .tolerated(
                "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=NO",
                .invalid("CAN-BLOCK-RELOAD", expected: "YES"),
                column: 40
            ),
            .tolerated("#EXT-X-SERVER-CONTROL:HOLD-BACK=x", .invalid("HOLD-BACK", expected: seconds)),
            .tolerated("#EXT-X-SERVER-CONTROL:HOLD-BACK=1,HOLD-BACK=1", .duplicate("HOLD-BACK")),
        ]
    ) {
        let control = $0.serverControl
        return [
            shown(control?.canSkipUntil), shown(control?.canSkipDateRanges), shown(control?.holdBack),
            shown(control?.partHoldBack), shown(control?.canBlockReload),
        ]
    }

    static let part = TagTable.media(
        .part,
        before: ["#EXT-X-MEDIA-SEQUENCE:4", #"#EXT-X-PART:DURATION=1,URI="p",BYTERANGE="10@5""#],
        after: ["#EXTINF:2,", "a"],
        accepted: [
            (
                #"#EXT-X-PART:DURATION=0.5,URI="q",INDEPENDENT=YES,GAP=YES"#,
                ["q", "0.5 seconds", "true", "true", "-", "4.1", "1.0 seconds"]
            ),
            (
                #"#EXT-X-PART:BYTERANGE="20",DURATION=1.0,URI="p""#,
                ["p", "1.0 seconds", "false", "false", "20@15", "4.1", "1.0 seconds"]
            ),
            (
                #"#EXT-X-PART:BYTERANGE="20@0",DURATION=1.0,URI="p""#,
                ["p", "1.0 seconds", "false", "false", "20@0", "4.1", "1.0 seconds"]
            ),
        ],
        rejected: [
            .tolerated(#"#EXT-X-PART:URI="p""#, .missing("DURATION", tag: .part)),
            .tolerated("#EXT-X-PART:DURATION=1", .missing("URI", tag: .part)),
            .tolerated(
                #"#EXT-X-PART:DURATION=x,URI="p""#,
                .invalid("DURATION", expected: seconds),
                column: 22
            ),
            .tolerated(
                #"#EXT-X-PART:DURATION=1,URI="p",BYTERANGE="a""#,
                .invalid("BYTERANGE", expected: "LENGTH or LENGTH@OFFSET in decimal"),
                column: 42
            ),
            .tolerated(#"#EXT-X-PART:DURATION=1,URI="other",BYTERANGE="1""#, .byteRangeWithoutStart),
            .tolerated(
                #"#EXT-X-PART:DURATION=1,URI="p",BYTERANGE="18446744073709551615""#,
                .byteRangeOverflow
            ),
            .tolerated(#"#EXT-X-PART:DURATION=1,URI="p",GAP=NO"#, .invalid("GAP", expected: "YES")),
        ]
    ) {
        guard let part = $0.parts.last else { return [] }
        return [
            part.uri, shown(part.duration), shown(part.isIndependent), shown(part.hasGap),
            shown(part.byteRange?.text), "\(part.mediaSequence).\(part.partIndex)", shown(part.start),
        ]
    }
}
