import HLSPlaylists

/// Parses any bytes as a playlist and edits it: no input may crash the process.
///
/// A parsed playlist has to be written back unchanged, typed views have to agree with the document, and edits
/// may change only their lines.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPlaylists(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let document = try? PlaylistDocument(parsing: bytes) else { return 0 }
    precondition(document.serialized() == bytes, "parse and write is the identity")
    let changeable = document.lines.count - document.headerLine + 1
    let line = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % changeable + document.headerLine
    checkInsertion(document, after: line)
    checkReplacement(document, line: line)
    checkAttributes(document)
    checkPieces(document, line: line)
    checkAttributeEdits(document)
    checkSearch(document)
    checkViews(document)
    checkLinting(document)
    return 0
}

/// Checks that an insertion adds one line and changes no other.
private func checkInsertion(_ document: PlaylistDocument, after line: Int) {
    var edited = document
    try? edited.insert("#X", after: line)
    var expected = document.lines.map(\.text)
    expected.insert("#X", at: line)
    let written = try? PlaylistDocument(parsing: edited.serialized())
    precondition(written?.lines.map(\.text) == expected, "an insertion changes its line only")
}

/// Checks that a line replaced by itself leaves the document unchanged.
///
/// Lines with a lone CR are left out: they can be read but not written.
private func checkReplacement(_ document: PlaylistDocument, line: Int) {
    guard line > document.headerLine, let original = try? document.line(line),
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

/// Checks that a replaced attribute reads back and that all others keep their text.
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

/// Checks that readable views are of the detected kind and that their keys, once written, read back.
private func checkViews(_ document: PlaylistDocument) {
    let kind = try? PlaylistKind.detect(document)
    if let playlist = try? MediaPlaylist(document, variables: VariableScope(["q": "1"])) {
        let tolerant = try? MediaPlaylist(document, variables: VariableScope(["q": "1"]), .tolerant)
        precondition(
            tolerant?.segments.map(\.uri) == playlist.segments.map(\.uri),
            "the tolerant read what the strict do"
        )
        precondition(tolerant?.problems == playlist.problems)
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
        precondition(segment.firstLine <= segment.extinfLine && segment.extinfLine < segment.uriLine)
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

/// Checks that the pieces of `write` add up to the serialized document.
private func checkPieces(_ document: PlaylistDocument, line: Int) {
    var edited = document
    try? edited.insert("#X", after: line)
    try? edited.replaceText(in: 1..<1, with: "#", line: line)
    try? edited.raiseVersion(to: 6)
    for version in [document, edited] {
        var pieces: [UInt8] = []
        version.write { piece in pieces += piece.indices.map { piece[$0] } }
        precondition(pieces == version.serialized(), "the pieces are the whole")
    }
}

/// Checks that setting an attribute equals setting it in the line's attribute list, and changes no other
/// line.
private func checkAttributeEdits(_ document: PlaylistDocument) {
    guard let attribute = try? WrittenAttribute("URI", .quotedString("x,y")) else { return }
    var edited = document
    var expected = document.lines.map(\.text)
    var set: [Int] = []
    for line in document.lines {
        let changed = try? line.attributes().replacing("URI", with: .quotedString("x,y"))
        let isSet: Void? = try? edited.set(attribute, line: line.number)
        guard isSet != nil else {
            precondition(changed == nil || line.number == 1 || !isTag(line), "what a list can, a line can")
            continue
        }
        set.append(line.number)
        // `set` gives a line without colon one; the attribute list has no part in that.
        guard let changed, line.content.contains(UInt8(ascii: ":")) else {
            expected[line.number - 1] = (try? edited.editedLine(line.number)?.text) ?? ""
            continue
        }
        let tag = line.content.prefix { $0 != UInt8(ascii: ":") }
        expected[line.number - 1] = String(decoding: tag, as: UTF8.self) + ":" + changed.text
    }
    let written = try? PlaylistDocument(parsing: edited.serialized())
    precondition(written?.lines.map(\.text) == expected, "an attribute changes in its place")
    var together = document
    let isSet: Void? = try? together.set(attribute, lines: set)
    precondition(isSet != nil && together.serialized() == edited.serialized(), "one call does what many do")
}

private func isTag(_ line: PlaylistLine) -> Bool {
    switch line.kind {
    case .tag, .unknownTag: true
    case .uri, .comment, .blank: false
    }
}

/// Checks that the search by tag finds exactly the lines of that tag.
private func checkSearch(_ document: PlaylistDocument) {
    for tag in [TagName.extM3U, .key, .segmentInformation, .part, .independentSegments] {
        let numbers = document.lines.filter { $0.kind == .tag(tag) }.map(\.number)
        precondition(document.lineNumbers(tagged: tag) == numbers)
        precondition(document.firstLine(tagged: tag)?.number == numbers.first)
    }
}
