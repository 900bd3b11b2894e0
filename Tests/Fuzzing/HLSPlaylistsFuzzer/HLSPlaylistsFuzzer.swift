import HLSPlaylists

/// Any bytes: no crash; what parses is written back, views agree with the document, and edits change their lines
/// only.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPlaylists(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let document = try? PlaylistDocument(parsing: bytes) else { return 0 }
    precondition(document.serialized() == bytes, "parse and write is the identity")
    let line = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % document.lines.count + 1
    checkInsertion(document, after: line)
    checkReplacement(document, line: line)
    checkAttributes(document)
    checkViews(document)
    return 0
}

/// A line more, all others as before.
private func checkInsertion(_ document: PlaylistDocument, after line: Int) {
    var edited = document
    try? edited.insert("#X", after: line)
    var expected = document.lines.map(\.text)
    expected.insert("#X", at: line)
    let written = try? PlaylistDocument(parsing: edited.serialized())
    precondition(written?.lines.map(\.text) == expected, "an insertion changes its line only")
}

/// A line replaced by itself gives the document again; one with a lone CR is read, but not written.
private func checkReplacement(_ document: PlaylistDocument, line: Int) {
    guard line > 1, let original = try? document.line(line),
        !original.content.contains(UInt8(ascii: "\r"))
    else { return }
    var edited = document
    try? edited.replace(line: line, with: original.text)
    precondition(
        edited.isEdited && edited.serialized() == document.serialized(),
        "a line is replaced by itself"
    )
    try? edited.replace(line: line, with: "#X")
    try? edited.remove(line: line)
    let removed = document.lines.count - 1
    let written = try? PlaylistDocument(parsing: edited.serialized())
    precondition(written?.lines.count == removed, "a removal removes one line")
}

/// An attribute that is set reads back; all others keep their text.
private func checkAttributes(_ document: PlaylistDocument) {
    for line in document.lines {
        guard let list = try? line.attributes() else { continue }
        precondition(list.text == String(decoding: line.value, as: UTF8.self))
        let value = AttributeValue.quotedString("a,b=c")
        guard let changed = try? list.replacing("URI", with: value) else {
            preconditionFailure("an attribute can be set")
        }
        precondition((try? changed.quotedString("URI")) == "a,b=c")
        for name in list.names where name != "URI" {
            precondition(changed.writtenValue(name) == list.writtenValue(name))
        }
        let removed = try? changed.removing("URI")
        precondition(removed?.names == list.names.filter { $0 != "URI" })
    }
}

/// Views that can be read are of the detected kind; their keys are written as they read.
private func checkViews(_ document: PlaylistDocument) {
    let kind = try? PlaylistKind.detect(document)
    if let playlist = try? MediaPlaylist(document, variables: VariableScope(["q": "1"])) {
        precondition(kind == .media)
        checkSegments(playlist)
        playlist.keys.forEach { checkKey($0.value) }
    }
    if let playlist = try? MultivariantPlaylist(document) {
        precondition(kind ?? .multivariant == .multivariant)
        precondition((1...document.lines.count).contains(playlist.sessionKeyInsertionLine))
        playlist.sessionKeys.forEach { checkKey($0.value) }
    }
}

private func checkSegments(_ playlist: MediaPlaylist) {
    var end = Duration.zero
    for segment in playlist.segments {
        precondition(segment.start == end && segment.duration >= .zero)
        end += segment.duration
        precondition(segment.firstLine <= segment.infLine && segment.infLine < segment.uriLine)
        precondition(segment.keys.allSatisfy { playlist.keys[$0].method != .none })
        precondition(segment.byteRange.map { $0.end >= $0.offset } ?? true)
        precondition(segment.initializationSection ?? 0 < max(1, playlist.initializationSections.count))
    }
}

private func checkKey(_ key: EncryptionKey) {
    guard let line = try? key.tagLine() else { return }
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + line
    guard !line.contains("{$"), let document = try? PlaylistDocument(parsing: Array(text.utf8)),
        let playlist = try? MediaPlaylist(document)
    else {
        precondition(line.contains("{$"), "a written key line can be read")
        return
    }
    precondition(playlist.keys.map(\.value) == [key], "a written key reads back")
}
