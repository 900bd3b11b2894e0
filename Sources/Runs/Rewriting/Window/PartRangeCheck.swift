import HLSPlaylists
import Presentations

/// Refuses a cut if the byte range of a kept partial segment is unknown (RFC 8216bis 4.4.4.9).
///
/// A range without offset continues a partial segment of the same segment. Only whole segments are cut, so no
/// range has to be completed. A range that continues nothing could be mistaken for a continuation of the part
/// that is cut.
struct PartRangeCheck {
    let path: TreePath
    /// Indicates whether a line is cut.
    let isDropped: (PlaylistLine) -> Bool

    /// Checks the partial segments that are kept.
    ///
    /// - Throws: `PresentationError` with the problem that the parser found in the first such range.
    func check(_ playlist: MediaPlaylist) throws(PresentationError) {
        for problem in playlist.problems where Self.isAboutRange(problem.problem) {
            let index = problem.line - 1
            guard playlist.document.lines.indices.contains(index) else { continue }
            let line = playlist.document.lines[index]
            guard line.kind == .tag(.part), !isDropped(line) else { continue }
            throw .playlist(path, problem)
        }
    }

    private static func isAboutRange(_ problem: PlaylistError.Problem) -> Bool {
        switch problem {
        case .tag(.byteRangeWithoutStart), .tag(.byteRangeOverflow): true
        case .attribute(.invalid("BYTERANGE", _, _)): true
        default: false
        }
    }
}
