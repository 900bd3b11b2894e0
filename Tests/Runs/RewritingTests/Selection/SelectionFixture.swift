import HLSPlaylists
import PresentationFixtures
import Testing

@testable import Presentations
@testable import Rewriting

/// A multivariant playlist to which tests apply `--keep` and `--drop`.
struct SelectionFixture {
    /// The removed part of a playlist: line numbers, and `LINE ATTRIBUTE` for attributes of remaining lines.
    struct Gone: Equatable {
        var lines: [Int] = []
        var attributes: [String] = []
        var warnings: [String] = []
    }

    static let path = TreePath("main.m3u8")

    let text: String

    /// Creates a playlist from these lines; the first of them is line 2.
    init(_ lines: [String]) {
        text = (["#EXTM3U"] + lines).joined(separator: "\n") + "\n"
    }

    func removed(keep: [String] = [], drop: [String] = []) throws -> Gone {
        let selection = try selection(keep: keep, drop: drop)
        let lines = [
            selection.variantLines, selection.uriLines, selection.iFrameLines, selection.renditionLines,
        ]
        return Gone(
            lines: lines.flatMap(\.self).sorted(),
            attributes: selection.attributes.map { "\($0.line) \($0.name)" }.sorted(),
            warnings: selection.warnings
        )
    }

    func selection(keep: [String] = [], drop: [String] = []) throws -> VariantSelection {
        try VariantSelection(
            SelectionFilter(keep: keep, drop: drop),
            MultivariantPlaylist(PlaylistDocument(parsing: Array(text.utf8))),
            of: Self.path
        )
    }

    /// Three sizes in AVC, each with AAC and with E-AC-3, and an audio-only variant.
    ///
    /// The renditions begin on line 3.
    static let ladder = SelectionFixture(
        ["#EXT-X-VERSION:6"]
            + ["aac", "ec3"].flatMap { group in
                [
                    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(group)\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,URI=\"\(group)/en.m3u8\"",
                    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(group)\",NAME=\"Deutsch\",LANGUAGE=\"de-AT\",URI=\"\(group)/de.m3u8\"",
                ]
            } + [
                // 7
                "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"subs\",NAME=\"English\",LANGUAGE=\"en-US\",URI=\"subs/en.m3u8\"",
                "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"subs\",NAME=\"Signs\",URI=\"subs/signs.m3u8\"",
                "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"cc\",NAME=\"CC1\",LANGUAGE=\"en\",INSTREAM-ID=\"CC1\"",
            ]
            // 10 to 15
            + variants("mp4a.40.2", "aac", [1_000_000, 3_000_000, 6_000_000])
            // 16 to 21
            + variants("ec-3", "ec3", [1_200_000, 3_200_000, 6_200_000])
            // 22
            + ["#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"mp4a.40.2\",AUDIO=\"aac\"", "aac/en.m3u8"]
            // 24 to 26
            + zip(sizes, avc).map { size, codec in
                "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,CODECS=\"\(codec)\",RESOLUTION=\(size),URI=\"i/\(size).m3u8\""
            }
    )

    private static let sizes = ["640x360", "1280x720", "1920x1080"]
    private static let avc = ["avc1.4d401e", "avc1.4d401f", "avc1.640028"]

    private static func variants(_ codec: String, _ group: String, _ bandwidths: [Int]) -> [String] {
        zip(zip(sizes, avc), bandwidths).flatMap { picture, bandwidth in
            [
                "#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth),CODECS=\"\(picture.1),\(codec)\",RESOLUTION=\(picture.0),"
                    + "AUDIO=\"\(group)\",SUBTITLES=\"subs\",CLOSED-CAPTIONS=\"cc\"",
                "v/\(picture.0).m3u8",
            ]
        }
    }
}

extension SelectionFilter {
    /// Creates a filter from expressions as written on the command line.
    init(keep: [String] = [], drop: [String] = []) throws {
        self.init()
        keeps = try keep.map { try SelectionExpression(parsing: $0, for: .keep) }
        drops = try drop.map { try SelectionExpression(parsing: $0, for: .drop) }
    }
}
