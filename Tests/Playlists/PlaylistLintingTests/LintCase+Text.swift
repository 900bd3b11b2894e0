/// Lines as text, and the version tag.
extension LintCase {
    private static let segment = "|#EXTINF:9.5,|a.ts"

    static let text: [LintCase] = [
        LintCase(
            "tag-unknown",
            line: 4,
            "'#EXT-X-CUE-OUT'",
            .media("#EXT-X-CUE-OUT:30" + segment),
            legal: .media("#EX-X-CUE-OUT:30" + segment)
        ),
        LintCase(
            "attribute-unknown",
            line: 4,
            "'SIGNATURE'",
            .media("#EXT-X-START:TIME-OFFSET=1,SIGNATURE=a" + segment),
            legal: .media("#EXT-X-START:TIME-OFFSET=1,X-SIGNATURE=a" + segment)
        ),
        LintCase(
            "tag-value-unexpected",
            line: 4,
            "a colon",
            "the name alone",
            .media("#EXT-X-DISCONTINUITY:" + segment),
            legal: .media("#EXT-X-DISCONTINUITY" + segment)
        ),
        LintCase("extinf-comma", line: 4, .media("#EXTINF:9.5|a.ts"), legal: .media("#EXTINF:9.5,|a.ts")),
        LintCase(
            "attribute-blanks",
            line: 4,
            .media("#EXT-X-KEY:METHOD=AES-128, URI=\"k\"" + segment),
            legal: .media("#EXT-X-KEY:METHOD=AES-128,URI=\"k k\"" + segment)
        ),
        LintCase(
            "tag-value-blanks",
            line: 4,
            .media("#EXTINF: 9.5,|a.ts"),
            legal: .media("#EXTINF:9.5, a b|a.ts")
        ),
        LintCase(
            "tag-value-blanks",
            line: 2,
            .whole("#EXTM3U|#EXT-X-TARGETDURATION: 9|#EXTINF:9,|a.ts"),
            legal: .whole("#EXTM3U|#EXT-X-TARGETDURATION:9|#EXTINF:9,|a.ts")
        ),
        LintCase("uri-blanks", line: 5, .media("#EXTINF:9.5,|a b.ts"), legal: .media("#EXTINF:9.5,a b|a.ts")),
        LintCase(
            "byte-order-mark",
            line: 1,
            "3 bytes",
            "none",
            .whole("\u{FEFF}#EXTM3U|#EXT-X-TARGETDURATION:9|#EXTINF:9,|a.ts"),
            legal: .whole("#EXTM3U|#EXT-X-TARGETDURATION:9|#EXTINF:9,\u{FEFF}|a.ts")
        ),
        LintCase(
            "carriage-return",
            line: 4,
            .media("# a\rb" + segment),
            legal: .media("# ab\r|#EXTINF:9.5,|a.ts")
        ),
        LintCase(
            "line-endings-mixed",
            line: 3,
            .whole("#EXTM3U\r|#EXT-X-TARGETDURATION:9\r|#EXTINF:9,|a.ts"),
            legal: .whole("#EXTM3U\r|#EXT-X-TARGETDURATION:9\r|#EXTINF:9,\r|a.ts\r")
        ),
        LintCase(
            "segment-tag-order",
            line: 5,
            .media("#EXTINF:9.5,|#EXT-X-DISCONTINUITY|a.ts"),
            legal: .media("#EXT-X-DISCONTINUITY|#EXTINF:9.5,|a.ts|#EXTINF:9.5,|b.ts")
        ),
    ]
}
