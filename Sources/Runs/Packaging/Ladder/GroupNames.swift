import Failures

/// The attributes that members of one name share in all groups of a type (RFC 8216bis 4.4.6.1.1).
struct GroupNames: Sendable {
    /// The names, in the order of the renditions.
    let names: [String]
    /// The index of the first rendition of each name.
    let firstRenditions: [String: Int]
    private let defaultName: String?
    private let autoselected: Set<String>

    /// Collects the names.
    ///
    /// - Parameters:
    ///   - renditions: all renditions.
    ///   - indices: the indices of the renditions of the type.
    ///   - hasDefault: indicates whether one becomes the default if none is requested.
    /// - Throws: `RunFailure` if members of one name differ, or two defaults are requested.
    init(_ renditions: [PlannedRendition], _ indices: [Int], hasDefault: Bool) throws(RunFailure) {
        var names: [String] = []
        var firstRenditions: [String: Int] = [:]
        for index in indices {
            let name = renditions[index].title
            guard let firstIndex = firstRenditions[name] else {
                firstRenditions[name] = index
                names.append(name)
                continue
            }
            try Self.compare(renditions[firstIndex], renditions[index], name)
        }
        var requestedDefault: Int?
        for index in indices where renditions[index].input.isDefault == true {
            if let requestedDefault, renditions[requestedDefault].title != renditions[index].title {
                throw .twoDefaults(first: renditions[requestedDefault].label, second: renditions[index].label)
            }
            requestedDefault = requestedDefault ?? index
        }
        let defaultCandidate = names.first { name in
            !indices.contains { renditions[$0].title == name && renditions[$0].input.isDefault == false }
        }
        let chosenDefault =
            requestedDefault.map { renditions[$0].title } ?? (hasDefault ? defaultCandidate : nil)
        autoselected = Set(
            names.filter { name in
                let members = indices.filter { renditions[$0].title == name }
                if name == chosenDefault { return true }
                return members.lazy.compactMap { renditions[$0].input.isAutoselect }.first
                    ?? members.contains { renditions[$0].language != nil }
            }
        )
        (self.names, self.firstRenditions, defaultName) = (names, firstRenditions, chosenDefault)
    }

    /// Returns a rendition as a member of a group.
    func member(_ rendition: Int, named name: String) -> RenditionGroups.Member {
        RenditionGroups.Member(
            rendition: rendition,
            name: name,
            isDefault: name == defaultName,
            isAutoselect: autoselected.contains(name)
        )
    }

    private static func compare(
        _ first: PlannedRendition,
        _ second: PlannedRendition,
        _ name: String
    ) throws(RunFailure) {
        let attribute: String? =
            first.language != second.language
            ? "language"
            : first.input.characteristics != second.input.characteristics
                ? "characteristics" : first.input.isForced != second.input.isForced ? "forced" : nil
        guard let attribute else { return }
        throw .differentAttribute(first: first.label, second: second.label, name: name, attribute: attribute)
    }
}
