import HLSPlaylists

/// Tags of RFC 8216bis 4.4.1 and 4.4.2.
enum CommonTags {
    static let tables: [TagTable] = [extM3U, version, independentSegments, start, define]

    /// The first line is already `EXTM3U`; white space after it is tolerated.
    static let extM3U = TagTable.media(
        .extM3U,
        accepted: [("#EXTM3U is not a tag with another text behind its name", ["1"])],
        rejected: [.stops("#EXTM3U", .duplicate(.extM3U, firstLine: 1))]
    ) { [shown($0.version)] }

    private static let versionGrammar = "a decimal integer of at least 1"

    static let version = TagTable.media(
        .version,
        accepted: [
            ("#EXT-X-VERSION:1", ["1", "3"]), ("#EXT-X-VERSION:13", ["13", "3"]),
            ("#EXT-X-VERSION: 7 ", ["7", "3"]),
        ],
        rejected: ["0", "-1", "3.0", "x", "", "18446744073709551616"].map {
            .stops("#EXT-X-VERSION:" + $0, expected: versionGrammar, column: 16)
        } + [.stops("#EXT-X-VERSION:3\n#EXT-X-VERSION:3", .duplicate(.version, firstLine: 3))]
    ) { [shown($0.version), shown($0.versionLine)] }

    static let independentSegments = TagTable.media(
        .independentSegments,
        accepted: [("#EXT-X-INDEPENDENT-SEGMENTS", ["true"])],
        rejected: [
            .stops(
                "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-INDEPENDENT-SEGMENTS",
                .duplicate(.independentSegments, firstLine: 3)
            )
        ]
    ) { [shown($0.hasIndependentSegments)] }

    private static let offsetGrammar = "decimal seconds of at most 2147483648, with an optional minus sign"

    static let start = TagTable.media(
        .start,
        accepted: [
            ("#EXT-X-START:TIME-OFFSET=25", ["25.0 seconds", "false"]),
            ("#EXT-X-START:TIME-OFFSET=-10.5,PRECISE=YES", ["-10.5 seconds", "true"]),
            ("#EXT-X-START:PRECISE=NO,TIME-OFFSET=-0", ["0.0 seconds", "false"]),
        ],
        rejected: [
            .tolerated("#EXT-X-START:PRECISE=YES", .missing("TIME-OFFSET", tag: .start)),
            .tolerated(
                "#EXT-X-START:TIME-OFFSET=+1",
                .invalid("TIME-OFFSET", expected: offsetGrammar),
                column: 26
            ),
            .tolerated("#EXT-X-START:TIME-OFFSET=--1", .invalid("TIME-OFFSET", expected: offsetGrammar)),
            .tolerated(
                "#EXT-X-START:TIME-OFFSET=1,PRECISE=yes",
                .invalid("PRECISE", expected: "YES or NO"),
                column: 36
            ),
            .tolerated("#EXT-X-START:TIME-OFFSET=1,", .trailingComma, column: 27),
        ]
    ) { [shown($0.start?.timeOffset), shown($0.start?.isPrecise)] }

    /// See `VariableTests` for more cases.
    static let define = TagTable.media(
        .define,
        accepted: [
            (#"#EXT-X-DEFINE:NAME="a-B_9",VALUE="x""#, ["x", "-", "-"]),
            (#"#EXT-X-DEFINE:VALUE="",NAME="a-B_9""#, ["", "-", "-"]),
            (#"#EXT-X-DEFINE:IMPORT="imported""#, ["-", "i", "-"]),
            (#"#EXT-X-DEFINE:QUERYPARAM="parameter""#, ["-", "-", "p"]),
        ],
        rejected: [
            .stops(#"#EXT-X-DEFINE:VALUE="x""#, .missing("NAME", tag: .define)),
            .stops(#"#EXT-X-DEFINE:NAME="a""#, .missing("VALUE", tag: .define)),
            .stops(
                #"#EXT-X-DEFINE:NAME="a b",VALUE="x""#,
                .invalid("NAME", expected: "letters, digits, hyphens and underscores"),
                column: 20
            ),
            .stops(
                #"#EXT-X-DEFINE:IMPORT="a",QUERYPARAM="a""#,
                .forbidden("QUERYPARAM", reason: "EXT-X-DEFINE has only one of NAME, IMPORT and QUERYPARAM")
            ),
        ]
    ) { playlist in
        ["a-B_9", "imported", "parameter"].map { shown(playlist.variables[$0]) }
    }
}
