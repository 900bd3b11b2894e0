import Failures
import HLSPlaylists
import Presentations

/// Gives the URIs in a playlist other bases and queries.
///
/// Key URIs are excepted: `KeyURIRebasePlanner` plans their changes.
struct URIRebase {
    let path: TreePath
    let segmentBase: URIBase?
    let playlistBase: URIBase?
    let uriChanges: URIChanges

    /// The number of URIs that got another base.
    private(set) var count = 0
    /// The number of URIs that got a query parameter.
    private(set) var queriedCount = 0
    /// Indicates whether URIs of media got another base.
    private(set) var movesMedia = false
    /// The lines of absolute URIs that stay although a base was given.
    private(set) var absoluteLines: [Int] = []
    /// The lines of URIs that stay because they begin with an ambiguous base.
    private(set) var ambiguousLines: [Int] = []
    /// Indicates whether URIs are only searched for ambiguous bases, and not changed.
    private var isSurvey = false
    /// The ambiguous bases that at least one URI of the playlist lacks.
    ///
    /// In that case no URI of the playlist counts as rebased, not even one in a folder with the name of the
    /// base.
    private var missingBases: Set<URIBase> = []

    init(
        path: TreePath,
        segmentBase: URIBase?,
        playlistBase: URIBase?,
        uriChanges: URIChanges
    ) {
        self.path = path
        self.segmentBase = segmentBase
        self.playlistBase = playlistBase
        self.uriChanges = uriChanges
    }

    /// Indicates whether any URI may change.
    var isNeeded: Bool { URIKind.allCases.contains(where: isNeeded(for:)) }

    private func isNeeded(for kind: URIKind) -> Bool {
        kind != .keys && (base(of: kind) != nil || uriChanges.applies(to: kind))
    }

    private func base(of kind: URIKind) -> URIBase? {
        switch kind {
        case .segments: segmentBase
        case .playlists: playlistBase
        case .keys, .assets, .sessionData, .steering: nil
        }
    }

    mutating func rebase(
        _ playlist: MediaPlaylist,
        _ document: inout PlaylistDocument
    ) throws(RunFailure) {
        if beginSurvey() { try visit(playlist, &document) }
        isSurvey = false
        try visit(playlist, &document)
    }

    mutating func rebase(
        _ playlist: MultivariantPlaylist,
        _ document: inout PlaylistDocument
    ) throws(RunFailure) {
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
    ) throws(RunFailure) {
        for line in document.lines where line.kind == .uri {
            try change(line: line, .segments, playlist.variables, &document)
        }
        try visitTags(playlist.variables, &document)
    }

    private mutating func visit(
        _ playlist: MultivariantPlaylist,
        _ document: inout PlaylistDocument
    ) throws(RunFailure) {
        for variant in playlist.variants {
            let line = document.lines[variant.uriLine - 1]
            try change(line: line, .playlists, playlist.variables, &document)
        }
        try visitTags(playlist.variables, &document)
    }

    private mutating func visitTags(
        _ variables: VariableScope,
        _ document: inout PlaylistDocument
    ) throws(RunFailure) {
        for line in document.lines {
            guard case .tag(let tag) = line.kind else { continue }
            for attribute in URIAttribute.attributes(of: tag) where isNeeded(for: attribute.kind) {
                try change(attribute, of: line, variables, &document)
            }
        }
    }

    /// Changes the URI of a URI line; white space around it stays.
    private mutating func change(
        line: PlaylistLine,
        _ kind: URIKind,
        _ variables: VariableScope,
        _ document: inout PlaylistDocument
    ) throws(RunFailure) {
        guard isNeeded(for: kind) else { return }
        let uriBytes = line.uri
        let uri = WrittenURI(String(decoding: uriBytes, as: UTF8.self), variables: variables)
        guard let changed = try changed(uri, kind, base: base(of: kind), variables, line: line.number) else {
            return
        }
        let bytes =
            line.content[..<uriBytes.startIndex] + Array(changed.utf8) + line.content[uriBytes.endIndex...]
        try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            try document.replace(line: line.number, with: String(decoding: bytes, as: UTF8.self))
        }
    }

    private mutating func change(
        _ attribute: URIAttribute,
        of line: PlaylistLine,
        _ variables: VariableScope,
        _ document: inout PlaylistDocument
    ) throws(RunFailure) {
        let uriText = try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            try line.attributes().quotedString(attribute.name)
        }
        guard let uriText else { return }
        let uri = WrittenURI(uriText, variables: variables)
        let base = attribute.isRelative ? nil : base(of: attribute.kind)
        guard let changed = try changed(uri, attribute.kind, base: base, variables, line: line.number) else {
            return
        }
        try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            try document.setAttribute(attribute.name, to: .quotedString(changed), line: line.number)
        }
    }

    /// Returns the URI to be written, or nil if it stays.
    private mutating func changed(
        _ uri: WrittenURI,
        _ kind: URIKind,
        base: URIBase?,
        _ variables: VariableScope,
        line: Int
    ) throws(RunFailure) -> String? {
        let rebased = try rebased(uri, kind, base: base, line: line)
        guard !isSurvey else { return nil }
        if rebased != nil {
            count += 1
            if kind == .segments { movesMedia = true }
        }
        let rebasedURI = rebased.map { WrittenURI($0, variables: variables) } ?? uri
        guard !rebasedURI.resolved.isEmpty else {
            guard uriChanges.rebased(uri, kind) != nil else {
                throw .uri(uri.resolved, playlist: path, line: line, .malformed("it has no path"))
            }
            throw .emptiedURI(uri, at: LineLocation(playlist: path, line: line))
        }
        guard let queried = uriChanges.queried(rebasedURI, kind, variables) else { return rebased }
        queriedCount += 1
        return queried
    }

    /// Returns the URI with another base, or nil if it stays.
    private mutating func rebased(
        _ uri: WrittenURI,
        _ kind: URIKind,
        base: URIBase?,
        line: Int
    ) throws(RunFailure) -> String? {
        if let name = VariableReference.leadingName(in: uri.resolved.utf8) {
            guard !isSurvey else { return nil }
            if let rebased = uriChanges.rebased(uri, kind) { return rebased }
            // The value of the variable may be the start of an absolute URI or of a relative one.
            guard base == nil, !uriChanges.mayRebase(kind) else {
                throw .uri(uri.resolved, playlist: path, line: line, .variable(name))
            }
            return nil
        }
        if URIPath.isAbsolute(uri.resolved) || URIPath.isAbsolute(uri.text) {
            guard !isSurvey else { return nil }
            let rebased = uriChanges.rebased(uri, kind)
            if base != nil, rebased == nil { absoluteLines.append(line) }
            return rebased
        }
        guard let base else { return nil }
        do {
            let changed = try base.rebased(
                uri.text,
                in: path.folder,
                skipsRebased: isSurvey || !missingBases.contains(base)
            )
            guard !isSurvey else {
                if changed != nil, base.isAmbiguous { missingBases.insert(base) }
                return nil
            }
            if changed == nil, base.isAmbiguous { ambiguousLines.append(line) }
            return changed?.utf8.elementsEqual(uri.text.utf8) == false ? changed : nil
        } catch .empty {
            throw .uri(uri.resolved, playlist: path, line: line, .malformed("it has no path"))
        } catch {
            throw .uri(uri.resolved, playlist: path, line: line, .leavesTree)
        }
    }
}
