import Failures
import TextFormats
import YAMLDocuments

/// Failures to read a manifest in CSV.
extension RunFailure {
    /// The file has no header.
    static func noHeader(_ location: TextLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the manifest is empty",
            expected: "a header with the names of columns",
            remedy: "Fill it in."
        )
    }

    /// The header lacks a column that every manifest needs; `columns` are those it has.
    static func missingColumn(_ location: TextLocation, _ name: String, columns: [String]) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the header has no column \(name.debugDescription)",
            found: NearestName.of(name, in: columns).map { "got \($0.debugDescription)" },
            remedy: "Add it, or a header as the first line."
        )
    }

    /// The cells are separated by the named character instead of commas.
    static func otherSeparator(_ location: TextLocation, name: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the cells are separated by \(name)s",
            expected: "commas",
            remedy: "Save it with commas."
        )
    }

    /// A row has another number of cells than the header.
    static func cellCount(_ location: TextLocation, _ count: Int, expected: Int) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the row has \(count) \(count == 1 ? "cell" : "cells")",
            expected: "\(expected), as the header has",
            remedy: "Add or remove commas, or put quotes around each cell that contains commas."
        )
    }

    /// The quotes or line ends are wrong.
    static func malformedCSV(_ location: TextLocation, _ problem: CSVReader.Failure.Problem) -> RunFailure {
        switch problem {
        case .quoteInField:
            RunFailure(
                .malformed,
                at: location,
                "a cell that is not quoted contains a quote",
                remedy: "Put the cell in quotes, and write each quote in it twice."
            )
        case .textAfterQuotes:
            RunFailure(
                .malformed,
                at: location,
                "text follows the end of a quoted cell",
                expected: "a comma or a line end",
                remedy: "Write each quote that is part of a cell twice."
            )
        case .unclosedQuotes:
            RunFailure(
                .malformed,
                at: location,
                "a quoted cell begins here and does not end",
                expected: "a \"",
                remedy: "Close it."
            )
        case .loneCarriageReturn:
            RunFailure(
                .malformed,
                at: location,
                "a carriage return is not followed by a line feed",
                remedy: "Save the manifest with Unix or Windows line endings."
            )
        }
    }
}

/// Failures to read a manifest in JSON Lines.
extension RunFailure {
    /// A line is not a JSON object; `isArray` is true if it begins with `[`.
    static func notAnObject(_ location: TextLocation, isArray: Bool) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the line is not a JSON object" + (isArray ? " but an array" : ""),
            expected: "one {...} for each title, on one line",
            remedy: "Write one title per line."
        )
    }

    /// A line is malformed JSON; the reason as a clause.
    static func malformedJSON(_ location: TextLocation, _ reason: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the line is not valid JSON",
            found: reason,
            remedy: "Correct it."
        )
    }

    /// A value is malformed JSON, or has a NUL character.
    static func malformedJSON(
        _ location: TextLocation,
        _ problem: JSONScanner.Failure.Problem
    ) -> RunFailure {
        switch problem {
        case .notAValue: malformedJSON(location, "expected a value; text must be in double quotes")
        case .controlInString: malformedJSON(location, "a string contains a control character; escape it")
        case .unclosedString: malformedJSON(location, "a string begins here and does not end")
        case .unclosedEscape: malformedJSON(location, "an escape does not end")
        case .unknownEscape: malformedJSON(location, "the escape is unknown")
        case .notAHexadecimalDigit: malformedJSON(location, "expected four hexadecimal digits after \\u")
        case .loneSurrogate: malformedJSON(location, "half of a surrogate pair is missing")
        case .nul: manifestHasNUL(location)
        }
    }
}

/// Failures to read a manifest in YAML.
extension RunFailure {
    /// The file is no YAML document, or has an alias.
    static func manifestYAML(_ error: YAMLError) -> RunFailure {
        switch error.problem {
        case .notUTF8: manifestIsNotUTF8(error.location)
        case .alias: yamlAlias(error.location)
        case .malformed(let reason): malformedYAML(error.location, reason)
        case .duplicateKey(let name): columnTwice(error.location, name, first: name)
        }
    }

    /// The file is malformed YAML; the parser's message.
    static func malformedYAML(_ location: TextLocation, _ reason: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the manifest is not valid YAML",
            found: reason,
            remedy: "Correct it."
        )
    }

    /// The file has an alias, or text that looks like one.
    static func yamlAlias(_ location: TextLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "a YAML alias is here, or a word that looks like one; manifests do not support aliases",
            remedy: "Write the value out, or use JSON Lines."
        )
    }

    /// The file has an anchor.
    static func yamlAnchor(_ location: TextLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "a YAML anchor is here; manifests do not support anchors",
            remedy: "Remove it."
        )
    }

    /// The file has a tag.
    static func yamlTag(_ location: TextLocation, _ tag: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "a YAML tag is here (got \(tag)); manifests do not support tags",
            remedy: "Remove it."
        )
    }

    /// The file is neither a list of titles nor a mapping that has one.
    static func notTitles(_ location: TextLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the manifest is not a list of titles",
            expected: "a list of mappings, or a mapping with \"titles\"",
            remedy: "Write one."
        )
    }

    /// The top-level mapping has a key other than `titles` and `defaults`.
    static func unknownKey(_ location: TextLocation, _ key: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "unknown key",
            found: "got \(key.debugDescription)",
            expected: "titles or defaults",
            remedy: "Correct or remove it."
        )
    }

    /// A title, or the defaults, are not a mapping.
    static func notAMapping(_ location: TextLocation, _ name: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "\(name) is not a mapping",
            expected: "keys such as \"input\" and \"content_id\"",
            remedy: "Correct it."
        )
    }
}
