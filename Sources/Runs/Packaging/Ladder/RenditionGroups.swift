import Failures

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
    /// - Throws: `RunFailure` if renditions cannot be distinguished, or contradict each other.
    static func audio(_ renditions: [PlannedRendition]) throws(RunFailure) -> RenditionGroups {
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
    /// - Throws: `RunFailure` if renditions cannot be distinguished, or contradict each other.
    static func subtitles(_ renditions: [PlannedRendition]) throws(RunFailure) -> RenditionGroups {
        let indices = renditions.indices.filter { renditions[$0].isSubtitles }
        let ids = Set(indices.compactMap { renditions[$0].input.group })
        guard ids.count <= 1 else {
            throw .unsuitableOption(
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
    ) throws(RunFailure) {
        var orderedIDs: [String] = []
        var members: [String: [Int]] = [:]
        for index in indices {
            let id = id(index)
            if members[id] == nil { orderedIDs.append(id) }
            let name = renditions[index].title
            if let namesake = members[id]?.first(where: { renditions[$0].title == name }) {
                throw .sameNameInGroup(
                    first: renditions[namesake].label,
                    second: renditions[index].label,
                    name: name,
                    group: id
                )
            }
            members[id, default: []].append(index)
        }
        let names = try GroupNames(renditions, indices, hasDefault: hasDefault)
        groups = orderedIDs.map { id in
            Group(
                id: id,
                members: names.names.compactMap { name in
                    let ownRendition = members[id]?.first { renditions[$0].title == name }
                    return (ownRendition ?? names.firstRenditions[name]).map { names.member($0, named: name) }
                }
            )
        }
    }
}

/// The `GROUP-ID` values of audio: the given one, else the codec, extended if groups with that codec differ.
struct AudioGroupIDs: Sendable {
    private let ids: [Int: String]

    /// - Parameter renditions: all renditions of the presentation.
    init(_ renditions: [PlannedRendition]) {
        var ungrouped: [(index: Int, sound: AudioDescription, name: String)] = []
        var ids: [Int: String] = [:]
        for (index, rendition) in renditions.enumerated() {
            guard let sound = rendition.audio else { continue }
            if let groupID = rendition.input.group {
                ids[index] = groupID
            } else {
                ungrouped.append((index, sound, rendition.title))
            }
        }
        let givenIDs = Set(ids.values)
        for (index, sound, _) in ungrouped {
            let sameFamily = ungrouped.filter { $0.sound.family == sound.family }
            let sameChannels = sameFamily.filter { $0.sound.channels == sound.channels }
            var id = "aud-" + sound.family
            if Set(sameFamily.map(\.sound.channels)).count > 1 { id += "-" + Self.word(sound.channels) }
            // The same content in two profiles of one codec: HE-AAC beside AAC LC.
            let forms = Dictionary(grouping: sameChannels, by: \.name).values
            if forms.contains(where: { Set($0.map(\.sound.codecs)).count > 1 }) {
                id += "-" + Self.word(sound.codecs)
            }
            while givenIDs.contains(id) { id += "-2" }
            ids[index] = id
        }
        self.ids = ids
    }

    /// Returns the group of the audio rendition with this index.
    func id(of index: Int) -> String { ids[index] ?? "aud" }

    /// Returns a text in lowercase with hyphens for everything except letters and digits.
    private static func word(_ text: String) -> String {
        String(text.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
    }
}
