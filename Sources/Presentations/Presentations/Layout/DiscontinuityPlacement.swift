import HLSPlaylists

/// The positions of `EXT-X-DISCONTINUITY` at the end of a clear lead, where the program map changes.
///
/// Renditions are synchronized by discontinuity sequence numbers (RFC 8216bis 6.2.4), so the tag goes into
/// all playlists or into none. It is not added where the source has it already.
package struct DiscontinuityPlacement {
    /// The maximum distance of segment boundaries in different renditions that count as the same time.
    private static let tolerance = Duration.milliseconds(500)

    /// The indices of the segments that get the tag, by rendition.
    package private(set) var segments: [Int: Int] = [:]
    /// The reason for having no tag although the program map changes, or nil.
    package private(set) var warning: String?

    /// Creates the placement for known changes.
    ///
    /// - Parameters:
    ///   - presentation: the playlists.
    ///   - changes: the indices of the first protected segments after a clear lead, by rendition.
    ///   - programMapRendition: the rendition whose program map changes, or nil if there is none.
    package init(_ presentation: Presentation, changes: [Int: Int], programMapRendition: Int?) {
        guard let programMapRendition, let change = changes[programMapRendition] else { return }
        let start = presentation.renditions[programMapRendition].playlist.segments[change].start
        var foundSegments: [Int: Int] = [:]
        for (index, rendition) in presentation.renditions.enumerated() {
            switch Self.boundary(of: rendition.playlist, at: start, change: changes[index]) {
            case .none: continue
            case .segment(let segment): foundSegments[index] = segment
            case .missing:
                warning =
                    "the clear lead ends at \(Self.seconds(start)) s without EXT-X-DISCONTINUITY, since \(rendition.path) "
                    + "has no segment boundary within 0.5 s of it; some players may stumble over the change"
                return
            }
        }
        segments = foundSegments
    }

    private enum Boundary {
        /// The playlist ends earlier, so it needs no tag.
        case none
        case segment(Int)
        case missing
    }

    /// Returns the segment boundary of a playlist at the given time of the presentation.
    private static func boundary(
        of playlist: MediaPlaylist,
        at start: Duration,
        change: Int?
    ) -> Boundary {
        let segments = playlist.segments
        guard let last = segments.last, last.start + last.duration > start + tolerance else { return .none }
        let nearest = segments.dropFirst().min { distance($0.start, start) < distance($1.start, start) }
        guard let segmentIndex = change ?? nearest?.index,
            distance(segments[segmentIndex].start, start) <= tolerance
        else {
            return .missing
        }
        return .segment(segmentIndex)
    }

    private static func distance(_ first: Duration, _ second: Duration) -> Duration {
        max(first, second) - min(first, second)
    }

    /// Formats a duration in seconds with at most three decimals.
    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.attoseconds / 1_000_000_000_000_000
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(milliseconds / 1000).\(fraction)"
    }
}
