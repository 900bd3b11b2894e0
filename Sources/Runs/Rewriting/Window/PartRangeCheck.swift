import HLSPlaylists
import Presentations

/// Refuses a cut before partial segments whose byte ranges cannot be told (RFC 8216bis 4.4.4.9).
///
/// A range without offset continues a part of the same segment, and a cut drops whole segments, so that no range needs
/// to be completed. One that continues nothing could be taken to continue what is cut.
struct PartRangeCheck {
    let path: TreePath
    /// Whether a line is cut.
    let isDropped: (PlaylistLine) -> Bool

    /// Checks the parts that stay.
    ///
    /// - Throws: `PresentationError`, the problem that reading found with the first such range.
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
        case .tag(.byteRangeContinuesNothing), .tag(.byteRangeOverflow): true
        case .attribute(.invalid("BYTERANGE", _)): true
        default: false
        }
    }
}
