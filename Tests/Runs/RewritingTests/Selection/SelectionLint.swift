import HLSPlaylists
import PlaylistLinting

/// The errors that the linter finds in a playlist alone.
enum SelectionLint {
    /// The rules that are broken as errors.
    static func errors(of text: String) throws -> Set<String> {
        let document = try PlaylistDocument(parsing: Array(text.utf8))
        let subject: LintSubject
        switch try PlaylistKind.detect(document) {
        case .multivariant:
            subject = LintSubject(
                name: "main.m3u8",
                multivariant: MultivariantPlaylist.reading(document),
                media: []
            )
        case .media:
            let media = LintSubject.Media(
                name: "main.m3u8",
                reading: MediaPlaylist.reading(document),
                references: [],
                measurement: nil
            )
            subject = LintSubject(name: "main.m3u8", multivariant: nil, media: [media])
        }
        let errors = PlaylistLinter.findings(subject).filter { $0.rule.severity == .error }
        return Set(errors.map(\.rule.id))
    }
}
