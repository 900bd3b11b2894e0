import TextFormats

/// A job file that cannot be understood, with the place.
struct JobFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    enum Problem: Hashable, Sendable {
        /// The file is larger than `JobFile.maximumBytes`.
        case tooLarge
        /// The file is not UTF-8.
        case notUTF8
        /// The file is no YAML; the parser's words.
        case malformedYAML(String)
        /// A YAML alias, which job files do not have.
        case alias
        /// There is nothing in the file.
        case empty
        /// A key that stands twice in one mapping.
        case twice(String)
        /// A key that there is not.
        case unknownKey(String, known: [String])
        /// An input without a path.
        case missingPath
        /// A value of another kind than the key wants.
        case wrongKind(key: String, expected: String)
    }

    /// The place in the file; the file as a whole if the problem is not in one place.
    let place: TextPlace
    /// What is wrong.
    let problem: Problem

    /// One line: where, what was found, what is expected, what to do.
    var description: String { "\(place): \(words)" }

    private var words: String {
        switch problem {
        case .tooLarge:
            "the job file is too large (expected at most \(JobFile.maximumBytes) bytes). Shorten it."
        case .notUTF8: "the job file is not UTF-8. Save it as UTF-8."
        case .malformedYAML(let reason): "the job file is no valid YAML (\(reason)). Correct it."
        case .alias:
            "a YAML alias stands here, or a word like one; job files have none. Write the value out."
        case .empty: "the job file is empty (expected inputs and options). Fill it in."
        case .twice(let key): "\(key.debugDescription) stands twice. Remove one."
        case .unknownKey(let key, let known):
            "unknown key (got \(key.debugDescription), expected "
                + (NearestName.of(key, in: known).map { "perhaps \($0)). " }
                    ?? "one of \(known.joined(separator: ", "))). ") + "Correct or remove it."
        case .missingPath: "the input has no \"path\". Add it."
        case .wrongKind(let key, let expected):
            "the value of \(key.debugDescription) does not fit (expected \(expected)). Correct it."
        }
    }
}
