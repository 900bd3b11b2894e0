/// The groups of audio or subtitles that variants name (RFC 8216bis 4.4.6.1.1).
///
/// All groups of a type have members of the same names. For a name that a group lacks, it takes the first
/// rendition with that name.
struct RenditionGroups: Sendable {
    /// A rendition in a group.
    struct Member: Sendable {
        /// The index of the rendition.
        let rendition: Int
        /// `NAME`.
        let name: String
        /// `DEFAULT`.
        let isDefault: Bool
        /// `AUTOSELECT`.
        let isAutoselect: Bool
    }

    /// A group of renditions, one of which plays.
    struct Group: Sendable {
        /// `GROUP-ID`.
        let id: String
        /// The members, in the order of the names over all groups.
        let members: [Member]

        /// The default member, else the first.
        var main: Member? { members.first(where: \.isDefault) ?? members.first }
    }

    /// The groups, in the order of their first renditions.
    let groups: [Group]

    /// Creates the groups of audio: one for each codec and number of channels, or those that were given.
    ///
    /// - Throws: `LadderError` if renditions cannot be distinguished, or contradict each other.
    static func audio(_ renditions: [PlannedRendition]) throws(LadderError) -> RenditionGroups {
        try RenditionGroups(
            renditions,
            renditions.indices.filter { renditions[$0].audio != nil },
            hasDefault: true
        ) {
            AudioGroupIDs(renditions).id(of: $0)
        }
    }

    /// Creates the group of subtitles.
    ///
    /// - Throws: `LadderError` if renditions cannot be distinguished, or contradict each other.
    static func subtitles(_ renditions: [PlannedRendition]) throws(LadderError) -> RenditionGroups {
        let indices = renditions.indices.filter { renditions[$0].isSubtitles }
        let ids = Set(indices.compactMap { renditions[$0].input.group })
        guard ids.count <= 1 else {
            throw .option(
                "group",
                reason:
                    "subtitles are in \(ids.count) groups (\(ids.sorted().joined(separator: ", ")), expected 1: no variant "
                    + "can have more)",
                advice: "Give all subtitles one group."
            )
        }
        // Players show default subtitles to everybody, so there is a default only on request.
        return try RenditionGroups(renditions, indices, hasDefault: false) { _ in ids.first ?? "subs" }
    }

    private init(
        _ renditions: [PlannedRendition],
        _ indices: [Int],
        hasDefault: Bool,
        id: (Int) -> String
    ) throws(LadderError) {
        var order: [String] = []
        var members: [String: [Int]] = [:]
        for index in indices {
            let id = id(index)
            if members[id] == nil { order.append(id) }
            let name = renditions[index].title
            if let other = members[id]?.first(where: { renditions[$0].title == name }) {
                throw .sameName(
                    first: renditions[other].label,
                    second: renditions[index].label,
                    name: name,
                    group: id
                )
            }
            members[id, default: []].append(index)
        }
        let names = try GroupNames(renditions, indices, hasDefault: hasDefault)
        groups = order.map { id in
            Group(
                id: id,
                members: names.names.compactMap { name in
                    let own = members[id]?.first { renditions[$0].title == name }
                    return (own ?? names.first[name]).map { names.member($0, named: name) }
                }
            )
        }
    }
}
