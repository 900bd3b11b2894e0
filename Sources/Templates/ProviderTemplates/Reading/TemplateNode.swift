import TextFormats
import YAMLDocuments

/// A value in a template file, with its location.
///
/// In merged templates, values of several files occur beside each other.
struct TemplateNode {
    /// The kind and content of a value.
    indirect enum Content {
        case scalar(String)
        case sequence([TemplateNode])
        case mapping([(key: TemplateNode, value: TemplateNode)])
        case alias
    }

    /// The maximum depth of nested values; a file needs three levels.
    static let maximumDepth = 16

    let location: TextLocation
    let content: Content

    init(at location: TextLocation, content: Content) {
        self.location = location
        self.content = content
    }

    init(_ node: YAMLNode, depth: Int = 1) throws(OnboardingTemplateError) {
        location = node.location
        guard depth <= Self.maximumDepth else {
            throw OnboardingTemplateError(at: location, .tooDeep)
        }
        if let text = node.text {
            content = .scalar(text)
        } else if let items = node.items {
            content = .sequence(
                try items.map { item throws(OnboardingTemplateError) in
                    try TemplateNode(item, depth: depth + 1)
                }
            )
        } else if let entries = node.entries {
            content = .mapping(
                try entries.map { (key, value) throws(OnboardingTemplateError) in
                    (
                        key: try TemplateNode(key, depth: depth + 1),
                        value: try TemplateNode(value, depth: depth + 1)
                    )
                }
            )
        } else {
            content = .alias
        }
    }

    /// Returns an error with the location of the node.
    func error(_ problem: OnboardingTemplateError.Problem) -> OnboardingTemplateError {
        OnboardingTemplateError(at: location, problem)
    }

    /// Returns the result of `body`, and wraps its errors with the location of the node.
    func locatingErrors<Result, Inner: Error>(
        as problem: (Inner) -> OnboardingTemplateError.Problem,
        _ body: () throws(Inner) -> Result
    ) throws(OnboardingTemplateError) -> Result {
        do throws(Inner) {
            return try body()
        } catch {
            throw self.error(problem(error))
        }
    }
}

extension TemplateNode {
    /// Returns a nonempty text in one line; `key` is the name of the value in messages.
    func text(key: String) throws(OnboardingTemplateError) -> String {
        guard case .scalar(let text) = content, !text.isEmpty,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw error(.invalidValue(key: key, expected: "one line of text")) }
        return text
    }

    /// Returns a text that must be one of these words.
    func word(key: String, of words: [String]) throws(OnboardingTemplateError) -> String {
        let text = try text(key: key)
        guard words.contains(text) else {
            throw error(.unknownWord(text, key: key, known: words))
        }
        return text
    }

    /// Returns the case whose raw value is the text.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        key: TemplateKey,
        of words: [Word] = Array(Word.allCases)
    ) throws(OnboardingTemplateError) -> Word {
        try choice(key: key, of: words, named: \.rawValue)
    }

    /// Returns the choice whose name is the text.
    func choice<Choice>(
        key: TemplateKey,
        of choices: [Choice],
        named name: (Choice) -> String
    ) throws(OnboardingTemplateError) -> Choice {
        let text = try text(key: key.rawValue)
        guard let choice = choices.first(where: { name($0) == text }) else {
            throw error(.unknownWord(text, key: key.rawValue, known: choices.map(name)))
        }
        return choice
    }

    /// Returns true for `yes` and `true`, and false for `no` and `false`, as in YAML 1.1 and 1.2.
    func flag(key: TemplateKey) throws(OnboardingTemplateError) -> Bool {
        let text = try text(key: key.rawValue)
        switch text {
        case "yes", "true": return true
        case "no", "false": return false
        default: throw error(.unknownWord(text, key: key.rawValue, known: ["yes", "no"]))
        }
    }

    /// Returns the values of a nonempty list.
    func items(key: TemplateKey) throws(OnboardingTemplateError) -> [TemplateNode] {
        guard case .sequence(let items) = content, !items.isEmpty else {
            throw error(.invalidValue(key: key.rawValue, expected: "a list that is not empty"))
        }
        return items
    }

    /// Returns the converted values of a nonempty list, each of which must occur once.
    func list<Value: Hashable>(
        key: TemplateKey,
        _ value: (TemplateNode) throws(OnboardingTemplateError) -> Value
    ) throws(OnboardingTemplateError) -> [Value] {
        var values: [Value] = []
        for item in try items(key: key) {
            let value = try value(item)
            guard !values.contains(value) else {
                throw item.error(.duplicate(try item.text(key: key.rawValue)))
            }
            values.append(value)
        }
        return values
    }
}
