import Failures
import HLSPlaylists
import Presentations

/// Selects variants and renditions of a multivariant playlist, so that all references between them stay
/// valid.
struct VariantSelector {
    let path: TreePath
    let playlist: MultivariantPlaylist
    let filter: SelectionFilter

    /// The indices of the entries that are kept.
    struct KeptEntries {
        var variants: [Int]
        var iFrames: [Int]
        var renditions: Set<Int>
    }

    /// Returns the lines to be removed.
    ///
    /// - Throws: `RunFailure` if something that a player needs would be removed, such as the last
    ///   variant.
    func selection() throws(RunFailure) -> VariantSelection {
        guard !filter.isEmpty else { return .all }
        let entries = entries()
        let ineffectiveKeeps = filter.ineffectiveKeeps(for: entries)
        guard ineffectiveKeeps.isEmpty else {
            throw .keepsNothing(path, expressions: ineffectiveKeeps.map(\.text))
        }
        var selection = VariantSelection()
        selection.warnings = filter.warnings(of: entries).map { "\(path): \($0)" }
        var kept = KeptEntries(
            variants: playlist.variants.indices.filter {
                filter.isKept(SelectionEntry(.variant, playlist.variants[$0].stream))
            },
            iFrames: Array(playlist.iFrameVariants.indices),
            renditions: Set(
                playlist.renditions.indices.filter {
                    filter.isKept(SelectionEntry(playlist.renditions[$0]))
                }
            )
        )
        let groups = GroupConsistency(path: path, playlist: playlist)
        try groups.dropVariantsWithoutAudio(&kept)
        guard !kept.variants.isEmpty else { throw .noVariantLeft(path) }
        kept.iFrames = IFrameSelection(playlist: playlist, filter: filter).kept(beside: kept.variants)
        selection.attributes = groups.attributesOfEmptyGroups(kept)
        groups.dropUnusedGroups(&kept)
        try groups.checkMembers(kept)
        selection.warnings += groups.warnings(kept)
        selection.warnings += try PathwayCheck(path: path, playlist: playlist).warnings(kept)
        selection.addRemovedLines(playlist, kept)
        return selection
    }

    private func entries() -> [SelectionEntry] {
        playlist.variants.map { SelectionEntry(.variant, $0.stream) }
            + playlist.iFrameVariants.map { SelectionEntry(.iFrames, $0.stream) }
            + playlist.renditions.map { SelectionEntry($0) }
    }
}

extension VariantSelection {
    /// Adds the lines of the entries that are not kept.
    fileprivate mutating func addRemovedLines(
        _ playlist: MultivariantPlaylist,
        _ kept: VariantSelector.KeptEntries
    ) {
        let variants = Set(kept.variants)
        for (index, variant) in playlist.variants.enumerated() where !variants.contains(index) {
            variantLines.insert(variant.line)
            uriLines.insert(variant.uriLine)
        }
        let iFrames = Set(kept.iFrames)
        for (index, variant) in playlist.iFrameVariants.enumerated() where !iFrames.contains(index) {
            iFrameLines.insert(variant.line)
        }
        for (index, rendition) in playlist.renditions.enumerated() where !kept.renditions.contains(index) {
            renditionLines.insert(rendition.line)
        }
    }
}
