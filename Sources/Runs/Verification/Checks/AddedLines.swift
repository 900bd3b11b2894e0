import HLSPlaylists
import MediaProbing
import Presentations

/// The lines that protection adds beside those of keys.
///
/// `EXT-X-DISCONTINUITY`: one in every playlist where the clear start of transport streams ends, because the program map
/// changes there. Playlists without key lines (subtitles) get it at the same time as those with. A line at any other place
/// is not the protection's; playlists with and without one are told by the linter. Playlists that were published with a part have
/// those that the whole had, also where what stood in front of them is cut.
///
/// `EXT-X-MAP`: where the key of fragments of fMP4 changes, another form of the section, which names the new key.
struct AddedLines {
    /// How far boundaries of renditions may be apart that are one place of the presentation.
    private static let tolerance = Duration.milliseconds(500)

    private var lines: [String: Set<Int>] = [:]
    /// Playlists that were published with a part.
    private var cut: Set<String> = []
    /// Segments in front of which an `EXT-X-DISCONTINUITY` of the protection is missing.
    private(set) var missing: [(playlist: TreePath, segment: MediaSegment)] = []

    /// None: there is no source to tell which were there before.
    static let none = AddedLines()

    private init() {}

    /// Those of a presentation beside its source.
    ///
    /// - Parameters:
    ///   - presentation: the protected presentation.
    ///   - source: the clear one.
    ///   - kinds: what the streams of each rendition are.
    ///   - parts: the playlists that are known to be parts.
    /// - Throws: `PresentationError` of the key store.
    init(
        _ presentation: Presentation,
        _ source: Presentation,
        kinds: [Set<String>],
        parts: PublishedParts
    ) throws(PresentationError) {
        let clear = Dictionary(source.renditions.map { ($0.path, $0.playlist) }) { first, _ in first }
        let transportStreams = zip(presentation.renditions, kinds).filter { _, kinds in
            kinds.contains(StreamKind.transportStream.description)
        }
        let changes = transportStreams.compactMap { Self.change(in: $0.0.playlist)?.start }
        for (path, _) in presentation.playlists where try parts.stand(beside: path) {
            cut.insert(path.description)
        }
        for rendition in presentation.renditions {
            let isCut = isCut(rendition.path.description)
            guard let counterpart = clear[rendition.path] else { continue }
            lines[rendition.path.description] =
                Self.discontinuities(rendition.playlist, counterpart, at: isCut ? nil : changes)
                .union(Self.sections(rendition.playlist, counterpart))
        }
        missing = Self.missing(in: presentation, kinds).filter { !cut.contains($0.playlist.description) }
    }

    /// Whether a playlist was published with a part: it may have traces of what was cut, the entry its bitrates.
    func isCut(_ playlist: String) -> Bool { cut.contains(playlist) }

    /// Whether the line of a playlist is one of them, or counts those that are cut.
    func contains(_ line: PlaylistLine, in playlist: String) -> Bool {
        isCount(line, in: playlist) || lines[playlist]?.contains(line.number) ?? false
    }

    /// Whether a line, also of the clear playlist, counts discontinuities, of which a cut took those that the protection added.
    func isCount(_ line: PlaylistLine, in playlist: String) -> Bool {
        line.kind == .tag(.discontinuitySequence) && isCut(playlist)
    }

    private static func missing(
        in presentation: Presentation,
        _ kinds: [Set<String>]
    ) -> [(playlist: TreePath, segment: MediaSegment)] {
        var changes: [Int: Int] = [:]
        for (index, rendition) in presentation.renditions.enumerated()
        where !kinds[index].contains(StreamKind.fragmentedMP4.description) {
            changes[index] = change(in: rendition.playlist)?.index
        }
        let tables = presentation.renditions.indices.first { index in
            changes[index] != nil && kinds[index].contains(StreamKind.transportStream.description)
        }
        let placement = DiscontinuityPlacement(presentation, changes: changes, tables: tables)
        return placement.segments.sorted { $0.key < $1.key }.compactMap { index, place in
            let rendition = presentation.renditions[index]
            let segment = rendition.playlist.segments[place]
            return segment.hasDiscontinuity ? nil : (rendition.path, segment)
        }
    }

    /// The lines that the clear playlist does not have, at these times; nil for any time.
    private static func discontinuities(
        _ playlist: MediaPlaylist,
        _ clear: MediaPlaylist,
        at changes: [Duration]?
    ) -> Set<Int> {
        var lines: Set<Int> = []
        for (segment, counterpart) in zip(playlist.segments, clear.segments) {
            guard let line = segment.discontinuityLine, !counterpart.hasDiscontinuity,
                changes?.contains(where: { distance($0, segment.start) <= tolerance }) ?? true
            else { continue }
            lines.insert(line)
        }
        return lines
    }

    /// The lines of sections that the clear playlist does not have, where the keys change.
    private static func sections(_ playlist: MediaPlaylist, _ clear: MediaPlaylist) -> Set<Int> {
        var lines: Set<Int> = []
        let pairs = zip(playlist.segments, clear.segments)
        for ((before, clearBefore), (segment, counterpart)) in zip(pairs, pairs.dropFirst()) {
            guard let section = segment.initializationSection, section != before.initializationSection,
                let clearSection = counterpart.initializationSection,
                clearSection == clearBefore.initializationSection,
                keys(over: before, playlist) != keys(over: segment, playlist)
            else { continue }
            let written = playlist.initializationSections[section]
            let known = clear.initializationSections[clearSection]
            guard
                written.uri.hasSameBytes(as: known.uri)
                    || DerivedSectionURI.isForm(written.uri, of: known.uri)
            else { continue }
            lines.insert(written.line)
        }
        return lines
    }

    private static func keys(over segment: MediaSegment, _ playlist: MediaPlaylist) -> Set<[UInt8]> {
        Set(segment.keys.map { Array((playlist.keys[$0].value.uri ?? "").utf8) })
    }

    /// The first segment of SAMPLE-AES behind clear ones.
    private static func change(in playlist: MediaPlaylist) -> MediaSegment? {
        let present = playlist.segments.filter { !$0.hasGap }
        guard
            let first = present.firstIndex(where: { segment in
                segment.keys.contains { playlist.keys[$0].method == .sampleAES }
            }), first > 0
        else { return nil }
        return present[first]
    }

    private static func distance(_ first: Duration, _ second: Duration) -> Duration {
        max(first, second) - min(first, second)
    }
}
