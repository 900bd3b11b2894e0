import HLSPlaylists
import Presentations

/// Checks for content steering pathways that lose all their variants (RFC 8216bis 4.4.6.6).
struct PathwayCheck {
    let path: TreePath
    let playlist: MultivariantPlaylist

    /// Returns warnings about pathways without variants.
    ///
    /// - Throws: `PresentationError` if clients begin on one of them.
    func warnings(_ kept: VariantSelector.Kept) throws(PresentationError) -> [String] {
        let lost = Self.lost(playlist, keeping: kept.variants)
        if let steering = playlist.contentSteering, let first = steering.pathwayID, lost.contains(first) {
            let place = RewriteError.Location(playlist: path, line: steering.line)
            throw .rewrite(.selection(.withoutPathway(place, pathway: first)))
        }
        return lost.sorted().map { "\(path): no variant is left on pathway '\($0)'" }
    }

    /// Returns the pathways that no kept variant is on.
    static func lost(_ playlist: MultivariantPlaylist, keeping variants: [Int]) -> Set<String> {
        let pathways = playlist.variants.map { $0.pathwayID ?? "." }
        return Set(pathways).subtracting(variants.map { pathways[$0] })
    }
}
