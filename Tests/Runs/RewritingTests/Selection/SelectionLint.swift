import HLSPlaylists
import PlaylistLinting

/// Lint errors of a playlist without the rest of its tree.
enum SelectionLint {
    /// Returns the rules of severity error that the playlist breaks.
    static func errors(of text: String) throws -> Set<String> {
        let document = try PlaylistDocument(parsing: Array(text.utf8))
        let subject: LintInput
        switch try PlaylistKind.detect(document) {
        case .multivariant:
            subject = LintInput(
                name: "main.m3u8",
                multivariant: MultivariantPlaylist.reading(document),
                media: []
            )
        case .media:
            let media = LintInput.Media(
                name: "main.m3u8",
                reading: MediaPlaylist.reading(document),
                references: [],
                measurement: nil
            )
            subject = LintInput(name: "main.m3u8", multivariant: nil, media: [media])
        }
        let errors = PlaylistLinter.findings(subject).filter { $0.rule.severity == .error }
        return Set(errors.map(\.rule.id))
    }
}
