import Failures
import FoundationEssentials
import KeyStore
import TextFormats

/// The importer of CSV with a header of the exported columns, in any order; optional columns may be missing.
enum CSVImporter: KeyImporter {
    static let names = ["csv"]

    static func recognizes(_ input: ImportInput) -> Bool {
        var reader = input.csv
        guard let header = try? input.next(&reader) else { return false }
        return header.fields.contains { input.text($0) == CSVColumn.key.rawValue }
    }

    static func rows(of input: ImportInput, _ settings: ImportSettings) throws(RunFailure) -> [ImportRow] {
        var reader = input.csv
        guard let header = try input.next(&reader) else { return [] }
        let columns = try columns(of: header, input)
        var rows: [ImportRow] = []
        while let row = try input.next(&reader) {
            guard row.fields.count == columns.count else {
                throw input.error(
                    at: row.range.lowerBound,
                    "\(CountText.text(row.fields.count, "field")), the header has \(columns.count)",
                    remedy: "Put fields with commas in quotes."
                )
            }
            let fields = CSVFields(columns: columns, row: row, input: input)
            let location = input.location(at: row.range.lowerBound)
            let parser = ImportFieldParser(location: location)
            let assetIDs = try assetIDs(of: fields, parser)
            rows.append(try ImportRow(location: location, neutral: fields, assetIDs: assetIDs))
        }
        return rows
    }

    /// Returns the asset id of a row, once for each of its rules.
    private static func assetIDs(
        of fields: CSVFields,
        _ parser: ImportFieldParser
    ) throws(RunFailure) -> [AssetIDRecord] {
        let ruleList = try fields.text(CSVColumn.assetIDRule.rawValue)
        let rules: [String?] = ruleList.map { AssetIDRuleList.rules(in: $0) } ?? [nil]
        var assetIDs: [AssetIDRecord] = []
        for rule in rules {
            let assetID = try parser.assetID(
                text: try fields.text(CSVColumn.assetID.rawValue),
                hex: try fields.text(CSVColumn.assetIDHex.rawValue),
                rule: rule
            )
            if let assetID { assetIDs.append(assetID) }
        }
        return assetIDs
    }

    private static func columns(of header: CSVReader.Record, _ input: ImportInput) throws(RunFailure)
        -> [String:
        Int]
    {
        var columns: [String: Int] = [:]
        for (index, field) in header.fields.enumerated() {
            guard let name = input.text(field).flatMap({ CSVColumn(rawValue: $0) })?.rawValue else {
                throw input.error(
                    at: field.range.lowerBound,
                    "\(columnName(index, field, input)) of the header is not known",
                    expected: CSVColumn.allCases.map(\.rawValue).joined(separator: ", ")
                )
            }
            guard columns.updateValue(index, forKey: name) == nil else {
                throw input.error(at: field.range.lowerBound, "column \(name) appears twice")
            }
        }
        return columns
    }

    /// Returns the name of a column for messages, or its number if the name may be a key in a file without a
    /// header.
    private static func columnName(_ index: Int, _ field: CSVReader.Field, _ input: ImportInput) -> String {
        let isName =
            (1...24).contains(field.range.count)
            && input.withSpan(field.range) { bytes in
                bytes.indices.allSatisfy { index in
                    let byte = bytes[index]
                    return byte.isASCIILetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                }
            }
        guard isName, let name = input.text(field) else { return "column \(index + 1)" }
        return "column \(name)"
    }
}

/// The fields of a row, of which empty ones are absent.
struct CSVFields: NeutralRecordFields {
    let columns: [String: Int]
    let row: CSVReader.Record
    let input: ImportInput

    func text(_ name: String) throws(RunFailure) -> String? {
        guard let index = columns[name], !row.fields[index].range.isEmpty else { return nil }
        guard let text = input.text(row.fields[index]) else {
            throw input.error(at: row.fields[index].range.lowerBound, "\(name) is not UTF-8")
        }
        return text
    }

    func integer(_ name: String) throws(RunFailure) -> Int? {
        guard let text = try text(name) else { return nil }
        guard let number = Int(text) else {
            throw input.error(at: row.range.lowerBound, "\(name) is not a whole number")
        }
        return number
    }

    func secret(_ name: String) throws(RunFailure) -> [UInt8]? {
        guard let index = columns[name], !row.fields[index].range.isEmpty else { return nil }
        return input.bytes(row.fields[index])
    }
}
