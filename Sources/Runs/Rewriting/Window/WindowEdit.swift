import Failures
import HLSPlaylists
import Presentations

/// Cuts a media playlist to some of its segments.
///
/// The kept segments keep their media sequence numbers and discontinuity sequence numbers.
/// `ExplicitIVEdit` must have made their IVs explicit before.
struct WindowEdit {
    let path: TreePath
    let keptSegments: Range<Int>
    let dates: WindowDates

    /// Cuts the document of a playlist that has segments other than the kept ones.
    ///
    /// - Throws: `RunFailure` if something cannot be carried over the cut.
    func apply(to playlist: MediaPlaylist, _ document: inout PlaylistDocument) throws(RunFailure) {
        for (index, text) in dates.lines where index > keptSegments.lowerBound || index == 0 {
            try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
                try document.insert(text, before: playlist.segments[index].extinfLine)
            }
        }
        if keptSegments.lowerBound > 0 {
            let start = WindowStartEdit(
                playlist,
                firstIndex: keptSegments.lowerBound,
                path: path,
                dateLine: dates.lines[keptSegments.lowerBound]
            )
            try start.insertState(into: &document)
            try SequenceNumberEdit(playlist, firstIndex: keptSegments.lowerBound, path: path).write(
                to: &document
            )
        }
        try PartRangeCheck(path: path, isDropped: { isDropped($0, of: playlist) }).check(playlist)
        for line in document.lines where isDropped(line, of: playlist) {
            try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
                try document.remove(line: line.number)
            }
        }
    }

    /// Indicates whether a line is removed.
    ///
    /// This applies to lines of cut segments, except tags about the whole playlist, and to date ranges that
    /// the cut removes.
    private func isDropped(_ line: PlaylistLine, of playlist: MediaPlaylist) -> Bool {
        if dates.droppedLines.contains(line.number) { return true }
        let segments = playlist.segments
        let isBefore =
            keptSegments.lowerBound > 0
            && (segments[0].firstLine...segments[keptSegments.lowerBound - 1].uriLine).contains(line.number)
        guard !isBefore else { return !Self.isAboutPlaylist(line) }
        guard keptSegments.upperBound < segments.count else { return false }
        let isAfter = line.number > segments[keptSegments.upperBound - 1].uriLine
        guard isAfter else { return false }
        guard line.number > segments[segments.count - 1].uriLine else { return !Self.isAboutPlaylist(line) }
        // Segments to come do not follow the kept ones, so tags about them go.
        return Self.isAboutFutureSegments(line)
    }

    /// Indicates whether a line after the last segment is about segments to come.
    static func isAboutFutureSegments(_ line: PlaylistLine) -> Bool {
        guard case .tag(let tag) = line.kind else { return false }
        return tag.definition.scope == .mediaSegment || tag == .preloadHint || tag == .renditionReport
    }

    private static func isAboutPlaylist(_ line: PlaylistLine) -> Bool {
        guard case .tag(let tag) = line.kind else { return false }
        return tag.definition.scope != .mediaSegment && tag != .preloadHint
    }
}
