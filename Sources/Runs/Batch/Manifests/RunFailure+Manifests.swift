import Bitstreams
import Failures
import Glibc
import TextFormats

/// Failures to read a manifest.
///
/// Messages quote no cells except content ids, since a cell may hold a secret.
extension RunFailure {
    // MARK: The file

    /// The file cannot be read.
    static func manifestFile(_ path: String, _ errorNumber: Int32) -> RunFailure {
        switch errorNumber {
        case ENOENT, ENOTDIR:
            return RunFailure(
                .missing,
                at: path,
                "there is no such manifest",
                remedy: "Correct the path.",
                errorNumber: errorNumber
            )
        case EISDIR:
            return RunFailure(
                .missing,
                at: path,
                "the manifest is a directory",
                expected: "a file",
                remedy: "Name a file in it.",
                errorNumber: errorNumber
            )
        default:
            let shortage = ResourceShortage(code: errorNumber)
            let lacksPermission = errorNumber == EACCES || errorNumber == EPERM
            return system(
                errorNumber,
                lacksPermission ? .permission : .missing,
                at: path,
                "the manifest cannot be read" + (shortage.map { ": " + $0.description } ?? ""),
                found: shortage == nil ? unsafe String(cString: strerror(errorNumber)) : nil,
                remedy: "Make it readable."
            )
        }
    }

    /// Bytes of the file cannot be read.
    static func manifestBytes(_ path: String, _ error: ByteSourceError) -> RunFailure {
        if case .system(_, _, let code) = error { manifestFile(path, code) } else { manifestModified(path) }
    }

    /// The file is not as it was when it was opened.
    static func manifestModified(_ path: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "the manifest was modified while it was in use",
            expected: "a file that stays as it is until the command ends",
            remedy: "Run the command again."
        )
    }

    /// The file name extension implies no known format.
    static func unknownManifestFormat(_ path: String) -> RunFailure {
        RunFailure(
            .usage,
            at: path,
            "the file name extension of the manifest does not identify a format",
            found: "got \(ManifestFormat.ending(of: path).debugDescription)",
            expected: ManifestFormat.allCases.flatMap(\.endings).map { "." + $0 }.joined(separator: ", "),
            remedy: "Rename it."
        )
    }

    /// The file has more than `maximum` bytes.
    static func manifestTooLarge(_ path: String, maximum: Int) -> RunFailure {
        let isYAMLLimit = maximum < ManifestLimits.standard.bytes
        return RunFailure(
            .malformed,
            at: path,
            "the manifest is too large",
            expected: "at most \(maximum) bytes",
            remedy: isYAMLLimit ? "Split it, or write it as CSV or JSON Lines." : "Split it."
        )
    }

    /// The file is UTF-16.
    static func manifestIsUTF16(_ location: TextLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the manifest is UTF-16",
            expected: "UTF-8",
            remedy: "Save it as UTF-8."
        )
    }

    /// The file is not UTF-8.
    static func manifestIsNotUTF8(_ location: TextLocation) -> RunFailure {
        RunFailure(.malformed, at: location, "the manifest is not UTF-8", remedy: "Save it as UTF-8.")
    }

    /// The file has a NUL character, or an escape sequence for one.
    static func manifestHasNUL(_ location: TextLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "a NUL character is here",
            expected: "text",
            remedy: "Remove it."
        )
    }

    // MARK: Titles

    /// The manifest has no titles.
    static func noTitles(_ location: TextLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the manifest has no titles",
            expected: "at least one",
            remedy: "Add one."
        )
    }

    /// The manifest has more than `maximum` titles.
    static func tooManyTitles(_ location: TextLocation, maximum: Int) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the manifest has too many titles",
            expected: "at most \(maximum)",
            remedy: "Split it."
        )
    }

    /// A title lacks a value for a column that every title needs.
    static func missingValue(_ location: TextLocation, column: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the title has no \(column.debugDescription), or an empty one",
            remedy: "Fill it in, or remove the title."
        )
    }

    /// Two titles have the same content id.
    static func contentIDTwice(_ location: TextLocation, _ contentID: String, firstLine: Int) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the content id \(contentID.debugDescription) appears twice",
            found: "first in line \(firstLine)",
            remedy: "Give each title its own, or remove one."
        )
    }

    // MARK: Columns

    /// A column is not one of those that the caller knows.
    static func unknownColumn(_ location: TextLocation, _ name: String, known: [String]) -> RunFailure {
        let nearest = NearestName.of(ManifestColumn.key(of: name.lowercased()), in: known)
        return RunFailure(
            .malformed,
            at: location,
            "unknown column",
            found: "got \(name.debugDescription)",
            expected: nearest.map { "perhaps \($0)" } ?? "one of \(known.joined(separator: ", "))",
            remedy: "Correct or remove it."
        )
    }

    /// A column is named twice; `first` is the spelling of its first mention.
    static func columnTwice(_ location: TextLocation, _ name: String, first: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "\(name.debugDescription) appears twice",
            found: name == first ? nil : "- and _ are the same: \(first.debugDescription)",
            remedy: "Remove one."
        )
    }

    /// A column or key has an empty name; `number` is that of the column, from 1, or nil for a key.
    static func namelessColumn(_ location: TextLocation, number: Int? = nil) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            (number.map { "column \($0)" } ?? "a key") + " has no name",
            remedy: "Name it, or remove it."
        )
    }

    /// The value of a column is a list or an object, or its list of inputs has one as an item.
    static func nestedValue(_ location: TextLocation, column: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the value of \(column.debugDescription) is a list or has keys of its own",
            expected: column == ManifestColumn.input ? "a string or a list of strings" : "a string",
            remedy: "Write it as a string."
        )
    }

    /// The list of a column has an item without a value, such as `null`.
    static func listItem(_ location: TextLocation, column: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "an item of \(column.debugDescription) is not text",
            expected: "a path",
            remedy: "Correct it."
        )
    }
}
