import HLSPlaylists
import PlaylistFixtures
import PlaylistLinting
import Testing

/// Playlists to lint in short form, with `|` for line breaks.
struct LintPresentation: Sendable {
    /// The complete multivariant playlist.
    var multivariant: String?
    /// The complete media playlists, with their URIs as names.
    var media: [(name: String, text: String)] = []
    /// The measurements of the media, by playlist name.
    var measurements: [String: MediaMeasurement] = [:]

    /// The query parameters of the media playlists' URIs.
    var queryParameters = QueryParameters.none

    /// Returns a single media playlist in which `lines` begin on line 4.
    static func media(_ lines: String, measurement: MediaMeasurement? = nil) -> LintPresentation {
        whole(head + lines, measurement: measurement)
    }

    /// Returns a single media playlist; the text includes its first lines.
    static func whole(_ text: String, measurement: MediaMeasurement? = nil) -> LintPresentation {
        var scene = LintPresentation(media: [("m.m3u8", text)])
        scene.measurements["m.m3u8"] = measurement
        return scene
    }

    /// Returns a multivariant playlist with `lines` from line 3 on, and media playlists from line 4 on.
    static func multivariant(
        _ lines: String,
        _ media: [(String, String)] = [],
        measurements: [String: MediaMeasurement] = [:]
    ) -> LintPresentation {
        LintPresentation(
            multivariant: "#EXTM3U|#EXT-X-VERSION:13|" + lines,
            media: media.map { ($0.0, head + $0.1) },
            measurements: measurements
        )
    }

    private static let head = "#EXTM3U|#EXT-X-VERSION:10|#EXT-X-TARGETDURATION:10|"

    /// Returns the findings of the linter.
    func findings() throws -> [LintFinding] {
        let main = try multivariant.map { MultivariantPlaylist.reading(try document(Self.lines($0))) }
        let items = try media.map { name, text in
            LintInput.Media(
                name: name,
                reading: MediaPlaylist.reading(
                    try document(Self.lines(text)),
                    variables: main?.playlist.variables ?? VariableScope.none,
                    queryParameters: queryParameters
                ),
                references: main.map { Self.references(to: name, in: $0.playlist) } ?? [],
                measurement: measurements[name]
            )
        }
        return PlaylistLinter.findings(LintInput(name: "main.m3u8", multivariant: main, media: items))
    }

    private static func lines(_ text: String) -> String {
        text.replacing("|", with: "\n") + "\n"
    }

    private static func references(to name: String, in playlist: MultivariantPlaylist) -> [Int] {
        playlist.variants.filter { $0.uri == name }.map(\.line)
            + playlist.iFrameVariants.filter { $0.uri == name }.map(\.line)
            + playlist.renditions.filter { $0.uri == name }.map(\.line)
    }
}

/// A rule, a minimal presentation that breaks it once, and a similar legal one.
struct LintCase: Sendable, CustomTestStringConvertible {
    let rule: String
    /// The line of the finding, or nil for the whole playlist.
    let line: Int?
    let measured: String?
    let allowed: String?
    let faulty: LintPresentation
    let legal: LintPresentation

    init(
        _ rule: String,
        line: Int?,
        _ measured: String?,
        _ allowed: String?,
        _ faulty: LintPresentation,
        legal: LintPresentation
    ) {
        self.rule = rule
        self.line = line
        self.measured = measured
        self.allowed = allowed
        self.faulty = faulty
        self.legal = legal
    }

    init(_ rule: String, line: Int?, _ measured: String?, _ faulty: LintPresentation, legal: LintPresentation)
    {
        self.init(rule, line: line, measured, nil, faulty, legal: legal)
    }

    init(_ rule: String, line: Int?, _ faulty: LintPresentation, legal: LintPresentation) {
        self.init(rule, line: line, nil, nil, faulty, legal: legal)
    }

    var testDescription: String { "\(rule), line \(line ?? 0)" }
}
