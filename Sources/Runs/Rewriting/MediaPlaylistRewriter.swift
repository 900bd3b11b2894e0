import Failures
import HLSPlaylists
import Presentations
import ProtectionTerms

/// Applies the edits of a media playlist, one after the other.
///
/// Each edit works on the playlist that the one before wrote, so edits are independent of each other.
struct MediaPlaylistRewriter {
    let request: RewriteRequest
    let plan: KeyURIPlan?
    let windows: WindowPlan
    /// The variables of the multivariant playlist, or nil if there is none.
    let variables: VariableScope?
    /// The media playlists that the multivariant playlist no longer names.
    var unreferenced: Set<TreePath> = []

    func rewrite(_ media: RewriteTree.Media) throws(RunFailure) -> RewrittenPlaylist<MediaPlaylist> {
        var result = RewrittenPlaylist(
            path: media.path,
            parameters: media.parameters,
            playlist: media.playlist
        )
        try checkLength(media)
        try rewriteKeys(&result)
        try removeTags(&result)
        try rebase(&result)
        try cut(&result, to: windows.keptSegments(of: media))
        try end(&result)
        result.report.keptSegments = result.playlist.segments.count
        result.report.droppedSegments = media.playlist.segments.count - result.playlist.segments.count
        return result
    }

    /// Throws if a playlist with `EXT-X-SKIP` is to be cut or ended.
    ///
    /// Runs before all edits, so that the line in the message is that of the file.
    private func checkLength(_ media: RewriteTree.Media) throws(RunFailure) {
        guard request.window != .all || request.endsPlaylists else { return }
        if let skip = media.playlist.document.firstLine(tagged: .skip) {
            throw .skippedSegments(LineLocation(playlist: media.path, line: skip.number))
        }
    }

    private func rewriteKeys(_ result: inout RewrittenPlaylist<MediaPlaylist>) throws(RunFailure) {
        var counts = result.report.keyLines
        let path = result.path
        if let plan {
            try edit(&result) { (playlist, document) throws(RunFailure) in
                let edit = KeyURIEdit(path: path, plan: plan, tag: .key)
                try edit.apply(to: playlist.keys, &document, &counts)
            }
        }
        if !request.droppedSystems.isEmpty {
            try edit(&result) { (playlist, document) throws(RunFailure) in
                let removal = KeySystemRemoval(path: path, systems: request.droppedSystems)
                try removal.apply(to: playlist, &document, &counts)
            }
        }
        result.report.keyLines = counts
    }

    private func removeTags(_ result: inout RewrittenPlaylist<MediaPlaylist>) throws(RunFailure) {
        let path = result.path
        var count = 0
        try edit(&result) { (playlist, document) throws(RunFailure) in
            let removal = RenditionReportRemoval(path: path, unreferenced: unreferenced)
            try removal.apply(to: playlist, &document)
            count = try request.droppedTags.apply(to: &document, of: path)
        }
        result.report.removedTags = count
    }

    private func rebase(_ result: inout RewrittenPlaylist<MediaPlaylist>) throws(RunFailure) {
        var rebase = URIRebase(result.path, request)
        guard rebase.isNeeded else { return }
        try edit(&result) { (playlist, document) throws(RunFailure) in
            try rebase.rebase(playlist, &document)
        }
        result.addResults(of: rebase)
        warnOfQueryVariables(&result)
    }

    /// Warns of variables whose value comes from a query parameter that `--add-query` sets.
    private func warnOfQueryVariables(_ result: inout RewrittenPlaylist<MediaPlaylist>) {
        guard request.uriChanges.applies(to: .playlists) else { return }
        let names = Set(request.uriChanges.parameters.map(\.name))
        for line in names.isEmpty ? [] : result.playlist.document.lines(tagged: .define) {
            guard let name = try? line.attributes().quotedString("QUERYPARAM"), names.contains(name) else {
                continue
            }
            result.warn(
                "EXT-X-DEFINE uses the value that \(CommandOption.addQuery) gives \(name)",
                line: line.number
            )
        }
    }

    private func cut(
        _ result: inout RewrittenPlaylist<MediaPlaylist>,
        to keptSegments: Range<Int>
    ) throws(RunFailure) {
        guard keptSegments != result.playlist.segments.indices else { return }
        let path = result.path
        warnOfStart(&result, keptSegments)
        if keptSegments.lowerBound > 0 {
            try edit(&result) { (playlist, document) throws(RunFailure) in
                try ExplicitIVEdit(path: path).apply(to: playlist, &document)
            }
        }
        let dates = try WindowDates(result.playlist, keptSegments: keptSegments, path: path)
        if let line = dates.undatedRange {
            result.warn(
                "EXT-X-DATERANGE is left out, since the dates of the kept segments are not known",
                line: line,
                dates.droppedLines.count
            )
        }
        try edit(&result) { (playlist, document) throws(RunFailure) in
            try WindowEdit(path: path, keptSegments: keptSegments, dates: dates).apply(
                to: playlist,
                &document
            )
        }
    }

    private func end(_ result: inout RewrittenPlaylist<MediaPlaylist>) throws(RunFailure) {
        guard request.endsPlaylists else { return }
        let path = result.path
        let ranges = EndListEdit.rangesWithoutStart(in: result.playlist)
        if let line = ranges.first {
            result.warn(
                "EXT-X-DATERANGE is left out, since no tag with its ID has a START-DATE",
                line: line,
                ranges.count
            )
        }
        try edit(&result) { (playlist, document) throws(RunFailure) in
            try EndListEdit(path: path).apply(to: playlist, &document)
        }
    }

    /// Warns if the cut changes the meaning of `EXT-X-START`.
    ///
    /// Its offset counts from the start of the playlist, or if negative from the end (RFC 8216bis 4.4.2.2).
    private func warnOfStart(_ result: inout RewrittenPlaylist<MediaPlaylist>, _ keptSegments: Range<Int>) {
        guard let start = result.playlist.start else { return }
        let isMoved =
            start.timeOffset < .zero
            ? keptSegments.upperBound < result.playlist.segments.count : keptSegments.lowerBound > 0
        guard isMoved else { return }
        result.warn("EXT-X-START is left unchanged and now refers to a different time", line: start.line)
    }

    private func edit(
        _ result: inout RewrittenPlaylist<MediaPlaylist>,
        _ body: (MediaPlaylist, inout PlaylistDocument) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        var document = result.playlist.document
        try body(result.playlist, &document)
        guard document.isEdited else { return }
        result.playlist = try mapErrors(to: { .playlist(result.path, $0) }) { () throws(PlaylistError) in
            try MediaPlaylist(
                PlaylistDocument(parsing: document.serialized()),
                variables: variables,
                queryParameters: result.parameters,
                .tolerant
            )
        }
    }
}

/// Removes `EXT-X-RENDITION-REPORT` lines about removed playlists from kept ones (RFC 8216bis 4.4.5.4).
struct RenditionReportRemoval {
    let path: TreePath
    /// The playlists that the multivariant playlist no longer names.
    let unreferenced: Set<TreePath>

    func apply(to playlist: MediaPlaylist, _ document: inout PlaylistDocument) throws(RunFailure) {
        guard !unreferenced.isEmpty else { return }
        for report in playlist.renditionReports {
            guard let reportedPlaylist = try? URIResolution.resolve(report.uri, in: path.folder),
                unreferenced.contains(reportedPlaylist)
            else { continue }
            try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
                try document.remove(line: report.line)
            }
        }
    }
}
