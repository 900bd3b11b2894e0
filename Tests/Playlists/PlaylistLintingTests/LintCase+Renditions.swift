/// Renditions and their groups.
extension LintCase {
    private static func audio(_ group: String, _ attributes: String) -> String {
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(group)\",CHANNELS=\"2\",\(attributes)|"
    }

    private static let variant = "#EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO=\"a\"|m"

    private static func subtitles(_ attributes: String) -> LintPresentation {
        .multivariant(
            "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"e\"" + attributes
                + "|#EXT-X-STREAM-INF:BANDWIDTH=9,SUBTITLES=\"s\"|m"
        )
    }

    private static func captions(_ attributes: String) -> LintPresentation {
        .multivariant(
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"e\"" + attributes
                + "|#EXT-X-STREAM-INF:BANDWIDTH=9,CLOSED-CAPTIONS=\"c\"|m"
        )
    }

    static let renditions: [LintCase] = [
        LintCase(
            "group-undefined",
            line: 4,
            "'a'",
            "'b'",
            .multivariant(audio("b", "NAME=\"e\"") + variant),
            legal: .multivariant(audio("a", "NAME=\"e\"") + variant)
        ),
        LintCase(
            "group-undefined",
            line: 4,
            "'a'",
            "an existing group",
            .multivariant("#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"a\",NAME=\"e\",URI=\"u\"|" + variant),
            legal: .multivariant(audio("a", "NAME=\"e\"") + variant)
        ),
        LintCase(
            "group-unused",
            line: 4,
            .multivariant(audio("a", "NAME=\"e\"") + audio("b", "NAME=\"e\"") + variant),
            legal: .multivariant(audio("a", "NAME=\"e\"") + variant)
        ),
        LintCase(
            "rendition-name-duplicate",
            line: 4,
            "'e'",
            .multivariant(audio("a", "NAME=\"e\"") + audio("a", "NAME=\"e\",URI=\"u\"") + variant),
            legal: .multivariant(audio("a", "NAME=\"e\"") + audio("a", "NAME=\"f\",URI=\"u\"") + variant)
        ),
        LintCase(
            "rendition-default-twice",
            line: 4,
            .multivariant(
                audio("a", "NAME=\"e\",DEFAULT=YES") + audio("a", "NAME=\"f\",DEFAULT=YES") + variant
            ),
            legal: .multivariant(
                audio("a", "NAME=\"e\",DEFAULT=YES") + audio("a", "NAME=\"f\",DEFAULT=NO") + variant
            )
        ),
        LintCase(
            "group-members-differ",
            line: 5,
            "'e'",
            "'e', 'f'",
            .multivariant(
                audio("a", "NAME=\"f\"") + audio("a", "NAME=\"e\"") + audio("b", "NAME=\"e\"") + variant
                    + "|#EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO=\"b\"|n"
            ),
            legal: .multivariant(
                audio("a", "NAME=\"f\"") + audio("a", "NAME=\"e\"") + audio("b", "NAME=\"E\"")
                    + audio("b", "NAME=\"f\"") + variant + "|#EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO=\"b\"|n"
            )
        ),
        // A missing DEFAULT means NO; URI and CHANNELS may differ.
        LintCase(
            "group-attributes-differ",
            line: 4,
            "'fr'",
            "'en'",
            .multivariant(
                audio("a", "NAME=\"e\",LANGUAGE=\"en\"") + audio("b", "NAME=\"e\",LANGUAGE=\"fr\"") + variant
                    + "|#EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO=\"b\"|n"
            ),
            legal: .multivariant(
                audio("a", "NAME=\"e\",LANGUAGE=\"en\"")
                    + audio("b", "NAME=\"e\",LANGUAGE=\"en\",DEFAULT=NO,URI=\"u\"")
                    + variant + "|#EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO=\"b\"|n"
            )
        ),
        LintCase(
            "rendition-audio-attribute",
            line: 3,
            "SUBTITLES",
            "AUDIO",
            subtitles(",URI=\"u\",CHANNELS=\"2\""),
            legal: subtitles(",URI=\"u\"")
        ),
        LintCase(
            "rendition-instream-id-characters",
            line: 3,
            "'a/1'",
            "letters, digits, periods",
            .multivariant(audio("a", "NAME=\"e\",INSTREAM-ID=\"a/1\"") + variant),
            legal: .multivariant(audio("a", "NAME=\"e\",INSTREAM-ID=\"A.1\"") + variant)
        ),
        LintCase(
            "rendition-autoselect",
            line: 3,
            "AUTOSELECT=NO",
            "AUTOSELECT=YES",
            .multivariant(audio("a", "NAME=\"e\",DEFAULT=YES,AUTOSELECT=NO") + variant),
            legal: .multivariant(audio("a", "NAME=\"e\",DEFAULT=YES") + variant)
        ),
        LintCase(
            "rendition-forced",
            line: 3,
            "AUDIO",
            "SUBTITLES",
            .multivariant(audio("a", "NAME=\"e\",FORCED=NO") + variant),
            legal: subtitles(",URI=\"u\",FORCED=YES")
        ),
        LintCase("rendition-uri", line: 3, "no URI", "URI", subtitles(""), legal: subtitles(",URI=\"u\"")),
        LintCase(
            "rendition-associated-language",
            line: 3,
            "no LANGUAGE",
            "LANGUAGE",
            subtitles(",URI=\"u\",ASSOC-LANGUAGE=\"en\""),
            legal: subtitles(",URI=\"u\",LANGUAGE=\"no\",ASSOC-LANGUAGE=\"nb\"")
        ),
        LintCase(
            "rendition-channels",
            line: 3,
            "no CHANNELS",
            "a number",
            .multivariant("#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"e\"|" + variant),
            legal: .multivariant(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"e\",CHANNELS=\"16/JOC\"|" + variant
            )
        ),
        LintCase(
            "rendition-instream-id",
            line: 3,
            "no INSTREAM-ID",
            "CC1 to CC4 or SERVICE1 to SERVICE63",
            captions(""),
            legal: captions(",INSTREAM-ID=\"CC4\"")
        ),
        LintCase(
            "rendition-instream-id",
            line: 3,
            "'SERVICE64'",
            "CC1 to CC4 or SERVICE1 to SERVICE63",
            captions(",INSTREAM-ID=\"SERVICE64\""),
            legal: captions(",INSTREAM-ID=\"SERVICE63\"")
        ),
    ]
}
