import Failures
import HLSPlaylists
import Presentations

/// Refuses a cut if the byte range of a kept partial segment is unknown (RFC 8216bis 4.4.4.9).
///
/// A range without an offset begins where the previous partial segment of the same segment ends. A cut
/// removes only whole segments, so no kept range loses its predecessor and needs an offset. A range without a
/// predecessor in the input is refused, because it could be mistaken for one whose predecessor was cut.
struct PartRangeCheck {
    let path: TreePath
    /// Indicates whether a line is cut.
    let isDropped: (PlaylistLine) -> Bool

    /// Checks the partial segments that are kept.
    ///
    /// - Throws: `RunFailure` with the problem that the parser found in the first such range.
    func check(_ playlist: MediaPlaylist) throws(RunFailure) {
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
