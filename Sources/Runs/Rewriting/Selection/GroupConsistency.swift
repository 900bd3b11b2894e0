import Failures
import HLSPlaylists
import Presentations

/// Keeps rendition groups consistent with the variants that name them (RFC 8216bis 4.4.6.1.1 and 4.4.6.2.1).
struct GroupConsistency {
    let path: TreePath
    let playlist: MultivariantPlaylist

    /// Removes variants whose audio group has no rendition left, if other variants replace them.
    ///
    /// A group with a rendition without `URI` is no reason for removal: its audio is in the variants' own
    /// media.
    ///
    /// - Throws: `RunFailure` if no kept variant shows the same pictures or has the same URI.
    func dropVariantsWithoutAudio(_ kept: inout VariantSelector.KeptEntries) throws(RunFailure) {
        let renditions = kept.renditions
        let silentVariants = Set(
            kept.variants.filter { index in
                guard let id = playlist.variants[index].audio else { return false }
                let group = RenditionGroup(.audio, id)
                return isEmptied(group, renditions)
                    && playlist.renditions(in: group).allSatisfy { $0.uri != nil }
            }
        )
        guard !silentVariants.isEmpty else { return }
        kept.variants.removeAll(where: silentVariants.contains)
        let remainingVariants = kept.variants.map { playlist.variants[$0] }
        let uris = Set(remainingVariants.map { Array($0.uri.utf8) })
        let pictures = Set(remainingVariants.compactMap(Self.pictures))
        for index in silentVariants.sorted() {
            let variant = playlist.variants[index]
            let isShown = Self.pictures(variant).map(pictures.contains) ?? false
            guard !isShown, !uris.contains(Array(variant.uri.utf8)) else { continue }
            throw .variantWithoutAudio(
                LineLocation(playlist: path, line: variant.line),
                group: variant.audio ?? ""
            )
        }
    }

    /// Returns the attributes of kept variants that name a group without remaining renditions.
    func attributesOfEmptyGroups(_ kept: VariantSelector.KeptEntries) -> [VariantSelection.Attribute] {
        uses(kept).filter { isEmptied($0.group, kept.renditions) }.map {
            VariantSelection.Attribute(name: $0.group.type.rawValue, line: $0.line)
        }
    }

    /// Removes the renditions of groups that only removed variants named.
    func dropUnusedGroups(_ kept: inout VariantSelector.KeptEntries) {
        let allEntries = VariantSelector.KeptEntries(
            variants: Array(playlist.variants.indices),
            iFrames: Array(playlist.iFrameVariants.indices),
            renditions: []
        )
        let unused = Set(uses(allEntries).map(\.group)).subtracting(uses(kept).map(\.group))
        kept.renditions = kept.renditions.filter { !unused.contains(group(of: $0)) }
    }

    /// Throws if groups of one type had renditions of the same names, and no longer have.
    func checkMembers(_ kept: VariantSelector.KeptEntries) throws(RunFailure) {
        let before = names(playlist.renditions.indices.map(\.self))
        let after = names(kept.renditions.sorted())
        for type in Set(after.map(\.group.type)).sorted(by: { $0.rawValue < $1.rawValue }) {
            guard difference(before.filter { $0.group.type == type }) == nil,
                let difference = difference(after.filter { $0.group.type == type })
            else { continue }
            throw difference
        }
    }

    /// Returns warnings about removed renditions.
    func warnings(_ kept: VariantSelector.KeptEntries) -> [String] {
        var warnings: [String] = []
        let remainingGroups = Set(kept.renditions.map(group(of:)))
        let variantURIs = Set(kept.variants.map { Array(playlist.variants[$0].uri.utf8) })
        for (index, rendition) in playlist.renditions.enumerated() where !kept.renditions.contains(index) {
            if rendition.isDefault, remainingGroups.contains(group(of: index)) {
                warnings.append(
                    "\(path):\(rendition.line): the default rendition of group '\(rendition.groupID)' is dropped ('\(rendition.name)'), and "
                        + "no other replaces it"
                )
            }
            if let uri = rendition.uri, variantURIs.contains(Array(uri.utf8)) {
                warnings.append(
                    "\(path):\(rendition.line): the rendition is dropped ('\(rendition.name)'), but a variant that is kept has "
                        + "its media"
                )
            }
        }
        return warnings
    }

    // MARK: Groups

    private func group(of rendition: Int) -> RenditionGroup {
        RenditionGroup(playlist.renditions[rendition].type, playlist.renditions[rendition].groupID)
    }

    /// Indicates whether a group had renditions and has none left.
    private func isEmptied(_ group: RenditionGroup, _ keptRenditions: Set<Int>) -> Bool {
        let members = playlist.groups[group, default: []]
        return !members.isEmpty && keptRenditions.isDisjoint(with: members)
    }

    private func uses(_ kept: VariantSelector.KeptEntries) -> [(group: RenditionGroup, line: Int)] {
        kept.variants.map { playlist.variants[$0] }.flatMap { variant in
            variant.groups.map { ($0, variant.line) }
        }
            + kept.iFrames.map { playlist.iFrameVariants[$0] }.compactMap { variant in
                variant.group.map { ($0, variant.line) }
            }
    }

    private typealias Names = (group: RenditionGroup, line: Int, names: [String: String])

    /// Returns the rendition names of each group, keyed by their lower case, in the order of the groups'
    /// first lines.
    private func names(_ renditions: [Int]) -> [Names] {
        var orderedGroups: [RenditionGroup] = []
        var groups: [RenditionGroup: Names] = [:]
        for index in renditions {
            let (group, rendition) = (group(of: index), playlist.renditions[index])
            if groups[group] == nil { orderedGroups.append(group) }
            groups[group, default: (group, rendition.line, [:])].names[rendition.name.lowercased()] =
                rendition.name
        }
        return orderedGroups.compactMap { groups[$0] }
    }

    /// Returns the first difference of a group from the first group, or nil if all have the same names.
    private func difference(_ groups: [Names]) -> RunFailure? {
        guard let first = groups.first else { return nil }
        for otherGroup in groups.dropFirst() {
            for (one, two) in [(otherGroup, first), (first, otherGroup)] {
                let missing = one.names.filter { two.names[$0.key] == nil }.values.min()
                guard let missing else { continue }
                return .differentRenditionGroups(
                    LineLocation(playlist: path, line: otherGroup.line),
                    type: one.group.type.rawValue,
                    group: one.group.id,
                    name: missing,
                    other: two.group.id
                )
            }
        }
        return nil
    }

    /// Returns the properties by which pictures are distinguished, or nil if the variant describes none.
    ///
    /// They are all except bitrates. Variants with equal properties are taken to show the same pictures.
    private static func pictures(_ variant: Variant) -> [String]? {
        guard variant.resolution != nil || variant.codecs != nil else { return nil }
        let size = variant.resolution.map { "\($0.width)x\($0.height)" } ?? ""
        let formats = VariantCodecs.formats(variant.codecs).filter(VariantCodecs.isVideo).sorted()
        return [
            size, variant.frameRate.map { "\($0)" } ?? "", (variant.videoRange ?? .sdr).rawValue,
            variant.pathwayID ?? ".", variant.stream.video ?? "",
        ] + formats
    }
}
