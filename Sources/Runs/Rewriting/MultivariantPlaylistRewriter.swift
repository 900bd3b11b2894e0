import Failures
import HLSPlaylists
import Presentations

/// Applies the edits of a multivariant playlist, one after the other.
///
/// Its key lines are `EXT-X-SESSION-KEY` lines only.
struct MultivariantPlaylistRewriter {
    let request: RewriteRequest
    let plan: KeyURIPlan?
    let tree: RewriteTree
    /// The media playlists as they will be written.
    let media: [RewrittenPlaylist<MediaPlaylist>]

    func rewrite(_ multivariant: MultivariantPlaylist) throws(RunFailure) -> RewrittenPlaylist<
        MultivariantPlaylist
    > {
        var result = RewrittenPlaylist(
            path: tree.entry,
            parameters: tree.parameters,
            playlist: multivariant
        )
        try rewriteSessionKeys(&result)
        try removeTags(&result)
        var rebase = URIRebase(result.path, request)
        guard rebase.isNeeded else { return result }
        try edit(&result) { (playlist, document) throws(RunFailure) in
            try rebase.rebase(playlist, &document)
        }
        result.addResults(of: rebase)
        return result
    }

    private func rewriteSessionKeys(_ result: inout RewrittenPlaylist<MultivariantPlaylist>)
        throws(RunFailure)
    {
        var counts = result.report.sessionKeys
        let selection = tree.selection
        counts.removed += selection.sessionKeyLines.count
        result.report.droppedVariants = selection.variantLines.count + selection.iFrameLines.count
        result.report.droppedRenditions = selection.renditionLines.count
        // Together with the plan, since both name lines by their numbers as they were read.
        try edit(&result) { (playlist, document) throws(RunFailure) in
            try selection.apply(to: &document, of: tree.entry)
            if let plan {
                let edit = KeyURIEdit(path: tree.entry, plan: plan, tag: .sessionKey)
                try edit.apply(to: tree.sessionKeys, &document, &counts)
            }
        }
        if !request.droppedSystems.isEmpty {
            try edit(&result) { (playlist, document) throws(RunFailure) in
                let removal = KeySystemRemoval(path: tree.entry, systems: request.droppedSystems)
                try removal.apply(to: playlist, &document, &counts)
            }
        }
        let change = SessionKeyEdit(
            path: tree.entry,
            change: request.sessionKeys,
            media: media.map(\.playlist),
            isComplete: tree.isComplete,
            dropsUnused: media.contains { $0.report.droppedSegments > 0 },
            removesRepeated: plan != nil
        )
        try edit(&result) { (playlist, document) throws(RunFailure) in
            try change.apply(to: playlist, &document, &counts)
        }
        result.report.sessionKeys = counts
    }

    private func removeTags(_ result: inout RewrittenPlaylist<MultivariantPlaylist>) throws(RunFailure) {
        var count = 0
        try edit(&result) { (_, document) throws(RunFailure) in
            count = try request.droppedTags.apply(to: &document, of: tree.entry)
        }
        result.report.removedTags = count
    }

    private func edit(
        _ result: inout RewrittenPlaylist<MultivariantPlaylist>,
        _ body: (MultivariantPlaylist, inout PlaylistDocument) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        var document = result.playlist.document
        try body(result.playlist, &document)
        guard document.isEdited else { return }
        result.playlist = try mapErrors(to: { .playlist(result.path, $0) }) { () throws(PlaylistError) in
            try MultivariantPlaylist(
                PlaylistDocument(parsing: document.serialized()),
                queryParameters: result.parameters,
                .tolerant
            )
        }
    }
}
