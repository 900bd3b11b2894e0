import HLSPlaylists
import Presentations

/// Keeps groups of renditions and what names them together (RFC 8216bis 4.4.6.1.1 and 4.4.6.2.1).
struct GroupConsistency {
    let path: TreePath
    let playlist: MultivariantPlaylist

    /// Takes out variants of whose audio group nothing is left, where another variant shows the same pictures.
    ///
    /// A group with a rendition in the variants' own media leaves them their sound.
    ///
    /// - Throws: `PresentationError` where there is no such variant.
    func dropVariantsWithoutAudio(_ kept: inout VariantSelector.Kept) throws(PresentationError) {
        let renditions = kept.renditions
        let silent = Set(
            kept.variants.filter { index in
                guard let id = playlist.variants[index].audio else { return false }
                let group = RenditionGroup(.audio, id)
                return isEmptied(group, renditions)
                    && playlist.renditions(in: group).allSatisfy { $0.uri != nil }
            }
        )
        guard !silent.isEmpty else { return }
        kept.variants.removeAll(where: silent.contains)
        let standing = kept.variants.map { playlist.variants[$0] }
        let uris = Set(standing.map { Array($0.uri.utf8) })
        let pictures = Set(standing.compactMap(Self.pictures))
        for index in silent.sorted() {
            let variant = playlist.variants[index]
            let isShown = Self.pictures(variant).map(pictures.contains) ?? false
            guard !isShown, !uris.contains(Array(variant.uri.utf8)) else { continue }
            throw .rewrite(
                .selection(
                    .withoutAudio(
                        RewriteError.Place(playlist: path, line: variant.line),
                        group: variant.audio ?? ""
                    )
                )
            )
        }
    }

    /// The attributes of what stays that name a group of which nothing is left.
    func attributesOfEmptyGroups(_ kept: VariantSelector.Kept) -> [VariantSelection.Attribute] {
        uses(kept).filter { isEmptied($0.group, kept.renditions) }.map {
            VariantSelection.Attribute(name: $0.group.type.rawValue, line: $0.line)
        }
    }

    /// Takes out the renditions of groups that were named and are named no more.
    func dropUnusedGroups(_ kept: inout VariantSelector.Kept) {
        let all = VariantSelector.Kept(
            variants: Array(playlist.variants.indices),
            iFrames: Array(playlist.iFrameVariants.indices),
            renditions: []
        )
        let unused = Set(uses(all).map(\.group)).subtracting(uses(kept).map(\.group))
        kept.renditions = kept.renditions.filter { !unused.contains(group(of: $0)) }
    }

    /// Checks that groups of one type still have renditions of the same names, where they had.
    func checkMembers(_ kept: VariantSelector.Kept) throws(PresentationError) {
        let before = names(playlist.renditions.indices.map(\.self))
        let after = names(kept.renditions.sorted())
        for type in Set(after.map(\.group.type)).sorted(by: { $0.rawValue < $1.rawValue }) {
            guard difference(before.filter { $0.group.type == type }) == nil,
                let difference = difference(after.filter { $0.group.type == type })
            else { continue }
            throw .rewrite(.selection(difference))
        }
    }

    /// Warnings of renditions that go.
    func warnings(_ kept: VariantSelector.Kept) -> [String] {
        var warnings: [String] = []
        let leftGroups = Set(kept.renditions.map(group(of:)))
        let variantURIs = Set(kept.variants.map { Array(playlist.variants[$0].uri.utf8) })
        for (index, rendition) in playlist.renditions.enumerated() where !kept.renditions.contains(index) {
            if rendition.isDefault, leftGroups.contains(group(of: index)) {
                warnings.append(
                    "\(path):\(rendition.line): the default of group '\(rendition.groupID)' goes ('\(rendition.name)'), and "
                        + "no other takes its place"
                )
            }
            if let uri = rendition.uri, variantURIs.contains(Array(uri.utf8)) {
                warnings.append(
                    "\(path):\(rendition.line): the rendition goes ('\(rendition.name)'), and a variant that stays is of "
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

    /// Tells whether a group had renditions and has none any more.
    private func isEmptied(_ group: RenditionGroup, _ kept: Set<Int>) -> Bool {
        let members = playlist.groups[group, default: []]
        return !members.isEmpty && kept.isDisjoint(with: members)
    }

    private func uses(_ kept: VariantSelector.Kept) -> [(group: RenditionGroup, line: Int)] {
        kept.variants.map { playlist.variants[$0] }.flatMap { variant in
            variant.groups.map { ($0, variant.line) }
        }
            + kept.iFrames.map { playlist.iFrameVariants[$0] }.compactMap { variant in
                variant.group.map { ($0, variant.line) }
            }
    }

    private typealias Names = (group: RenditionGroup, line: Int, names: [String: String])

    /// The names in each group, by their lower case, the groups in the order of their first lines.
    private func names(_ renditions: [Int]) -> [Names] {
        var order: [RenditionGroup] = []
        var groups: [RenditionGroup: Names] = [:]
        for index in renditions {
            let (group, rendition) = (group(of: index), playlist.renditions[index])
            if groups[group] == nil { order.append(group) }
            groups[group, default: (group, rendition.line, [:])].names[rendition.name.lowercased()] =
                rendition.name
        }
        return order.compactMap { groups[$0] }
    }

    /// The first difference from the first group.
    private func difference(_ groups: [Names]) -> SelectionError? {
        guard let first = groups.first else { return nil }
        for other in groups.dropFirst() {
            for (one, two) in [(other, first), (first, other)] {
                let missing = one.names.filter { two.names[$0.key] == nil }.values.min()
                guard let missing else { continue }
                return .differentGroups(
                    RewriteError.Place(playlist: path, line: other.line),
                    type: one.group.type.rawValue,
                    group: one.group.id,
                    name: missing,
                    other: two.group.id
                )
            }
        }
        return nil
    }

    /// All that is said of pictures but bitrates, by which those that are not in one file are told apart; nil where nothing is said.
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
