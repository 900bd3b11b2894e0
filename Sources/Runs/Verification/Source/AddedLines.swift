import Failures
import HLSPlaylists
import MediaProbing
import Presentations

/// The lines that protection adds besides key lines.
///
/// `EXT-X-DISCONTINUITY`: one in every playlist, where the clear lead of transport streams ends and the
/// program map changes. Playlists without key lines (subtitles) get it at the same time as those with key
/// lines. A line elsewhere is not the protection's. The linter reports a line that only some playlists have.
/// Playlists that were published with a part have the lines of the whole presentation, even if what was
/// before them is cut.
///
/// `EXT-X-MAP`: where the key of fMP4 fragments changes, another form of the initialization section, which
/// names the new key.
struct AddedLines {
    /// The maximum distance between segment boundaries of renditions that are at the same presentation time.
    private static let tolerance = Duration.milliseconds(500)

    private var lines: [String: Set<Int>] = [:]
    /// The paths of the playlists that were published with a part (`PublishedParts`).
    private var publishedWithPart: Set<String> = []
    /// The segments that should have an `EXT-X-DISCONTINUITY` of the protection before them and have none.
    private(set) var missingDiscontinuities: [(playlist: TreePath, segment: MediaSegment)] = []

    /// No added lines, because without a source the lines before protection are unknown.
    static let none = AddedLines()

    private init() {}

    /// Finds the added lines of a presentation by comparing it with its source.
    ///
    /// - Parameters:
    ///   - presentation: the protected presentation.
    ///   - source: the clear one.
    ///   - kinds: the formats of the media resources of each rendition, in the order of the presentation.
    ///   - parts: the playlists that are known to be parts.
    /// - Throws: `RunFailure` if the key store cannot be read.
    init(
        _ presentation: Presentation,
        _ source: Presentation,
        kinds: [Set<StreamKind>],
        parts: PublishedParts
    ) throws(RunFailure) {
        let clearByPath = Dictionary(source.renditions.map { ($0.path, $0.playlist) }) { first, _ in
            first
        }
        let transportStreams = zip(presentation.renditions, kinds).filter { _, kinds in
            kinds.contains(.transportStream)
        }
        let changeTimes = transportStreams.compactMap { Self.segmentAfterClearLead(in: $0.0.playlist)?.start }
        for (path, _) in presentation.playlists where try parts.isPublishedWithPart(path) {
            publishedWithPart.insert(path.description)
        }
        for rendition in presentation.renditions {
            let isCut = isPublishedWithPart(rendition.path.description)
            guard let counterpart = clearByPath[rendition.path] else { continue }
            lines[rendition.path.description] =
                Self.addedDiscontinuityLines(rendition.playlist, counterpart, at: isCut ? nil : changeTimes)
                .union(Self.addedMapLines(rendition.playlist, counterpart))
        }
        missingDiscontinuities = Self.missingDiscontinuities(in: presentation, kinds).filter {
            !publishedWithPart.contains($0.playlist.description)
        }
    }

    /// Indicates whether a playlist was published with a part (`PublishedParts`).
    ///
    /// It may have traces of the segments that were cut; the multivariant playlist may have their bitrates.
    func isPublishedWithPart(_ playlist: String) -> Bool { publishedWithPart.contains(playlist) }

    /// Indicates whether a line is an added line, or counts added lines that may be cut.
    func contains(_ line: PlaylistLine, in playlist: String) -> Bool {
        isAlteredDiscontinuitySequence(line, in: playlist) || lines[playlist]?.contains(line.number) ?? false
    }

    /// Indicates whether a line counts discontinuities, of which a cut may have removed added ones.
    ///
    /// This also applies to lines of the clear playlist.
    func isAlteredDiscontinuitySequence(_ line: PlaylistLine, in playlist: String) -> Bool {
        line.kind == .tag(.discontinuitySequence) && isPublishedWithPart(playlist)
    }

    private static func missingDiscontinuities(
        in presentation: Presentation,
        _ kinds: [Set<StreamKind>]
    ) -> [(playlist: TreePath, segment: MediaSegment)] {
        var changes: [Int: Int] = [:]
        for (index, rendition) in presentation.renditions.enumerated()
        where !kinds[index].contains(.fragmentedMP4) {
            changes[index] = segmentAfterClearLead(in: rendition.playlist)?.index
        }
        let programMapRendition = presentation.renditions.indices.first { index in
            changes[index] != nil && kinds[index].contains(.transportStream)
        }
        let placement = DiscontinuityPlacement(
            presentation,
            changes: changes,
            programMapRendition: programMapRendition
        )
        return placement.segments.sorted { $0.key < $1.key }.compactMap { index, segmentIndex in
            let rendition = presentation.renditions[index]
            let segment = rendition.playlist.segments[segmentIndex]
            return segment.hasDiscontinuity ? nil : (rendition.path, segment)
        }
    }

    /// Returns the numbers of the `EXT-X-DISCONTINUITY` lines that the clear playlist lacks.
    ///
    /// Lines at other times than those in `changeTimes` are left out, unless it is nil.
    private static func addedDiscontinuityLines(
        _ playlist: MediaPlaylist,
        _ clear: MediaPlaylist,
        at changeTimes: [Duration]?
    ) -> Set<Int> {
        var lines: Set<Int> = []
        for (segment, counterpart) in zip(playlist.segments, clear.segments) {
            guard let line = segment.discontinuityLine, !counterpart.hasDiscontinuity,
                changeTimes?.contains(where: { distance($0, segment.start) <= tolerance }) ?? true
            else { continue }
            lines.insert(line)
        }
        return lines
    }

    /// Returns the numbers of the `EXT-X-MAP` lines at key changes that the clear playlist lacks.
    private static func addedMapLines(_ playlist: MediaPlaylist, _ clear: MediaPlaylist) -> Set<Int> {
        var lines: Set<Int> = []
        let pairs = zip(playlist.segments, clear.segments)
        for ((before, clearBefore), (segment, counterpart)) in zip(pairs, pairs.dropFirst()) {
            guard let sectionIndex = segment.initializationSection,
                sectionIndex != before.initializationSection,
                let clearSectionIndex = counterpart.initializationSection,
                clearSectionIndex == clearBefore.initializationSection,
                keyURIs(over: before, playlist) != keyURIs(over: segment, playlist)
            else { continue }
            let protectedSection = playlist.initializationSections[sectionIndex]
            let sourceSection = clear.initializationSections[clearSectionIndex]
            guard
                protectedSection.uri.utf8.elementsEqual(sourceSection.uri.utf8)
                    || SectionFormURI.isForm(protectedSection.uri, of: sourceSection.uri)
            else { continue }
            lines.insert(protectedSection.line)
        }
        return lines
    }

    private static func keyURIs(over segment: MediaSegment, _ playlist: MediaPlaylist) -> Set<[UInt8]> {
        Set(segment.keys.map { Array((playlist.keys[$0].value.uri ?? "").utf8) })
    }

    /// Returns the first SAMPLE-AES segment after clear ones, or nil if there is none.
    private static func segmentAfterClearLead(in playlist: MediaPlaylist) -> MediaSegment? {
        let present = playlist.segments.filter { !$0.hasGap }
        guard
            let firstEncrypted = present.firstIndex(where: { segment in
                segment.keys.contains { playlist.keys[$0].method == .sampleAES }
            }), firstEncrypted > 0
        else { return nil }
        return present[firstEncrypted]
    }

    private static func distance(_ first: Duration, _ second: Duration) -> Duration {
        max(first, second) - min(first, second)
    }
}
