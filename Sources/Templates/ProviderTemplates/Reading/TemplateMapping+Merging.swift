extension TemplateMapping {
    /// Returns this mapping merged over that of the extended template.
    ///
    /// Mappings are merged key by key; lists and texts are replaced. The result has the location of this
    /// mapping, and each key and value in it keeps its own.
    func merged(over base: TemplateMapping) throws(OnboardingTemplateError) -> TemplateNode {
        var merged: [(key: TemplateNode, value: TemplateNode)] = []
        for entry in base.entries {
            guard let own = entries.first(where: { $0.key == entry.key }) else {
                merged.append((entry.keyNode, entry.value))
                continue
            }
            merged.append((own.keyNode, try Self.merge(own.value, over: entry.value, key: entry.key)))
        }
        let inherited = Set(base.entries.map(\.key))
        merged += entries.filter { !inherited.contains($0.key) }.map { ($0.keyNode, $0.value) }
        return TemplateNode(at: node.place, content: .mapping(merged))
    }

    private static func merge(
        _ own: TemplateNode,
        over base: TemplateNode,
        key: String
    ) throws(OnboardingTemplateError) -> TemplateNode {
        guard case .mapping = own.content, case .mapping = base.content else { return own }
        return try TemplateMapping(own, key: key).merged(over: TemplateMapping(base, key: key))
    }
}
