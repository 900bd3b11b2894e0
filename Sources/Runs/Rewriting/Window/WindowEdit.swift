import HLSPlaylists
import Presentations

/// Cuts a media playlist to a part of its segments.
///
/// The kept segments keep their media sequence numbers and discontinuity sequence numbers. IVs have to be explicit
/// before (`ExplicitVectorEdit`).
struct WindowEdit {
    let path: TreePath
    let kept: Range<Int>
    let dates: WindowDates

    /// Edits the document of a media playlist.
    ///
    /// - Parameters:
    ///   - playlist: the playlist; it has segments outside of the kept ones.
    ///   - document: its document.
    /// - Throws: `PresentationError` for what cannot be carried over the cut.
    func apply(to playlist: MediaPlaylist, _ document: inout PlaylistDocument) throws(PresentationError) {
        for (index, text) in dates.lines where index > kept.lowerBound || index == 0 {
            try playlistCalls(path) { () throws(PlaylistError) in
                try document.insert(text, before: playlist.segments[index].infLine)
            }
        }
        if kept.lowerBound > 0 {
            let start = WindowStart(
                playlist,
                first: kept.lowerBound,
                path: path,
                dateLine: dates.lines[kept.lowerBound]
            )
            try start.insertState(into: &document)
            try WindowSequence(playlist, first: kept.lowerBound, path: path).write(to: &document)
        }
        try PartRangeCheck(path: path, isDropped: { isDropped($0, of: playlist) }).check(playlist)
        for line in document.lines where isDropped(line, of: playlist) {
            try playlistCalls(path) { () throws(PlaylistError) in try document.remove(line: line.number) }
        }
    }

    /// Whether a line goes: it stands with a dropped segment, and is not about the whole playlist.
    private func isDropped(_ line: PlaylistLine, of playlist: MediaPlaylist) -> Bool {
        if dates.droppedLines.contains(line.number) { return true }
        let segments = playlist.segments
        let isBefore =
            kept.lowerBound > 0
            && (segments[0].firstLine...segments[kept.lowerBound - 1].uriLine).contains(line.number)
        guard !isBefore else { return !Self.isAboutPlaylist(line) }
        guard kept.upperBound < segments.count else { return false }
        let isAfter = line.number > segments[kept.upperBound - 1].uriLine
        guard isAfter else { return false }
        guard line.number > segments[segments.count - 1].uriLine else { return !Self.isAboutPlaylist(line) }
        // These are not next to the kept ones.
        return Self.isOfSegmentsToCome(line)
    }

    /// Whether a line behind the last segment is about those to come.
    static func isOfSegmentsToCome(_ line: PlaylistLine) -> Bool {
        guard case .tag(let tag) = line.kind else { return false }
        return tag.definition.scope == .mediaSegment || tag == .preloadHint || tag == .renditionReport
    }

    private static func isAboutPlaylist(_ line: PlaylistLine) -> Bool {
        guard case .tag(let tag) = line.kind else { return false }
        return tag.definition.scope != .mediaSegment && tag != .preloadHint
    }
}
