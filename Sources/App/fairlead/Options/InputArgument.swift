import ArgumentParser
import Packaging
import Presentations

/// The parser of `package` inputs on the command line: `PATH:KEY=VALUE,...`.
enum InputArgument {
    /// The keys of an input, with the values that they take.
    static let keys = Dictionary(
        uniqueKeysWithValues: PackagingInput.Key.allCases.map { key in
            (key.rawValue, key.isFlag ? JobFile.OptionKind.flag : .value)
        }
    )

    /// Parses an input.
    ///
    /// - Throws: `ValidationError` for a syntax error or an invalid value.
    static func parse(_ text: String) throws -> PackagingInput {
        do {
            let parsed = try JobFile.Input(parsing: text, keys: keys) { Directory.status(of: $0) != nil }
            var input = PackagingInput(path: parsed.path)
            for value in parsed.values {
                guard let key = PackagingInput.Key(rawValue: value.key) else { continue }
                try input.set(key, to: value.text)
            }
            return input
        } catch let error as JobFile.Input.TextError {
            throw ValidationError("input '\(text)': \(error)")
        } catch let error as PackagingInput.ValueError {
            throw ValidationError("input '\(text)': \(error)")
        }
    }
}
