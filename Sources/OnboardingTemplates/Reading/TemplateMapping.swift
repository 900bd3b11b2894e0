internal import Yams

/// A mapping of a template file, read strictly.
///
/// Every key is a text, none is there twice, and each value is of the kind that is asked for. Errors have the
/// place of the key or value.
struct TemplateMapping {
    /// A key with its value, and where both stand.
    struct Entry {
        let key: String
        let keyNode: Node
        let value: Node
    }

    let source: String
    let node: Node
    let entries: [Entry]

    /// `key` is what the mapping stands under, for messages.
    init(_ node: Node, key: String, source: String) throws(OnboardingTemplateError) {
        guard case .mapping(let mapping) = node else {
            throw Self.error(source, node, .wrongKind(key: key, expected: "a mapping"))
        }
        var entries: [Entry] = []
        var seen: Set<String> = []
        for (keyNode, value) in mapping {
            guard case .scalar(let scalar) = keyNode else {
                throw Self.error(source, keyNode, .wrongKind(key: key, expected: "keys that are texts"))
            }
            guard seen.insert(scalar.string).inserted else {
                throw Self.error(source, keyNode, .twice(scalar.string))
            }
            entries.append(Entry(key: scalar.string, keyNode: keyNode, value: value))
        }
        self.source = source
        self.node = node
        self.entries = entries
    }

    /// Throws for the first key that is none of these.
    func allowOnly(_ known: [String]) throws(OnboardingTemplateError) {
        for entry in entries where !known.contains(entry.key) {
            throw error(entry.keyNode, .unknownKey(entry.key, known: known))
        }
    }

    /// The value of a key; nil if the key is not there.
    func value(_ key: TemplateKey) -> Node? {
        entries.first { $0.key == key.rawValue }?.value
    }

    /// The value of a key that must be there.
    func required(_ key: TemplateKey) throws(OnboardingTemplateError) -> Node {
        guard let value = value(key) else { throw error(node, .missingKey(key.rawValue)) }
        return value
    }

    /// The text of a key that must be there.
    func requiredText(_ key: TemplateKey) throws(OnboardingTemplateError) -> String {
        try text(required(key), key: key.rawValue)
    }

    /// A value that is a text in one line and not empty.
    func text(_ value: Node, key: String) throws(OnboardingTemplateError) -> String {
        guard case .scalar(let scalar) = value, !scalar.string.isEmpty,
            !scalar.string.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw error(value, .wrongKind(key: key, expected: "a text in one line")) }
        return scalar.string
    }

    /// A value that is one of the words of an enumeration.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ value: Node,
        key: TemplateKey,
        of words: [Word] = Array(Word.allCases)
    ) throws(OnboardingTemplateError) -> Word {
        let text = try text(value, key: key.rawValue)
        guard let word = words.first(where: { $0.rawValue == text }) else {
            throw error(value, .unknownWord(text, key: key.rawValue, known: words.map(\.rawValue)))
        }
        return word
    }

    /// The result of `body`, whose errors are put at a node.
    func placing<Result, Inner: Error>(
        _ node: Node,
        as problem: (Inner) -> OnboardingTemplateError.Problem,
        _ body: () throws(Inner) -> Result
    ) throws(OnboardingTemplateError) -> Result {
        do throws(Inner) {
            return try body()
        } catch {
            throw self.error(node, problem(error))
        }
    }

    /// An error at a node.
    func error(_ node: Node, _ problem: OnboardingTemplateError.Problem) -> OnboardingTemplateError {
        Self.error(source, node, problem)
    }

    private static func error(
        _ source: String,
        _ node: Node,
        _ problem: OnboardingTemplateError.Problem
    ) -> OnboardingTemplateError {
        OnboardingTemplateError(
            source: source,
            line: node.mark?.line,
            column: node.mark?.column,
            problem: problem
        )
    }
}
