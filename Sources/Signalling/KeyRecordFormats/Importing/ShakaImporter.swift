import Failures
import FoundationEssentials
import ProtectionTerms

/// The importer of Shaka Packager's raw keys: the value of `--keys`, with or without the option before it.
enum ShakaImporter: KeyImporter {
    static let names = ["shaka"]

    static func recognizes(_ input: ImportInput) -> Bool {
        let start = input.trimmed(input.range).lowerBound
        return input.holds("--keys", at: start) || input.holds("label=", at: start)
    }

    static func rows(of input: ImportInput, _ settings: ImportSettings) throws(RunFailure) -> [ImportRow] {
        var range = input.trimmed(input.range)
        if input.holds("--keys", at: range.lowerBound) {
            let nextOffset = range.lowerBound + "--keys".utf8.count
            guard nextOffset < range.upperBound,
                input[nextOffset] == UInt8(ascii: "=") || ASCIIText.isBlank(input[nextOffset])
            else {
                throw input.error(at: range.lowerBound, "--keys without keys")
            }
            range = input.trimmed(nextOffset + 1..<range.upperBound)
        }
        var rows: [ImportRow] = []
        for entry in split(range, at: UInt8(ascii: ","), input) {
            rows.append(try row(of: input.trimmed(entry), input))
        }
        return rows
    }

    private static func row(of entry: Range<Int>, _ input: ImportInput) throws(RunFailure) -> ImportRow {
        var row = ImportRow(location: input.location(at: entry.lowerBound))
        let parser = ImportFieldParser(location: row.location)
        row.track = TrackClass.wholePresentation
        for part in split(entry, at: UInt8(ascii: ":"), input) {
            guard let equals = part.first(where: { input[$0] == UInt8(ascii: "=") }) else {
                throw row.error("a part without a name, expected label=, key_id=, key= or iv=")
            }
            let valueRange = equals + 1..<part.upperBound
            switch input.text(part.lowerBound..<equals) {
            case "label": row.track = track(input.text(valueRange) ?? "")
            case "key_id": row.keyID = try parser.keyID(input.text(valueRange) ?? "", "key_id")
            case "iv": row.iv = try parser.iv(hexadecimal: input.text(valueRange) ?? "", "iv")
            case "key":
                var digits = input.withSpan(valueRange) { span in span.indices.map { span[$0] } }
                row.key = try parser.key(hexadecimal: &digits, "key")
            default: throw row.error("an unknown part, expected label=, key_id=, key= or iv=")
            }
        }
        return row
    }

    private static func track(_ label: String) -> String {
        switch label {
        case "": TrackClass.wholePresentation
        case "UHD1", "UHD2": TrackClass.uhd.rawValue
        case "AUDIO", "SD", "HD": label.lowercased()
        default: label
        }
    }

    private static func split(_ range: Range<Int>, at byte: UInt8, _ input: ImportInput) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        for index in range where input[index] == byte {
            parts.append(start..<index)
            start = index + 1
        }
        return parts + [start..<range.upperBound]
    }
}
