internal import FoundationEssentials
internal import KeyStore
internal import TextFormats

/// Reads CSV with a header of the columns that are exported, in any order; those that are not needed may be missing.
enum CSVImporter: KeyImporter {
    static let names = ["csv"]

    static func recognises(_ input: ImportInput) -> Bool {
        var reader = CSVReader(input)
        guard let header = try? reader.next() else { return false }
        return header.fields.contains { $0.text(input) == CSVColumn.key.rawValue }
    }

    static func rows(of input: ImportInput, _ settings: ImportSettings) throws(KeyStoreError) -> [ImportRow] {
        var reader = CSVReader(input)
        guard let header = try reader.next() else { return [] }
        let columns = try columns(of: header, input)
        var rows: [ImportRow] = []
        while let row = try reader.next() {
            guard row.fields.count == columns.count else {
                throw input.error(
                    at: row.offset,
                    "\(row.fields.count) fields, the header has \(columns.count). Put fields with commas in quotes"
                )
            }
            let fields = CSVFields(columns: columns, row: row, input: input)
            let place = input.place(at: row.offset)
            let text = ImportedText { .malformedDocument(place: place, reason: $0) }
            let assetIDs = try assetIDs(of: fields, text)
            rows.append(try ImportRow(place: place, neutral: fields, assetIDs: assetIDs))
        }
        return rows
    }

    /// The asset id of a row, by each of its rules.
    private static func assetIDs(
        of fields: CSVFields,
        _ text: ImportedText
    ) throws(KeyStoreError) -> [AssetIDRecord] {
        let written = try fields.text(CSVColumn.assetIDRule.rawValue)
        let rules: [String?] = written.map { AssetIDRuleList.rules(in: $0) } ?? [nil]
        var assetIDs: [AssetIDRecord] = []
        for rule in rules {
            let assetID = try text.assetID(
                text: try fields.text(CSVColumn.assetID.rawValue),
                hex: try fields.text(CSVColumn.assetIDHex.rawValue),
                rule: rule
            )
            if let assetID { assetIDs.append(assetID) }
        }
        return assetIDs
    }

    private static func columns(of header: CSVRow, _ input: ImportInput) throws(KeyStoreError) -> [String:
        Int]
    {
        var columns: [String: Int] = [:]
        for (index, field) in header.fields.enumerated() {
            guard let name = field.text(input).flatMap({ CSVColumn(rawValue: $0) })?.rawValue else {
                throw input.error(
                    at: field.range.lowerBound,
                    "\(columnName(index, field, input)) of the header is not known (expected "
                        + CSVColumn.allCases.map(\.rawValue).joined(separator: ", ") + ")"
                )
            }
            guard columns.updateValue(index, forKey: name) == nil else {
                throw input.error(at: field.range.lowerBound, "column \(name) is there twice")
            }
        }
        return columns
    }

    /// A column for people: what does not look like a name may be a key of a file without a header.
    private static func columnName(_ index: Int, _ field: CSVRow.Field, _ input: ImportInput) -> String {
        let isName =
            (1...24).contains(field.range.count)
            && input.withSpan(field.range) { bytes in
                bytes.indices.allSatisfy { index in
                    let byte = bytes[index]
                    return byte.isASCIILetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                }
            }
        guard isName, let name = field.text(input) else { return "column \(index + 1)" }
        return "column \(name)"
    }
}

/// The fields of a row; empty ones are absent.
struct CSVFields: NeutralFields {
    let columns: [String: Int]
    let row: CSVRow
    let input: ImportInput

    func text(_ name: String) throws(KeyStoreError) -> String? {
        guard let index = columns[name], !row.fields[index].range.isEmpty else { return nil }
        guard let text = row.fields[index].text(input) else {
            throw input.error(at: row.fields[index].range.lowerBound, "\(name) is no UTF-8")
        }
        return text
    }

    func integer(_ name: String) throws(KeyStoreError) -> Int? {
        guard let text = try text(name) else { return nil }
        guard let number = Int(text) else { throw input.error(at: row.offset, "\(name) is no whole number") }
        return number
    }

    func secret(_ name: String) throws(KeyStoreError) -> [UInt8]? {
        guard let index = columns[name], !row.fields[index].range.isEmpty else { return nil }
        return row.fields[index].bytes(input)
    }
}
