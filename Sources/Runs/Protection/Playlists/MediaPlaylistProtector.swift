import Failures
import HLSPlaylists
import Presentations
import ProtectionTerms
import SampleEncryption

/// Edits a media playlist so that it signals how its media are protected.
///
/// Key lines are inserted where the key in force changes, and after them an `EXT-X-MAP` where another form of
/// the initialization section is needed. Byte ranges count ciphertext. The version is raised if key lines or
/// maps require it (RFC 8216bis 8). Nothing else changes.
struct MediaPlaylistProtector {
    let rendition: MediaRendition
    private let segments: [MediaReference?]
    private let sections: [MediaReference]
    let layout: OutputLayout
    /// The form of each segment's section, as an index into the layout; empty if the samples of fMP4 are not
    /// encrypted.
    let forms: [Int?]
    private let lines: KeyLines
    var document: PlaylistDocument
    /// The keys in force at the current line, one for each key system.
    private var keysInForce: [KeyLine] = []
    /// The index into the layout of the current `EXT-X-MAP`.
    var currentSection: Int?
    /// The protocol version that the edits require.
    var version = 1

    private init(_ index: Int, _ layout: OutputLayout, _ lines: KeyLines) {
        let media = layout.plan.media
        self.rendition = layout.plan.presentation.renditions[index]
        self.segments = media.layout.segments[index]
        self.sections = media.layout.initializationSections[index]
        self.layout = layout
        self.forms = media.usedSections.isEmpty ? [] : media.usedSections[index]
        self.lines = lines
        self.document = rendition.playlist.document
    }

    /// Returns the bytes of the protected playlist.
    ///
    /// - Parameters:
    ///   - index: the index of the rendition in the presentation.
    ///   - layout: the output files.
    ///   - lines: the key lines.
    /// - Returns: the whole file.
    /// - Throws: `RunFailure` if a line cannot be written.
    static func protect(
        ofRendition index: Int,
        layout: OutputLayout,
        lines: KeyLines
    ) throws(RunFailure) -> [UInt8] {
        var protector = MediaPlaylistProtector(index, layout, lines)
        do {
            if let discontinuity = layout.plan.discontinuities[index] {
                try protector.insertDiscontinuity(before: discontinuity)
            }
            try protector.insertKeyLines()
            try protector.rewriteByteRanges()
            try protector.rewriteInitializationSections()
            if protector.version > 1 { try protector.document.raiseVersion(to: protector.version) }
            return protector.document.serialized()
        } catch let error as PlaylistError {
            throw .playlist(protector.rendition.path, error)
        } catch {
            throw RunFailure(unexpected: error)
        }
    }

    /// Inserts an `EXT-X-DISCONTINUITY` before all other tags of a segment, after the segment before.
    private mutating func insertDiscontinuity(before index: Int) throws {
        let segment = rendition.playlist.segments[index]
        guard !segment.hasDiscontinuity else { return }
        try document.insert("#" + TagName.discontinuity.name, before: segment.firstLine)
    }

    // MARK: Key lines

    /// A line at which the key in force matters or changes.
    private enum Event {
        /// An `EXT-X-KEY:METHOD=NONE` of the source.
        case cancellation(line: Int)
        /// The n-th `EXT-X-MAP`.
        case section(line: Int, Int)
        /// The n-th segment.
        ///
        /// Its key line goes before its `EXTINF`, or after an `EXT-X-MAP` or `METHOD=NONE` that follows that.
        case segment(line: Int, Int)

        var line: Int {
            switch self {
            case .cancellation(let line), .section(let line, _), .segment(let line, _): line
            }
        }
    }

    private mutating func insertKeyLines() throws {
        for event in events() {
            switch event {
            case .cancellation:
                keysInForce = []
            case .section(let line, let index):
                let form = firstForm(under: index)
                currentSection = form ?? sections[index].resource
                if let form { try rewriteSection(index, as: layout[form], line: line) }
                // Methods that encrypt samples leave the section readable: it only says what is protected.
                guard !lines.policy.method.encryptsSamples else { continue }
                try switchKeys(to: keys(over: sections[index], explicitIV: true), before: line)
            case .segment(let line, let index):
                guard let reference = segments[index] else { continue }
                let keys = try keys(over: reference, explicitIV: rendition.playlist.isIFramesOnly)
                try switchKeys(to: keys, before: line)
                try switchSection(of: index, before: line)
            }
        }
    }

    private func keys(
        over reference: MediaReference,
        explicitIV: Bool
    ) throws(RunFailure) -> [KeyLine] {
        try lines.keys(
            over: layout.plan.media.resources[reference.resource].treatment,
            explicitIV: explicitIV
        )
    }

    private func events() -> [Event] {
        let sections = rendition.playlist.initializationSections.enumerated().map {
            Event.section(line: $1.line, $0)
        }
        let cancellations = rendition.playlist.keys.filter { $0.value.method == .none }.map {
            Event.cancellation(line: $0.line)
        }
        let changes = (sections + cancellations).sorted { $0.line < $1.line }
        var merged: [Event] = []
        var next = changes.startIndex
        for segment in rendition.playlist.segments {
            var line = segment.extinfLine
            while next < changes.endIndex, changes[next].line < segment.uriLine {
                line = max(line, changes[next].line + 1)
                merged.append(changes[next])
                next += 1
            }
            merged.append(.segment(line: line, segment.index))
        }
        return merged + changes[next...]
    }

    private mutating func switchKeys(to keys: [KeyLine], before line: Int) throws {
        guard keys != keysInForce else { return }
        for key in keys.isEmpty ? [KeyLine(key: EncryptionKey(method: .none, uri: nil))] : keys {
            try document.insert(try key.tagLine(.key), before: line)
            version = max(version, key.key.neededVersion())
        }
        keysInForce = keys
    }

    // MARK: Byte ranges

    private mutating func rewriteByteRanges() throws {
        var previous: (file: TreePath, end: UInt64)?
        for (segment, reference) in zip(rendition.playlist.segments, segments) {
            guard let reference else {
                // A range without offset would continue that of `EXT-X-GAP`, which has no bytes in the
                // output.
                previous = nil
                continue
            }
            let resource = layout[reference.resource].resource
            let range = outputRange(of: reference)
            defer { previous = (resource.file, range.upperBound) }
            guard let line = segment.byteRangeLine, let writtenRange = segment.byteRange else { continue }
            let follows = previous.map { $0.file == resource.file && $0.end == range.lowerBound } ?? false
            let needsOffset = segment.byteRangeHasOffset || !follows
            let length = range.upperBound - range.lowerBound
            let isUnchanged = writtenRange.length == length && needsOffset == segment.byteRangeHasOffset
            if isUnchanged && (!needsOffset || writtenRange.offset == range.lowerBound) { continue }
            let newRange = try ByteRange(length: length, offset: range.lowerBound)
            try document.replace(
                line: line,
                with: needsOffset ? newRange.tagLine : newRange.tagLineWithoutOffset
            )
        }
    }

    private mutating func rewriteInitializationSections() throws {
        for (index, section) in rendition.playlist.initializationSections.enumerated() {
            let reference = sections[index]
            guard let writtenRange = section.byteRange,
                firstForm(under: index).map({ !layout[$0].planned.isFurtherForm }) ?? true
            else { continue }
            let range = outputRange(of: reference)
            let newRange = try ByteRange(
                length: range.upperBound - range.lowerBound,
                offset: range.lowerBound
            )
            guard newRange != writtenRange else { continue }
            try document.replace(line: section.line, with: try section.tagLine(byteRange: newRange))
        }
    }

    /// Returns the output byte range of a reference: a whole media resource, or an I-frame.
    private func outputRange(of reference: MediaReference) -> Range<UInt64> {
        let output = layout[reference.resource]
        let isIFrame = rendition.playlist.isIFramesOnly && output.resource.content == .segment
        return isIFrame ? output.range(ofIFrame: reference.range) : output.range
    }
}
