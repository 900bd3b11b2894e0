import HLSPlaylists
import Inspection
import Presentations

/// Checks that the files named by `EXT-X-SESSION-DATA` exist and are those of the source.
enum SessionDataCheck: PresentationCheck {
    private static let limit: UInt64 = 64 << 20

    static func findings(on verified: VerifiedPresentation) -> [Finding] {
        let presentation = verified.presentation
        return (presentation.multivariant?.sessionData ?? []).compactMap { data in
            guard let uri = data.uri,
                let file = try? URIResolution.resolve(uri, in: presentation.entry.folder),
                let failure = failure(of: file, presentation, verified.source)
            else { return nil }
            return Finding(
                failure.rule,
                failure.message,
                playlist: presentation.entry.description,
                line: data.line,
                file: file.description
            )
        }
    }

    private static func failure(
        of file: TreePath,
        _ presentation: Presentation,
        _ source: Presentation?
    ) -> VerificationFailure? {
        let contents: [UInt8]
        do {
            contents = try InputFile.contents(of: file.path(under: presentation.root), limit: limit)
        } catch {
            return VerificationFailure(.media, "the file cannot be read (\(error.reason))")
        }
        guard let source else { return nil }
        do {
            let path = file.path(under: source.root)
            return try InputFile.contents(of: path, limit: limit) == contents
                ? nil : VerificationFailure(.sourceMedia, "the file is not that of the source")
        } catch {
            return VerificationFailure(
                .sourceMedia,
                "the source \(error.path) cannot be read (\(error.reason))"
            )
        }
    }
}
