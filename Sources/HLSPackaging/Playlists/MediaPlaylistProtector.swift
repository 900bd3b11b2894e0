import HLSPlaylists
import SampleEncryption

/// Edits a media playlist so that it says how its media are protected.
///
/// Key lines are inserted where the key in force changes, byte ranges count ciphertext, the version is raised where
/// they need it (RFC 8216bis 8). Nothing else is touched.
struct MediaPlaylistProtector {
    private let rendition: MediaRendition
    private let segments: [MediaReference?]
    private let sections: [MediaReference]
    private let units: [MediaUnit]
    private let lines: KeyLines
    private var document: PlaylistDocument
    /// The key in force at the line that was reached.
    private var inForce: EncryptionKey?
    /// The protocol version that the key lines need.
    private var version = 1

    init(_ rendition: MediaRendition, index: Int, layout: MediaLayout, lines: KeyLines) {
        self.rendition = rendition
        self.segments = layout.segments[index]
        self.sections = layout.initializationSections[index]
        self.units = layout.units
        self.lines = lines
        self.document = rendition.playlist.document
    }

    /// The bytes of the protected playlist.
    static func protect(
        _ rendition: MediaRendition,
        index: Int,
        layout: MediaLayout,
        lines: KeyLines
    ) throws(PackagingError) -> [UInt8] {
        var protector = MediaPlaylistProtector(rendition, index: index, layout: layout, lines: lines)
        do {
            try protector.insertKeyLines()
            try protector.rewriteByteRanges()
            try protector.rewriteInitializationSections()
            if protector.version > 1 { try protector.document.raiseVersion(to: protector.version) }
            return protector.document.serialized()
        } catch let error as PlaylistError {
            throw .playlist(rendition.path, error)
        } catch let error as PackagingError {
            throw error
        } catch {
            throw .fault(String(describing: error))
        }
    }

    // MARK: Key lines

    /// A line at which the key in force matters or changes.
    private enum Event {
        /// `EXT-X-KEY:METHOD=NONE` of the source.
        case none(line: Int)
        /// The n-th `EXT-X-MAP`.
        case section(line: Int, Int)
        /// The n-th segment. Its key line stands before `EXTINF`, or behind a later `EXT-X-MAP` of its own.
        case segment(line: Int, Int)

        var line: Int {
            switch self {
            case .none(let line), .section(let line, _), .segment(let line, _): line
            }
        }
    }

    private mutating func insertKeyLines() throws {
        for event in events() {
            switch event {
            case .none:
                inForce = nil
            case .section(let line, let index):
                let unit = units[sections[index].unit]
                try switchKey(to: lines.key(over: unit, explicitVector: true), before: line)
            case .segment(let line, let index):
                guard let reference = segments[index] else { continue }
                let unit = units[reference.unit]
                let key = try lines.key(over: unit, explicitVector: rendition.playlist.isIFramesOnly)
                try switchKey(to: key, before: line)
            }
        }
    }

    private func events() -> [Event] {
        let sections = rendition.playlist.initializationSections.enumerated().map {
            Event.section(line: $1.line, $0)
        }
        let cancellations = rendition.playlist.keys.filter { $0.value.method == .none }.map {
            Event.none(line: $0.line)
        }
        let changes = (sections + cancellations).sorted { $0.line < $1.line }
        var merged: [Event] = []
        var next = changes.startIndex
        for segment in rendition.playlist.segments {
            var line = segment.infLine
            while next < changes.endIndex, changes[next].line < segment.uriLine {
                line = max(line, changes[next].line + 1)
                merged.append(changes[next])
                next += 1
            }
            merged.append(.segment(line: line, segment.index))
        }
        return merged + changes[next...]
    }

    private mutating func switchKey(to key: EncryptionKey?, before line: Int) throws {
        guard key != inForce else { return }
        let text = try (key ?? EncryptionKey(method: .none, uri: nil)).tagLine(.key)
        try document.insert(text, before: line)
        inForce = key
        if let key { version = max(version, key.neededVersion()) }
    }

    // MARK: Byte ranges

    private mutating func rewriteByteRanges() throws {
        var previous: (file: TreePath, end: UInt64)?
        for (segment, reference) in zip(rendition.playlist.segments, segments) {
            guard let reference else {
                // A range without offset would continue the gap's range, which has no bytes in the output.
                previous = nil
                continue
            }
            let unit = units[reference.unit]
            let range = outputRange(of: reference)
            defer { previous = (unit.file, range.upperBound) }
            guard let line = segment.byteRangeLine, let written = segment.byteRange else { continue }
            let follows = previous.map { $0.file == unit.file && $0.end == range.lowerBound } ?? false
            let needsOffset = segment.byteRangeHasOffset || !follows
            let length = range.upperBound - range.lowerBound
            let isUnchanged = written.length == length && needsOffset == segment.byteRangeHasOffset
            if isUnchanged && (!needsOffset || written.offset == range.lowerBound) { continue }
            let changed = try ByteRange(length: length, offset: range.lowerBound)
            try document.replace(
                line: line,
                with: needsOffset ? changed.tagLine : changed.tagLineWithoutOffset
            )
        }
    }

    private mutating func rewriteInitializationSections() throws {
        for (section, reference) in zip(rendition.playlist.initializationSections, sections) {
            guard let written = section.byteRange else { continue }
            let range = outputRange(of: reference)
            let changed = try ByteRange(
                length: range.upperBound - range.lowerBound,
                offset: range.lowerBound
            )
            guard changed != written else { continue }
            try document.replace(line: section.line, with: try section.tagLine(byteRange: changed))
        }
    }

    /// The bytes of a reference in the output: a whole unit with its padding, or an I-frame, which CBC does not move.
    private func outputRange(of reference: MediaReference) -> Range<UInt64> {
        let unit = units[reference.unit]
        guard rendition.playlist.isIFramesOnly, unit.content == .segment else { return unit.outputRange }
        return unit.outputOffset + reference.range.lowerBound..<unit.outputOffset + reference.range.upperBound
    }
}
