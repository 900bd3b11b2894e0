import TextFormats

extension JobFile.Input {
    /// A syntax error in an input on a command line.
    enum TextError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The path is missing.
        case noPath
        /// The name of a parameter (the key in `KEY=VALUE`) is unknown.
        case unknownKey(String, known: [String])
        /// The parameter with this name is given twice.
        case duplicateKey(String)
        /// The parameter with this name has no value, or an empty one.
        case noValue(String)
        /// The quoted value of the parameter has no closing quote, or continues after it.
        case quote(String)

        /// The problem, the expectation and the remedy.
        var description: String {
            switch self {
            case .noPath: "the path is empty (expected PATH or PATH:KEY=VALUE,...). Name a file"
            case .unknownKey(let key, let known):
                "unknown key (got '\(key)', expected "
                    + (NearestName.of(key, in: known).map { "perhaps \($0)" }
                        ?? "one of \(known.joined(separator: ", "))") + "). Correct or remove it"
            case .duplicateKey(let key): "'\(key)' is given twice. Remove one"
            case .noValue(let key): "'\(key)' has no value (expected \(key)=VALUE). Give one"
            case .quote(let key):
                "the value of '\(key)' is not well quoted (expected \(key)=\"VALUE\"). Correct the quotes"
            }
        }
    }

    /// Parses an input of a command line: `PATH` or `PATH:KEY=VALUE,FLAG,...`.
    ///
    /// The path ends at the last colon that precedes a known key, so that it may contain colons and commas.
    /// Values with commas are written in double quotes.
    ///
    /// - Parameters:
    ///   - text: the argument.
    ///   - keys: the known keys, with the values that they take.
    ///   - exists: returns whether a file exists; called only to distinguish a path with a colon from a
    ///     mistyped key.
    /// - Throws: `TextError` for a syntax error.
    init(
        parsing text: String,
        keys: [String: JobFile.OptionKind],
        exists: (String) -> Bool
    ) throws(TextError) {
        guard let colon = Self.lastColon(of: text, keys: keys) else {
            if let colon = text.lastIndex(of: ":"), !exists(text) {
                let word = Self.word(text[text.index(after: colon)...])
                if exists(String(text[..<colon])) || NearestName.of(word, in: Array(keys.keys)) != nil {
                    throw .unknownKey(word, known: keys.keys.sorted())
                }
            }
            guard !text.isEmpty else { throw .noPath }
            self.init(path: text, values: [])
            return
        }
        guard colon > text.startIndex else { throw .noPath }
        self.init(
            path: String(text[..<colon]),
            values: try Self.values(text[text.index(after: colon)...], keys: keys)
        )
    }

    /// Returns the input as a command line argument that is parsed as the same input, whatever its path
    /// contains.
    ///
    /// - Parameter key: a key and value to add if the key is missing, so that the path ends at a known key.
    /// - Returns: the argument.
    func argument(beginningWith key: Substring = "track=all") -> String {
        let texts = values.map { "\($0.key)=\"\($0.text)\"" }
        let hasKey = values.contains { key.hasPrefix($0.key + "=") }
        return path + ":" + ((hasKey ? [] : [String(key)]) + texts).joined(separator: ",")
    }

    private static func lastColon(
        of text: String,
        keys: [String: JobFile.OptionKind]
    ) -> String.Index? {
        text.indices.last { index in
            guard text[index] == ":" else { return false }
            let tail = text[text.index(after: index)...]
            // A colon in a quoted value is followed by an odd number of quotes.
            return keys[word(tail)] != nil && tail.count { $0 == "\"" }.isMultiple(of: 2)
        }
    }

    /// Returns the text before the first `=` or comma.
    private static func word(_ text: Substring) -> String {
        String(text.prefix { $0 != "=" && $0 != "," })
    }

    private static func values(
        _ text: Substring,
        keys: [String: JobFile.OptionKind]
    ) throws(TextError) -> [JobFile.Value] {
        var values: [JobFile.Value] = []
        for part in parts(text) {
            let key = word(part)
            guard let kind = keys[key] else { throw .unknownKey(key, known: keys.keys.sorted()) }
            guard !values.contains(where: { $0.key == key }) else { throw .duplicateKey(key) }
            guard part.count > key.count else {
                guard kind == .flag else { throw .noValue(key) }
                values.append(JobFile.Value(key: key, text: "true"))
                continue
            }
            let value = part.dropFirst(key.count + 1)
            values.append(JobFile.Value(key: key, text: try unquoted(value, key: key)))
        }
        return values
    }

    /// Returns the parts between commas outside quotes.
    private static func parts(_ text: Substring) -> [Substring] {
        var parts: [Substring] = []
        var (start, isQuoted) = (text.startIndex, false)
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            guard text[index] == ",", !isQuoted else { continue }
            parts.append(text[start..<index])
            start = text.index(after: index)
        }
        return parts + [text[start...]]
    }

    private static func unquoted(_ value: Substring, key: String) throws(TextError) -> String {
        var inner = value
        if value.hasPrefix("\"") {
            guard value.count >= 2, value.hasSuffix("\"") else { throw .quote(key) }
            inner = value.dropFirst().dropLast()
        }
        guard !inner.contains("\"") else { throw .quote(key) }
        guard !inner.isEmpty else { throw .noValue(key) }
        return String(inner)
    }
}
