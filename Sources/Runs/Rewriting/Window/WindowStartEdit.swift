import Failures
import HLSPlaylists
import Presentations

/// Restores what the first kept segment needs of the lines that are cut before it.
///
/// These are keys, the initialization section, the bitrate, the date, and the offset of the byte range.
struct WindowStartEdit {
    private let playlist: MediaPlaylist
    private let path: TreePath
    private let segment: MediaSegment
    private let previous: MediaSegment
    private let dateLine: String?

    /// Creates the edit for a cut before the segment with the index `firstIndex`, which is not 0.
    ///
    /// `dateLine` is the `EXT-X-PROGRAM-DATE-TIME` line that the segment needs, or nil if it needs none.
    init(_ playlist: MediaPlaylist, firstIndex: Int, path: TreePath, dateLine: String?) {
        self.dateLine = dateLine
        self.playlist = playlist
        self.path = path
        segment = playlist.segments[firstIndex]
        previous = playlist.segments[firstIndex - 1]
    }

    /// Inserts the lines before the segment, and adds the offset to its byte range.
    func insertState(into document: inout PlaylistDocument) throws(RunFailure) {
        var lines = keyAndMapLines(document)
        lines += bitrateLine(document)
        if let dateLine { lines.append(dateLine) }
        for text in lines {
            try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
                try document.insert(text, before: segment.firstLine)
            }
        }
        try completeByteRange(&document)
    }

    /// The lines between the URI of the segment before and the URI of this one.
    private var ownLines: Range<Int> { previous.uriLine + 1..<segment.uriLine }

    // MARK: Keys and map

    private func keyAndMapLines(_ document: PlaylistDocument) -> [String] {
        let section = carriedSection(document)
        let keys = previous.keys.filter { isNeeded(key: $0) }
        var lines: [String] = []
        var keysInForce: [Int] = []
        func switchKeys(to neededKeys: [Int]) {
            if keysInForce.contains(where: { key in !neededKeys.contains { hasSameFormat(key, $0) } }) {
                lines.append("#\(TagName.key.name):METHOD=NONE")
                keysInForce = []
            }
            for key in neededKeys where !keysInForce.contains(key) {
                lines.append(document.lines[playlist.keys[key].line - 1].text)
            }
            keysInForce = neededKeys
        }
        if let section {
            switchKeys(to: playlist.initializationSections[section].keys)
            lines.append(document.lines[playlist.initializationSections[section].line - 1].text)
        }
        switchKeys(to: keys)
        return lines
    }

    /// Returns the index of the initialization section that remains in force after the cut, or nil if none
    /// does.
    private func carriedSection(_ document: PlaylistDocument) -> Int? {
        guard let section = previous.initializationSection else { return nil }
        let ownMapLine = playlist.initializationSections.first { ownLines.contains($0.line) }?.line
        guard let ownMapLine else { return section }
        return hasPart(before: ownMapLine, document) ? section : nil
    }

    /// Indicates whether a key from before the cut is used up to the URI of the segment.
    private func isNeeded(key: Int) -> Bool {
        if segment.keys.contains(key) { return true }
        let sections = playlist.initializationSections.filter { ownLines.contains($0.line) }
        if sections.contains(where: { $0.keys.contains(key) }) { return true }
        return playlist.parts[segment.parts].contains { $0.keys.contains(key) }
    }

    private func hasPart(before line: Int, _ document: PlaylistDocument) -> Bool {
        (ownLines.lowerBound..<line).contains { document.lines[$0 - 1].kind == .tag(.part) }
    }

    private func hasSameFormat(_ left: Int, _ right: Int) -> Bool {
        playlist.keys[left].value.keyFormat == playlist.keys[right].value.keyFormat
    }

    // MARK: Bitrate

    private func bitrateLine(_ document: PlaylistDocument) -> [String] {
        lastLine(tagged: .bitrate, document).map { [$0.text] } ?? []
    }

    /// Returns the last line of a tag before the cut, or nil if the segment has a line of its own.
    private func lastLine(tagged tag: TagName, _ document: PlaylistDocument) -> PlaylistLine? {
        let lines = document.lines(tagged: tag)
        guard !lines.contains(where: { ownLines.contains($0.number) }) else { return nil }
        return lines.last { $0.number < ownLines.lowerBound }
    }

    // MARK: Byte range

    private func completeByteRange(_ document: inout PlaylistDocument) throws(RunFailure) {
        guard let number = segment.byteRangeLine, !segment.byteRangeHasOffset, let range = segment.byteRange
        else { return }
        let line = document.lines[number - 1]
        let writtenRange = String(decoding: line.value.trimmingBlanks(), as: UTF8.self)
        try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            try document.replace(
                line: number,
                with: line.replacingValue(with: "\(writtenRange)@\(range.offset)")
            )
        }
    }
}
