import Failures
import FoundationEssentials
import KeyStore

/// The importer of fairlead's own key records (neutral records): a sequence of JSON objects, one per line or
/// not.
enum JSONLinesImporter: KeyImporter {
    static let names = ["jsonl"]

    private static let version = 1

    static func recognizes(_ input: ImportInput) -> Bool {
        guard let object = JSONObjects.first(of: input) else { return false }
        return object["key_id"] != nil && object["content_id"] != nil
    }

    static func rows(of input: ImportInput, _ settings: ImportSettings) throws(RunFailure) -> [ImportRow] {
        var rows: [ImportRow] = []
        try JSONObjects.forEach(in: input) { (object) throws(RunFailure) in
            let fields = JSONFields(object: object, input: input)
            if let version = try fields.integer("version"), version != Self.version {
                throw fields.error(
                    "version \(version) of the record, expected \(Self.version)",
                    remedy: "Update fairlead."
                )
            }
            rows.append(
                try ImportRow(
                    location: fields.location,
                    neutral: fields,
                    assetIDs: try assetIDs(of: object, input)
                )
            )
        }
        return rows
    }

    private static func assetIDs(of object: JSONValue, _ input: ImportInput) throws(RunFailure)
        -> [AssetIDRecord]
    {
        var assetIDs: [AssetIDRecord] = []
        for element in object["asset_ids"]?.elements ?? [] {
            let fields = JSONFields(object: element, input: input)
            let parser = ImportFieldParser(location: fields.location)
            let assetID = try parser.assetID(
                text: try fields.text("id"),
                hex: try fields.text("hex"),
                rule: try fields.text("rule")
            )
            guard let assetID else { throw fields.error("an asset id without id and hex") }
            assetIDs.append(assetID)
        }
        return assetIDs
    }
}

/// The JSON objects of a file, in sequence or in one array.
enum JSONObjects {
    /// Returns the first object, or nil if the file does not begin with one.
    static func first(of input: ImportInput) -> JSONValue? {
        var reader = JSONReader(input)
        guard let value = try? reader.next() else { return nil }
        let first = value.elements.first ?? value
        return first.members.isEmpty ? nil : first
    }

    /// Throws if a file begins like a JSON object or array but is not valid JSON.
    ///
    /// The location of the error helps more than the message that the format is unknown.
    static func refuseBroken(_ input: ImportInput) throws(RunFailure) {
        let start = input.trimmed(input.range).lowerBound
        guard input.holds("{", at: start) || input.holds("[", at: start) else { return }
        var reader = JSONReader(input)
        _ = try reader.next()
    }

    static func forEach(
        in input: ImportInput,
        _ body: (JSONValue) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        var reader = JSONReader(input)
        while let value = try reader.next() {
            if case .array(let elements) = value.kind {
                for element in elements { try call(body, element, input) }
            } else {
                try call(body, value, input)
            }
        }
    }

    private static func call(
        _ body: (JSONValue) throws(RunFailure) -> Void,
        _ value: JSONValue,
        _ input: ImportInput
    ) throws(RunFailure) {
        guard case .object = value.kind else {
            throw input.error(at: value.range.lowerBound, "this is not a JSON object")
        }
        try body(value)
    }
}
