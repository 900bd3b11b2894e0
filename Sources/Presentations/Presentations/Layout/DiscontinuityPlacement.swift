import CommonEncryption
import HLSPlaylists

/// Where the clear start ends and the program map changes: an `EXT-X-DISCONTINUITY` in all playlists, or in none.
///
/// Discontinuities number the periods of a presentation, so that one playlist alone may not have one (RFC 8216bis
/// 6.2.4). Where it was already, none is added.
package struct DiscontinuityPlacement {
    /// How far boundaries of renditions may be apart that are the same place of the presentation.
    private static let tolerance = Duration.milliseconds(500)

    /// For each rendition the segment before which it stands.
    package private(set) var segments: [Int: Int] = [:]
    /// Why there is none although the program map changes.
    package private(set) var warning: String?

    package init(_ presentation: Presentation, _ layout: MediaLayout) {
        let changes = Self.changes(in: presentation, layout)
        let tables = presentation.renditions.indices.first { index in
            changes[index] != nil && Self.hasProgramMap(index, layout)
        }
        self.init(presentation, changes: changes, tables: tables)
    }

    /// The placement for changes that are known.
    ///
    /// - Parameters:
    ///   - presentation: the playlists.
    ///   - changes: for each rendition that has one the first protected segment behind a clear one.
    ///   - tables: the rendition whose program map changes; nil where none does.
    package init(_ presentation: Presentation, changes: [Int: Int], tables: Int?) {
        guard let tables, let change = changes[tables] else { return }
        let start = presentation.renditions[tables].playlist.segments[change].start
        var found: [Int: Int] = [:]
        for (index, rendition) in presentation.renditions.enumerated() {
            switch Self.boundary(of: rendition.playlist, at: start, change: changes[index]) {
            case .none: continue
            case .segment(let segment): found[index] = segment
            case .missing:
                warning =
                    "the clear start ends at \(Self.seconds(start)) s without EXT-X-DISCONTINUITY, since \(rendition.path) "
                    + "has no segment boundary within 0.5 s of it; some players may stumble over the change"
                return
            }
        }
        segments = found
    }

    /// For each rendition the first protected segment behind a clear one.
    private static func changes(in presentation: Presentation, _ layout: MediaLayout) -> [Int: Int] {
        var changes: [Int: Int] = [:]
        for (index, references) in layout.segments.enumerated() {
            var hasClear = false
            for (place, reference) in references.enumerated() {
                guard let reference else { continue }
                let unit = layout.units[reference.unit]
                if case .sampleAES = unit.protection {
                    if hasClear { changes[index] = place }
                    break
                }
                hasClear = true
            }
        }
        return changes
    }

    private static func hasProgramMap(_ rendition: Int, _ layout: MediaLayout) -> Bool {
        layout.segments[rendition].contains { reference in
            guard let reference,
                case .sampleAES(_, .transportStream) = layout.units[reference.unit].protection
            else { return false }
            return true
        }
    }

    private enum Boundary {
        /// The playlist ends before; there is nothing to mark.
        case none
        case segment(Int)
        case missing
    }

    /// The boundary of a playlist that is the same place of the presentation.
    private static func boundary(
        of playlist: MediaPlaylist,
        at start: Duration,
        change: Int?
    ) -> Boundary {
        let segments = playlist.segments
        guard let last = segments.last, last.start + last.duration > start + tolerance else { return .none }
        let nearest = segments.dropFirst().min { distance($0.start, start) < distance($1.start, start) }
        guard let place = change ?? nearest?.index, distance(segments[place].start, start) <= tolerance else {
            return .missing
        }
        return .segment(place)
    }

    private static func distance(_ first: Duration, _ second: Duration) -> Duration {
        max(first, second) - min(first, second)
    }

    /// Seconds with up to three decimals.
    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.attoseconds / 1_000_000_000_000_000
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(milliseconds / 1000).\(fraction)"
    }
}
