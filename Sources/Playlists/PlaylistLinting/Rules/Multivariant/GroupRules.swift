import HLSPlaylists

/// Rules for groups of renditions (RFC 8216bis 4.4.6.1.1 and 4.4.6.2.1).
enum GroupRules {
    private static let undefined = LintRule.error(
        "group-undefined",
        LintSource.rfc("4.4.6.2.1"),
        "A group that a variant names has renditions of that type"
    )
    private static let unused = LintRule.note(
        "group-unused",
        LintSource.rfc("4.4.6.2.1"),
        "A group of renditions is named by a variant"
    )
    private static let name = LintRule.error(
        "rendition-name-duplicate",
        LintSource.rfc("4.4.6.1.1"),
        "The renditions of a group have different names"
    )
    private static let defaults = LintRule.error(
        "rendition-default-twice",
        LintSource.rfc("4.4.6.1.1"),
        "At most one rendition of a group is the default"
    )
    private static let members = LintRule.error(
        "group-members-differ",
        LintSource.rfc("4.4.6.1.1"),
        "Groups of the same type have renditions with the same names"
    )

    private static let attributes = LintRule.error(
        "group-attributes-differ",
        LintSource.rfc("4.4.6.1.1"),
        "Renditions with the same name in groups of the same type have the same language, flags and characteristics"
    )

    static let check = LintCheck(
        undefined,
        unused,
        name,
        defaults,
        members,
        attributes,
        body: .multivariant(report)
    )

    private static func report(_ multivariant: LintedMultivariant, _ report: inout LintReport) {
        var groups: [RenditionGroup: [Rendition]] = [:]
        for rendition in multivariant.playlist.renditions {
            groups[RenditionGroup(rendition.type, rendition.groupID), default: []].append(rendition)
        }
        var usedGroups: Set<RenditionGroup> = []
        for (group, line) in uses(multivariant) {
            usedGroups.insert(group)
            guard groups[group] == nil else { continue }
            report.add(
                undefined,
                in: multivariant.name,
                line: line,
                "No EXT-X-MEDIA of TYPE=\(group.type.rawValue) is in the group that the variant names",
                measured: Excerpt(group.id.utf8).description,
                allowed: allowed(group.type, groups)
            )
        }
        for (group, renditions) in groups.sorted(by: { $0.value[0].line < $1.value[0].line }) {
            if !usedGroups.contains(group) {
                report.add(
                    unused,
                    in: multivariant.name,
                    line: renditions[0].line,
                    "No variant names this group"
                )
            }
            checkMembers(renditions, multivariant.name, &report)
        }
        compareGroups(groups, multivariant.name, &report)
    }

    private static func uses(_ multivariant: LintedMultivariant) -> [(RenditionGroup, Int)] {
        multivariant.playlist.variants.flatMap { variant in variant.groups.map { ($0, variant.line) } }
            + multivariant.playlist.iFrameVariants.compactMap { variant in
                variant.group.map { ($0, variant.line) }
            }
    }

    private static func allowed(_ type: Rendition.MediaType, _ groups: [RenditionGroup: [Rendition]])
        -> String
    {
        let ids = groups.keys.filter { $0.type == type }.map(\.id).sorted().prefix(4)
        return ids.isEmpty
            ? "an existing group" : ids.map { Excerpt($0.utf8).description }.joined(separator: ", ")
    }

    private static func checkMembers(
        _ renditions: [Rendition],
        _ playlist: String,
        _ report: inout LintReport
    ) {
        var names: [String: Int] = [:]
        var defaultLine: Int?
        for rendition in renditions where !rendition.name.isEmpty {
            if let firstLine = names.updateValue(rendition.line, forKey: rendition.name) {
                let message = "The rendition on line \(firstLine) has the same name"
                let found = Excerpt(rendition.name.utf8).description
                report.add(name, in: playlist, line: rendition.line, message, measured: found)
            }
            guard rendition.isDefault else { continue }
            if let defaultLine {
                let message = "The rendition on line \(defaultLine) is the default already"
                report.add(defaults, in: playlist, line: rendition.line, message)
            }
            defaultLine = rendition.line
        }
    }

    private static func compareGroups(
        _ groups: [RenditionGroup: [Rendition]],
        _ playlist: String,
        _ report: inout LintReport
    ) {
        var expected: [Rendition.MediaType: [String]] = [:]
        var firstRenditions: [RenditionGroup: Rendition] = [:]
        for (group, renditions) in groups.sorted(by: { $0.value[0].line < $1.value[0].line }) {
            for rendition in renditions where !rendition.name.isEmpty {
                compare(rendition, &firstRenditions, playlist, &report)
            }
            let names = Set(renditions.map(\.name)).sorted()
            guard let firstNames = expected[group.type] else {
                expected[group.type] = names
                continue
            }
            // An example of the RFC itself has English and ENGLISH.
            guard Set(names.map { $0.lowercased() }) != Set(firstNames.map { $0.lowercased() }) else {
                continue
            }
            report.add(
                members,
                in: playlist,
                line: renditions[0].line,
                "The group does not have the same renditions as the first group of its type",
                measured: summary(names),
                allowed: summary(firstNames)
            )
        }
    }

    /// Compares a rendition with the first one of its type and name.
    private static func compare(
        _ rendition: Rendition,
        _ firstRenditions: inout [RenditionGroup: Rendition],
        _ playlist: String,
        _ report: inout LintReport
    ) {
        let key = RenditionGroup(rendition.type, rendition.name)
        guard let firstRendition = firstRenditions[key] else {
            firstRenditions[key] = rendition
            return
        }
        // Two renditions of one name in one group already have a finding.
        guard firstRendition.groupID != rendition.groupID else { return }
        for (found, expected) in zip(commonAttributes(of: rendition), commonAttributes(of: firstRendition))
        where found != expected {
            report.add(
                attributes,
                in: playlist,
                line: rendition.line,
                "The rendition with the same name on line \(firstRendition.line) has a different \(found.name)",
                measured: Excerpt(found.value.utf8).description,
                allowed: Excerpt(expected.value.utf8).description
            )
        }
    }

    private struct CommonAttribute: Equatable {
        let name: String
        let value: String
    }

    /// Returns the attributes that renditions of one name have in common in all groups; absent ones have
    /// their default.
    private static func commonAttributes(of rendition: Rendition) -> [CommonAttribute] {
        [
            CommonAttribute(name: "LANGUAGE", value: rendition.language ?? ""),
            CommonAttribute(name: "ASSOC-LANGUAGE", value: rendition.associatedLanguage ?? ""),
            CommonAttribute(name: "DEFAULT", value: rendition.isDefault ? "YES" : "NO"),
            CommonAttribute(name: "AUTOSELECT", value: rendition.isAutoselect ? "YES" : "NO"),
            CommonAttribute(name: "FORCED", value: rendition.isForced ? "YES" : "NO"),
            CommonAttribute(
                name: "CHARACTERISTICS",
                value: rendition.characteristics.joined(separator: ",")
            ),
        ]
    }

    private static func summary(_ names: [String]) -> String {
        let shown = names.prefix(4).map { Excerpt($0.utf8).description }.joined(separator: ", ")
        return names.count > 4 ? shown + " and \(names.count - 4) more" : shown
    }
}
