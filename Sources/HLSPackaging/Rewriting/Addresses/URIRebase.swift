import HLSPlaylists

/// Re-bases the URIs of playlists: of media, and of other playlists; key URIs and session data stay.
struct URIRebase {
    let path: TreePath
    /// For URIs of media.
    let segmentBase: URIBase?
    /// For URIs of playlists.
    let playlistBase: URIBase?
    let replacements: [URIPrefixReplacement]

    /// How many URIs got another base.
    private(set) var count = 0
    /// The lines of absolute URIs that stay although a base was given.
    private(set) var keptLines: [Int] = []
    /// The lines of URIs that stay because they begin with the base.
    private(set) var heldLines: [Int] = []
    /// Whether bases are only looked for.
    private var isSurvey = false
    /// Ambiguous bases that some URI of the playlist lacks: then none has them, also where a folder has the same name.
    private var lacking: Set<URIBase> = []

    init(
        path: TreePath,
        segmentBase: URIBase?,
        playlistBase: URIBase?,
        replacements: [URIPrefixReplacement]
    ) {
        self.path = path
        self.segmentBase = segmentBase
        self.playlistBase = playlistBase
        self.replacements = replacements
    }

    /// Whether there is anything to do.
    var isNeeded: Bool { segmentBase != nil || playlistBase != nil || !replacements.isEmpty }

    /// Re-bases the URIs of a media playlist.
    mutating func rebase(
        _ playlist: MediaPlaylist,
        _ document: inout PlaylistDocument
    ) throws(PackagingError) {
        if beginSurvey() { try visit(playlist, &document) }
        isSurvey = false
        try visit(playlist, &document)
    }

    /// Re-bases the playlists of a multivariant playlist.
    mutating func rebase(
        _ playlist: MultivariantPlaylist,
        _ document: inout PlaylistDocument
    ) throws(PackagingError) {
        if beginSurvey() { try visit(playlist, &document) }
        isSurvey = false
        try visit(playlist, &document)
    }

    private mutating func beginSurvey() -> Bool {
        isSurvey = segmentBase?.isAmbiguous == true || playlistBase?.isAmbiguous == true
        return isSurvey
    }

    private mutating func visit(
        _ playlist: MediaPlaylist,
        _ document: inout PlaylistDocument
    ) throws(PackagingError) {
        var segment = playlist.segments.startIndex
        for line in document.lines {
            switch line.kind {
            case .uri where segment < playlist.segments.endIndex:
                let uri = playlist.segments[segment].uri
                segment += 1
                try rebase(line: line, resolved: uri, base: segmentBase, &document)
            case .tag(let tag):
                guard let base = base(ofMediaTag: tag) else { continue }
                try rebaseAttribute(of: line, tag, base: base, variables: playlist.variables, &document)
            default: continue
            }
        }
    }

    private mutating func visit(
        _ playlist: MultivariantPlaylist,
        _ document: inout PlaylistDocument
    ) throws(PackagingError) {
        for variant in playlist.variants {
            let line = document.lines[variant.uriLine - 1]
            try rebase(line: line, resolved: variant.uri, base: playlistBase, &document)
        }
        for line in document.lines {
            guard case .tag(let tag) = line.kind, tag == .media || tag == .iFrameStreamInformation else {
                continue
            }
            try rebaseAttribute(of: line, tag, base: playlistBase, variables: playlist.variables, &document)
        }
    }

    /// The base of the URI of a tag; nil for a tag without one.
    private func base(ofMediaTag tag: TagName) -> URIBase?? {
        switch tag {
        case .map, .part, .preloadHint: .some(segmentBase)
        case .renditionReport: .some(playlistBase)
        default: nil
        }
    }

    private mutating func rebase(
        line: PlaylistLine,
        resolved: String,
        base: URIBase?,
        _ document: inout PlaylistDocument
    ) throws(PackagingError) {
        guard let changed = try changed(line.text, resolved: resolved, base: base, line: line.number) else {
            return
        }
        try playlistCalls(path) { () throws(PlaylistError) in
            try document.replace(line: line.number, with: changed)
        }
    }

    private mutating func rebaseAttribute(
        of line: PlaylistLine,
        _ tag: TagName,
        base: URIBase?,
        variables: VariableScope,
        _ document: inout PlaylistDocument
    ) throws(PackagingError) {
        let written: (uri: String, resolved: String)? = try playlistCalls(path) { () throws(PlaylistError) in
            let attributes = try line.attributes()
            guard let uri = try attributes.quotedString("URI"),
                let resolved = try attributes.quotedString("URI", substituting: variables)
            else { return nil }
            return (uri, resolved)
        }
        guard let written,
            let changed = try changed(written.uri, resolved: written.resolved, base: base, line: line.number)
        else { return }
        try playlistCalls(path) { () throws(PlaylistError) in
            try document.setAttribute("URI", to: .quotedString(changed), line: line.number)
        }
    }

    /// The URI as it is to be written; nil when it stays.
    private mutating func changed(
        _ written: String,
        resolved: String,
        base: URIBase?,
        line: Int
    ) throws(PackagingError) -> String? {
        if URIPath.isAbsolute(resolved) || URIPath.isAbsolute(written) {
            guard !isSurvey else { return nil }
            for replacement in replacements {
                guard let changed = replacement.replaced(written) else { continue }
                count += 1
                return changed
            }
            if base != nil { keptLines.append(line) }
            return nil
        }
        guard let base else { return nil }
        do {
            let changed = try base.rebased(
                written,
                in: path.folder,
                keepsHeld: isSurvey || !lacking.contains(base)
            )
            guard !isSurvey else {
                if changed != nil, base.isAmbiguous { lacking.insert(base) }
                return nil
            }
            if changed == nil, base.isAmbiguous { heldLines.append(line) }
            guard changed?.utf8.elementsEqual(written.utf8) == false else { return nil }
            count += 1
            return changed
        } catch .empty {
            throw .uri(resolved, playlist: path, line: line, .malformed("it has no path"))
        } catch {
            throw .uri(resolved, playlist: path, line: line, .leavesTree)
        }
    }
}
