import Failures
import HLSPlaylists
import Presentations

/// Writes planned key URIs and key lines into a playlist.
struct KeyURIEdit {
    let path: TreePath
    let plan: KeyURIPlan
    /// The tag of the key lines: `.key` in a media playlist, `.sessionKey` in a multivariant playlist.
    let tag: TagName

    /// Applies the plan to the document, and adds the numbers of changed lines to `counts`.
    ///
    /// `keys` are the key lines as they were read.
    ///
    /// - Throws: `RunFailure` if a URI cannot be written.
    func apply(
        to keys: [Located<EncryptionKey>],
        _ document: inout PlaylistDocument,
        _ counts: inout RewriteReport.LineCounts
    ) throws(RunFailure) {
        try replaceURIs(of: keys, &document, &counts)
        try replaceVersions(of: keys, &document)
        let additions = plan.additions[path] ?? []
        for addition in additions {
            try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
                try document.insert(addition.key.tagLine(tag), after: addition.line)
            }
        }
        counts.added += additions.count
        try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            try document.raiseVersion(for: additions.map(\.key), as: tag)
        }
    }

    /// Sets the planned `KEYFORMATVERSIONS` in lines that have planned URIs.
    private func replaceVersions(
        of keys: [Located<EncryptionKey>],
        _ document: inout PlaylistDocument
    ) throws(RunFailure) {
        guard let versions = plan.keyFormatVersions, let plannedURIs = plan.replacements[path] else { return }
        let lines = keys.filter { key in
            plannedURIs[key.line] != nil && plan.withPlannedVersions(key.value) != key.value
        }
        guard !lines.isEmpty else { return }
        try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            let attribute = try WrittenAttribute("KEYFORMATVERSIONS", .quotedString(versions))
            try document.set(attribute, lines: lines.map(\.line))
        }
    }

    /// Sets the planned URIs.
    ///
    /// Consecutive key lines that get the same URI are edited by one call.
    private func replaceURIs(
        of keys: [Located<EncryptionKey>],
        _ document: inout PlaylistDocument,
        _ counts: inout RewriteReport.LineCounts
    ) throws(RunFailure) {
        let uris = plan.replacements[path] ?? [:]
        document.reserveChanges(uris.count)
        var run: (attribute: WrittenAttribute, uri: String, lines: [Int])?
        for key in keys {
            guard let uri = uris[key.line], key.value.uri?.utf8.elementsEqual(uri.utf8) != true else {
                continue
            }
            counts.replaced += 1
            if let uriOfRun = run?.uri, uriOfRun.utf8.elementsEqual(uri.utf8) {
                run?.lines.append(key.line)
                continue
            }
            try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
                if let run { try document.set(run.attribute, lines: run.lines) }
                run = (try WrittenAttribute("URI", .quotedString(uri)), uri, [key.line])
            }
        }
        try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            if let run { try document.set(run.attribute, lines: run.lines) }
        }
    }
}
