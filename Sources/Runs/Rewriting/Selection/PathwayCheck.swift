import Failures
import HLSPlaylists
import Presentations

/// Checks for content steering pathways that lose all their variants (RFC 8216bis 4.4.6.6).
struct PathwayCheck {
    let path: TreePath
    let playlist: MultivariantPlaylist

    /// Returns warnings about pathways without variants.
    ///
    /// - Throws: `RunFailure` if clients begin on one of them.
    func warnings(_ kept: VariantSelector.KeptEntries) throws(RunFailure) -> [String] {
        let lostPathways = Self.lostPathways(playlist, keeping: kept.variants)
        if let steering = playlist.contentSteering, let initialPathway = steering.pathwayID,
            lostPathways.contains(initialPathway)
        {
            let location = LineLocation(playlist: path, line: steering.line)
            throw .noVariantOnPathway(location, pathway: initialPathway)
        }
        return lostPathways.sorted().map { "\(path): no variant is left on pathway '\($0)'" }
    }

    /// Returns the pathways that no kept variant is on.
    static func lostPathways(_ playlist: MultivariantPlaylist, keeping variants: [Int]) -> Set<String> {
        let pathways = playlist.variants.map { $0.pathwayID ?? "." }
        return Set(pathways).subtracting(variants.map { pathways[$0] })
    }
}
