/// A mapping in a template file, which is read strictly.
///
/// Every key is a text and occurs once, and each value must have the requested form. Errors have the location
/// of the key or value.
struct TemplateMapping {
    /// A key and its value, both with their locations.
    struct Entry {
        let key: String
        let keyNode: TemplateNode
        let value: TemplateNode
    }

    let node: TemplateNode
    let entries: [Entry]

    /// Creates a mapping; `key` is the name of the mapping in messages.
    init(_ node: TemplateNode, key: String) throws(OnboardingTemplateError) {
        guard case .mapping(let mapping) = node.content else {
            throw node.error(.invalidValue(key: key, expected: "a mapping"))
        }
        var entries: [Entry] = []
        var seen: Set<String> = []
        for (keyNode, value) in mapping {
            guard case .scalar(let text) = keyNode.content else {
                throw keyNode.error(.invalidValue(key: key, expected: "keys that are text"))
            }
            guard seen.insert(text).inserted else { throw keyNode.error(.duplicate(text)) }
            entries.append(Entry(key: text, keyNode: keyNode, value: value))
        }
        self.node = node
        self.entries = entries
    }

    /// Throws for the first key that is not among the known ones.
    func allowOnly(_ known: [String]) throws(OnboardingTemplateError) {
        for entry in entries where !known.contains(entry.key) {
            throw entry.keyNode.error(.unknownKey(entry.key, known: known))
        }
    }

    /// Returns the value of a key, or nil if the key is missing.
    func value(_ key: TemplateKey) -> TemplateNode? {
        entries.first { $0.key == key.rawValue }?.value
    }

    /// Returns the value of a required key.
    func required(_ key: TemplateKey) throws(OnboardingTemplateError) -> TemplateNode {
        guard let value = value(key) else { throw node.error(.missingKey(key.rawValue)) }
        return value
    }

    func requiredText(_ key: TemplateKey) throws(OnboardingTemplateError) -> String {
        try required(key).text(key: key.rawValue)
    }

    /// Returns the result of `read` for the value of a key, or nil if the key is missing.
    func optional<Value>(
        _ key: TemplateKey,
        _ read: (TemplateNode) throws(OnboardingTemplateError) -> Value
    ) throws(OnboardingTemplateError) -> Value? {
        guard let value = value(key) else { return nil }
        return try read(value)
    }
}

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
        return TemplateNode(at: node.location, content: .mapping(merged))
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
