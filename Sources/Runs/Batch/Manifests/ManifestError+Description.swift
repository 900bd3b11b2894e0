import Failures
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
            "the file name extension of the manifest does not identify a format (got \(ending.debugDescription), expected "
                + ManifestFormat.allCases.flatMap(\.endings).map { "." + $0 }.joined(separator: ", ")
                + "). Rename it."
        case .tooLarge(let maximum):
            "the manifest is too large (expected at most \(maximum) bytes). Split it"
                + (maximum < ManifestLimits.standard.bytes ? ", or write it as CSV or JSON Lines." : ".")
        case .tooManyTitles(let maximum):
            "the manifest has too many titles (expected at most \(maximum)). Split it."
        case .utf16: "the manifest is UTF-16 (expected UTF-8). Save it as UTF-8."
        case .notUTF8: "the manifest is not UTF-8. Save it as UTF-8."
        case .nul: "a NUL character is here (expected text). Remove it."
        case .noTitles: "the manifest has no titles (expected at least one). Add one."
        case .missingValue(let name):
            "the title has no \(name.debugDescription), or an empty one. Fill it in, or remove the title."
        case .contentIDTwice(let id, let firstLine):
            "the content id \(id.debugDescription) appears twice (first in line \(firstLine))."
                + " Give each title its own, or remove one."
        case .unknownColumn(let name, let known):
            "unknown column (got \(name.debugDescription), expected "
                + (NearestName.of(ManifestColumn.key(of: name.lowercased()), in: known)
                    .map { "perhaps \($0)" } ?? "one of \(known.joined(separator: ", "))")
                + "). Correct or remove it."
        case .columnTwice(let name, let first):
            "\(name.debugDescription) appears twice"
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
                + " Add or remove commas, or put quotes around each cell that contains commas."
        case .unclosedQuote: "a quoted cell begins here and does not end (expected a \"). Close it."
        case .textAfterQuote:
            "text follows the end of a quoted cell (expected a comma or a line end)."
                + " Write each quote that is part of a cell twice."
        case .quoteInCell:
            "a cell that is not quoted contains a quote. Put the cell in quotes, and write each quote in it twice."
        case .loneCarriageReturn:
            "a carriage return is not followed by a line feed. Save the manifest with Unix or Windows line endings."
        case .notAnObject(let isArray):
            "the line is not a JSON object" + (isArray ? " but an array" : "")
                + " (expected one {...} for each title, on one line). Write one title per line."
        case .malformedJSON(let reason): "the line is not valid JSON (\(reason)). Correct it."
        case .nestedValue(let name):
            "the value of \(name.debugDescription) is a list or has keys of its own (expected a string"
                + (name == ManifestColumn.input ? " or a list of strings" : "") + "). Write it as a string."
        case .listItem(let name):
            "an item of \(name.debugDescription) is not text (expected a path). Correct it."
        case .malformedYAML(let reason): "the manifest is not valid YAML (\(reason)). Correct it."
        case .alias:
            "a YAML alias is here, or a word that looks like one; manifests do not support aliases. Write the value out, or use JSON Lines."
        case .anchor: "a YAML anchor is here; manifests do not support anchors. Remove it."
        case .tag(let tag): "a YAML tag is here (got \(tag)); manifests do not support tags. Remove it."
        case .notTitles:
            "the manifest is not a list of titles (expected a list of mappings, or a mapping with \"titles\")."
                + " Write one."
        case .unknownKey(let key):
            "unknown key (got \(key.debugDescription), expected titles or defaults). Correct or remove it."
        case .notAMapping(let name):
            "\(name) is not a mapping (expected keys such as \"input\" and \"content_id\"). Correct it."
        }
    }
}
