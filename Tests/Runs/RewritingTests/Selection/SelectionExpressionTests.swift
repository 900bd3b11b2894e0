import HLSPlaylists
import Testing

@testable import Rewriting

/// Expressions of `--keep` and `--drop`: matching entries, entries without an answer, syntax errors.
struct SelectionExpressionTests {
    private static func variant(_ attributes: String) throws -> SelectionEntry {
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=3000000\(attributes)\nv.m3u8\n"
        let playlist = try MultivariantPlaylist(PlaylistDocument(parsing: Array(text.utf8)))
        return SelectionEntry(.variant, try #require(playlist.variants.first).stream)
    }

    private static func rendition(_ attributes: String) throws -> SelectionEntry {
        let text = "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"aac\"\(attributes)\n"
        let playlist = try MultivariantPlaylist(PlaylistDocument(parsing: Array(text.utf8)))
        return SelectionEntry(try #require(playlist.renditions.first))
    }

    @Test(arguments: [
        ("bandwidth=3000000", "", true),
        ("bandwidth!=3000000", "", false),
        ("bandwidth<=3000000", "", true),
        ("bandwidth<3000000", "", false),
        ("bandwidth>=3000000", "", true),
        ("bandwidth>3000000", "", false),
        ("bandwidth>2999999", "", true),
        ("bandwidth=1|3000000", "", true),
        ("bandwidth<=18446744073709551615", "", true),
        (" bandwidth >= 1 , bandwidth\t< 3000001 ", "", true),
        ("bandwidth>=1,bandwidth<3000000", "", false),
        ("resolution=1280x720", ",RESOLUTION=1280x720", true),
        ("resolution=1280x720", ",RESOLUTION=720x1280", true),
        ("resolution=1280x720|640x360", ",RESOLUTION=640x360", true),
        ("resolution<=1280x720", ",RESOLUTION=1280x536", true),
        ("resolution<=1280x720", ",RESOLUTION=960x721", false),
        ("resolution<=1280x720", ",RESOLUTION=720x1280", true),
        ("resolution<=1280x720", ",RESOLUTION=1080x1920", false),
        ("resolution<1280x720", ",RESOLUTION=1280x720", false),
        ("resolution<1280x720", ",RESOLUTION=1280x719", true),
        ("resolution>1280x720", ",RESOLUTION=960x721", true),
        ("resolution>1280x720", ",RESOLUTION=1280x720", false),
        ("resolution>=1280x720", ",RESOLUTION=1280x720", true),
        ("resolution>=1280x720", ",RESOLUTION=1279x720", false),
        ("codec=avc1", ",CODECS=\"mp4a.40.2, avc1.64001f\"", true),
        ("codec=avc1.64001F", ",CODECS=\"avc1.64001f,mp4a.40.2\"", true),
        ("codec=avc1.64", ",CODECS=\"avc1.64001f\"", false),
        ("codec=mp4a.40.2", ",CODECS=\"avc1.64001f,mp4a.40.29\"", false),
        ("codec=ec-3|ac-3", ",CODECS=\"avc1.64001f,ac-3\"", true),
        ("codec!=hvc1", ",CODECS=\"avc1.64001f,mp4a.40.2\"", true),
        ("codec!=avc1", ",CODECS=\"avc1.64001f,mp4a.40.2\"", false),
        // A missing attribute equals no value.
        ("codec=avc1", "", false),
        ("codec!=avc1", "", true),
        ("resolution<=1280x720", "", false),
        ("resolution>1280x720", "", false),
        ("resolution!=1280x720", "", true),
    ])
    func holdsForVariants(_ text: String, _ attributes: String, _ expected: Bool) throws {
        let expression = try SelectionExpression(parsing: text, for: .keep)
        let entry = try Self.variant(attributes)
        #expect(expression.applies(to: entry))
        #expect(expression.matches(entry) == expected)
    }

    @Test(arguments: [
        ("language=en", ",NAME=\"a\",LANGUAGE=\"en\"", true),
        ("language=en", ",NAME=\"a\",LANGUAGE=\"en-US\"", true),
        ("language=EN-us", ",NAME=\"a\",LANGUAGE=\"en-US\"", true),
        ("language=en", ",NAME=\"a\",LANGUAGE=\"enm\"", false),
        ("language=en-US", ",NAME=\"a\",LANGUAGE=\"en\"", false),
        ("language=de|en", ",NAME=\"a\",LANGUAGE=\"en\"", true),
        ("language!=de|en", ",NAME=\"a\",LANGUAGE=\"en\"", false),
        ("language!=de|en", ",NAME=\"a\",LANGUAGE=\"fr\"", true),
        ("language=en", ",NAME=\"a\"", false),
        ("language!=en", ",NAME=\"a\"", true),
        ("name=english", ",NAME=\"English\"", true),
        ("name=\"English, for the blind\"", ",NAME=\"English, for the blind\"", true),
        ("name=\" a|b \"", ",NAME=\" a|b \"", true),
        ("name=English AD", ",NAME=\"English AD\"", true),
        ("name=Engl", ",NAME=\"English\"", false),
        ("group=aac", ",NAME=\"a\"", true),
        ("group=AAC", ",NAME=\"a\"", false),
        ("group!=ec3", ",NAME=\"a\"", true),
        ("type=audio,group=aac", ",NAME=\"a\"", true),
        ("type=subtitles|audio,group=ec3", ",NAME=\"a\"", false),
    ])
    func holdsForRenditions(_ text: String, _ attributes: String, _ expected: Bool) throws {
        let expression = try SelectionExpression(parsing: text, for: .keep)
        let entry = try Self.rendition(attributes)
        #expect(expression.applies(to: entry))
        #expect(expression.matches(entry) == expected)
    }

    @Test(arguments: [
        ("language=en", ",RESOLUTION=1280x720"),
        ("type=audio,name=a", ""),
        ("type=i-frames,resolution<=1x1", ",RESOLUTION=1280x720"),
        // Audio has no resolution.
        ("resolution<=1280x720", ",CODECS=\"mp4a.40.2\""),
        ("bandwidth>1,resolution<=1280x720", ",CODECS=\"mp4a.40.2, wvtt\""),
    ])
    func doesNotSpeakOfVariants(_ text: String, _ attributes: String) throws {
        let expression = try SelectionExpression(parsing: text, for: .keep)
        #expect(!expression.applies(to: try Self.variant(attributes)))
    }

    @Test(arguments: ["bandwidth>1", "resolution!=1x1", "codec=avc1", "type=subtitles|i-frames,language=en"])
    func doesNotSpeakOfAudioRenditions(_ text: String) throws {
        let expression = try SelectionExpression(parsing: text, for: .drop)
        #expect(!expression.applies(to: try Self.rendition(",NAME=\"a\"")))
    }

    @Test(arguments: [
        ("", SelectionExpressionError.empty),
        (" ", .empty),
        ("language=en,", .empty),
        (",language=en", .empty),
        ("width<=1280", .unknownAttribute("width")),
        ("Language=en", .unknownAttribute("Language")),
        ("=en", .unknownAttribute("")),
        ("bandwidth", .invalidComparison(attribute: "bandwidth", found: "bandwidth")),
        ("language<=en", .invalidComparison(attribute: "language", found: "language<=en")),
        ("type!=audio", .invalidComparison(attribute: "type", found: "type!=audio")),
        ("bandwidth!3", .invalidComparison(attribute: "bandwidth", found: "bandwidth!3")),
        ("bandwidth==3", .value(attribute: "bandwidth", found: "=3")),
        ("bandwidth<=3M", .value(attribute: "bandwidth", found: "3M")),
        ("bandwidth<=-3", .value(attribute: "bandwidth", found: "-3")),
        ("bandwidth<=+3", .value(attribute: "bandwidth", found: "+3")),
        ("bandwidth<=", .value(attribute: "bandwidth", found: "")),
        ("bandwidth=18446744073709551616", .value(attribute: "bandwidth", found: "18446744073709551616")),
        ("resolution<=720p", .value(attribute: "resolution", found: "720p")),
        ("resolution<=1280x", .value(attribute: "resolution", found: "1280x")),
        ("resolution<=1280x720x3", .value(attribute: "resolution", found: "1280x720x3")),
        ("resolution<=1280X720", .value(attribute: "resolution", found: "1280X720")),
        ("language=", .value(attribute: "language", found: "")),
        ("language=en|", .value(attribute: "language", found: "")),
        ("name=\"\"", .value(attribute: "name", found: "")),
        ("type=variant", .value(attribute: "type", found: "variant")),
        ("type=AUDIO,name=a", .value(attribute: "type", found: "AUDIO")),
        ("bandwidth<=1|2", .severalValues(attribute: "bandwidth", comparison: "<=")),
        ("name=\"a", .quote("\"a")),
        ("name=a\"b", .quote("a\"b")),
        ("name=\"a\"b\"", .quote("\"a\"b\"")),
        ("name=\"", .quote("\"")),
        ("bandwidth>1,language=en", .differentEntries("bandwidth", "language")),
        ("type=audio,resolution>1x1", .differentEntries("type", "resolution")),
        ("type=audio,type=subtitles,name=a", .differentEntries("type", "type")),
        ("type=audio", .onlyType),
    ])
    func refuses(_ text: String, _ expected: SelectionExpressionError) {
        #expect(throws: expected) { try SelectionExpression(parsing: text, for: .keep) }
    }

    @Test func takesATypeAloneToDrop() throws {
        let expression = try SelectionExpression(parsing: "type=audio", for: .drop)
        #expect(expression.matches(try Self.rendition(",NAME=\"a\"")))
    }
}
