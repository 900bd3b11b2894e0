/// A mapping of a template file, read strictly.
///
/// Every key is a text, none is there twice, and each value is of the kind that is asked for. Errors have the
/// place of the key or value.
struct TemplateMapping {
    /// A key with its value, and where both stand.
    struct Entry {
        let key: String
        let keyNode: TemplateNode
        let value: TemplateNode
    }

    let node: TemplateNode
    let entries: [Entry]

    /// `key` is what the mapping stands under, for messages.
    init(_ node: TemplateNode, key: String) throws(OnboardingTemplateError) {
        guard case .mapping(let mapping) = node.content else {
            throw node.error(.wrongKind(key: key, expected: "a mapping"))
        }
        var entries: [Entry] = []
        var seen: Set<String> = []
        for (keyNode, value) in mapping {
            guard case .scalar(let text) = keyNode.content else {
                throw keyNode.error(.wrongKind(key: key, expected: "keys that are texts"))
            }
            guard seen.insert(text).inserted else { throw keyNode.error(.twice(text)) }
            entries.append(Entry(key: text, keyNode: keyNode, value: value))
        }
        self.node = node
        self.entries = entries
    }

    /// Throws for the first key that is none of these.
    func allowOnly(_ known: [String]) throws(OnboardingTemplateError) {
        for entry in entries where !known.contains(entry.key) {
            throw entry.keyNode.error(.unknownKey(entry.key, known: known))
        }
    }

    /// The value of a key; nil if the key is not there.
    func value(_ key: TemplateKey) -> TemplateNode? {
        entries.first { $0.key == key.rawValue }?.value
    }

    /// The value of a key that must be there.
    func required(_ key: TemplateKey) throws(OnboardingTemplateError) -> TemplateNode {
        guard let value = value(key) else { throw node.error(.missingKey(key.rawValue)) }
        return value
    }

    /// The text of a key that must be there.
    func requiredText(_ key: TemplateKey) throws(OnboardingTemplateError) -> String {
        try required(key).text(key: key.rawValue)
    }

    /// The result of `read` for the value of a key; nil if the key is not there.
    func optional<Value>(
        _ key: TemplateKey,
        _ read: (TemplateNode) throws(OnboardingTemplateError) -> Value
    ) throws(OnboardingTemplateError) -> Value? {
        guard let value = value(key) else { return nil }
        return try read(value)
    }
}
