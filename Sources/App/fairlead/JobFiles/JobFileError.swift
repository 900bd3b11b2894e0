import TextFormats

/// An error in a job file, with its location.
struct JobFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind of error.
    enum Problem: Hashable, Sendable {
        /// The file is larger than `JobFile.maximumBytes`.
        case tooLarge
        /// The file is not UTF-8.
        case notUTF8
        /// The file is not YAML, with the parser's message.
        case malformedYAML(String)
        /// The file has a YAML alias, which job files do not allow.
        case alias
        /// The file is empty.
        case empty
        /// A mapping contains the key twice.
        case duplicateKey(String)
        /// A mapping contains a key that job files do not have.
        case unknownKey(String, known: [String])
        /// An input has no path.
        case missingPath
        /// A value is not of the kind that the key takes.
        case wrongKind(key: String, expected: String)
    }

    /// The location in the file, or the file as a whole.
    let location: TextLocation
    let problem: Problem

    /// One line: location, problem, expectation and remedy.
    var description: String { "\(location): \(message)" }

    /// Problem, expectation and remedy.
    var message: String {
        switch problem {
        case .tooLarge:
            "the job file is too large (expected at most \(JobFile.maximumBytes) bytes). Shorten it."
        case .notUTF8: "the job file is not UTF-8. Save it as UTF-8."
        case .malformedYAML(let reason): "the job file is not valid YAML (\(reason)). Correct it."
        case .alias:
            "a YAML alias is here, or a word that looks like one; job files do not support aliases. Write the value out."
        case .empty: "the job file is empty (expected inputs and options). Fill it in."
        case .duplicateKey(let key): "\(key.debugDescription) is given twice. Remove one."
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
