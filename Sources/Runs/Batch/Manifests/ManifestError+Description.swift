import KeyStore
import TextFormats

extension ManifestError.Problem: CustomStringConvertible {
    /// The message without location: what was found, what was expected and what to do.
    package var description: String {
        switch self {
        case .notFound: "there is no such manifest. Correct the path."
        case .isDirectory: "the manifest is a directory (expected a file). Name a file in it."
        case .unreadable(let reason, _): "the manifest cannot be read (\(reason)). Make it readable."
        case .shortage(let shortage):
            "the manifest cannot be read: \(shortage.description). \(shortage.advice)"
        case .unknownFormat(let ending):
            "the ending of the manifest's name tells no format (got \(ending.debugDescription), expected "
                + ManifestFormat.allCases.flatMap(\.endings).map { "." + $0 }.joined(separator: ", ")
                + "). Rename it."
        case .tooLarge(let maximum):
            "the manifest is too large (expected at most \(maximum) bytes). Split it"
                + (maximum < ManifestLimits.standard.bytes ? ", or write it as CSV or JSON Lines." : ".")
        case .tooManyTitles(let maximum):
            "the manifest has too many titles (expected at most \(maximum)). Split it."
        case .utf16: "the manifest is UTF-16 (expected UTF-8). Save it as UTF-8."
        case .notUTF8: "the manifest is not UTF-8. Save it as UTF-8."
        case .nul: "a NUL character stands here (expected text). Remove it."
        case .noTitles: "the manifest has no titles (expected at least one). Add one."
        case .missingValue(let name):
            "the title has no \(name.debugDescription), or an empty one. Fill it in, or remove the title."
        case .contentIDTwice(let id, let firstLine):
            "the content id \(id.debugDescription) stands twice (first in line \(firstLine))."
                + " Give each title its own, or remove one."
        case .unknownColumn(let name, let known):
            "unknown column (got \(name.debugDescription), expected "
                + (NearestName.of(ManifestColumn.key(of: name.lowercased()), in: known)
                    .map { "perhaps \($0)" } ?? "one of \(known.joined(separator: ", "))")
                + "). Correct or remove it."
        case .columnTwice(let name, let first):
            "\(name.debugDescription) stands twice"
                + (name == first ? "" : " (- and _ are the same: \(first.debugDescription))")
                + ". Remove one."
        case .namelessColumn(let number):
            (number.map { "column \($0)" } ?? "a key") + " has no name. Name it, or remove it."
        case .noHeader: "the manifest is empty (expected a header with the names of columns). Fill it in."
        case .missingColumn(let name, let columns):
            "the header has no column \(name.debugDescription)"
                + (NearestName.of(name, in: columns).map { " (got \($0.debugDescription))" } ?? "")
                + ". Add it, or a header as the first line."
        case .otherSeparator(let name):
            "the cells are separated by \(name)s (expected commas). Save it with commas."
        case .cellCount(let count, let expected):
            "the row has \(count) \(count == 1 ? "cell" : "cells") (expected \(expected), as the header has)."
                + " Add or remove commas, or put a cell that has some in quotes."
        case .unclosedQuote: "a quoted cell begins here and does not end (expected a \"). Close it."
        case .textAfterQuote:
            "text stands behind the end of a quoted cell (expected a comma or a line end)."
                + " Double quotes that are part of a cell."
        case .quoteInCell:
            "a quote stands in a cell that is not quoted. Put the cell in quotes, and double those in it."
        case .loneCarriageReturn:
            "a carriage return stands here without a line feed. Save with line ends of Unix or Windows."
        case .notAnObject(let isArray):
            "the line is no JSON object" + (isArray ? " but an array" : "")
                + " (expected one {...} for each title, in one line). Write one title a line."
        case .malformedJSON(let reason): "the line is no valid JSON (\(reason)). Correct it."
        case .nestedValue(let name):
            "the value of \(name.debugDescription) is a list or has keys of its own (expected a text"
                + (name == ManifestColumn.input ? " or a list of texts" : "") + "). Write it as a text."
        case .listItem(let name):
            "an item of \(name.debugDescription) is no text (expected a path). Correct it."
        case .malformedYAML(let reason): "the manifest is no valid YAML (\(reason)). Correct it."
        case .alias:
            "a YAML alias stands here, or a word like one; manifests have none. Write the value out, or in JSON Lines."
        case .anchor: "a YAML anchor stands here; manifests have none. Remove it."
        case .tag(let tag): "a YAML tag stands here (got \(tag)); manifests have none. Remove it."
        case .notTitles:
            "the manifest is no list of titles (expected a list of mappings, or a mapping with \"titles\")."
                + " Write one."
        case .unknownKey(let key):
            "unknown key (got \(key.debugDescription), expected titles or defaults). Correct or remove it."
        case .notAMapping(let name):
            "\(name) is no mapping (expected \"input\", \"content_id\" and others). Correct it."
        }
    }
}
