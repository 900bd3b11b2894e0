import Ciphers
import Failures
import FoundationEssentials
import KeyStore
import KeyURITemplates
import ProtectionTerms

/// The importer of exported ExpressPlay token requests, with an object for each key.
///
/// An asset id gets a record for each rule that extracts it from a key URI of its object, or one with an
/// unknown rule if none does.
enum ExpressPlayTokenImporter: KeyImporter {
    static let names = ["expressplay-token"]

    static func recognizes(_ input: ImportInput) -> Bool {
        JSONObjects.first(of: input)?[TokenParameterName.parameters]?[TokenParameterName.contentKey] != nil
    }

    static func rows(of input: ImportInput, _ settings: ImportSettings) throws(RunFailure) -> [ImportRow] {
        var rows: [ImportRow] = []
        try JSONObjects.forEach(in: input) { (object) throws(RunFailure) in
            rows.append(try row(of: JSONFields(object: object, input: input)))
        }
        return rows
    }

    private static func row(of fields: JSONFields) throws(RunFailure) -> ImportRow {
        let parser = ImportFieldParser(location: fields.location)
        var row = ImportRow(location: fields.location)
        row.contentID = try fields.text("content_id")
        row.track = try fields.text("track")
        row.period = try fields.integer("period")
        row.generation = try fields.integer("generation")
        if let id = try fields.text("key_id") { row.keyID = try parser.keyID(id, "key_id") }
        guard let parameters = fields.object[TokenParameterName.parameters] else {
            throw fields.error("there are no \(TokenParameterName.parameters)")
        }
        try add(JSONFields(object: parameters, input: fields.input), to: &row)
        try addSignals(fields, parser, to: &row)
        return row
    }

    /// Reads the parameters of a request; without key or IV the service would refuse it (-2005, -6003).
    private static func add(_ parameters: JSONFields, to row: inout ImportRow) throws(RunFailure) {
        let parser = ImportFieldParser(location: parameters.location)
        let (key, iv, rental) = (
            TokenParameterName.contentKey, TokenParameterName.iv, TokenParameterName.rentalDuration
        )
        guard var digits = try parameters.secret(key) else { throw parameters.error("there is no \(key)") }
        row.key = try parser.key(hexadecimal: &digits, key)
        guard let digits = try parameters.text(iv) else { throw parameters.error("there is no \(iv)") }
        row.iv = try parser.iv(hexadecimal: digits, iv)
        row.terms.rentalSeconds = try parser.seconds(try parameters.integer(rental), rental)
    }

    private static func addSignals(
        _ fields: JSONFields,
        _ parser: ImportFieldParser,
        to row: inout ImportRow
    ) throws(RunFailure) {
        var assetIDs: [AssetIDRecord] = []
        for id in try fields.texts(TokenParameterName.assetIDs) {
            if let record = try parser.assetID(text: id, hex: nil, rule: nil) { assetIDs.append(record) }
        }
        let uris = try fields.texts(TokenParameterName.keyURIs)
        guard uris.count <= ImportRow.signalLimit else {
            throw fields.error(
                "more than \(ImportRow.signalLimit) key URIs of one key",
                remedy: "Divide the object."
            )
        }
        let extractedAssetIDs = uris.map { uri in
            Dictionary(
                grouping: AssetIDRule.candidates(forKeyURI: uri).map { AssetIDRecord($0) },
                by: \.hex
            )
        }
        let extractedHexes = Set(extractedAssetIDs.flatMap(\.keys))
        for (index, uri) in uris.enumerated() {
            var signal = ImportedSignal(
                system: KeySystem.fairPlay.name,
                method: ProtectionMethod.sampleAES.rawValue,
                scheme: nil,
                keyURI: uri,
                keyFormat: KeySystem.fairPlay.keyFormat,
                keyFormatVersions: "1"
            )
            signal.assetIDs = assetIDs.flatMap { id in
                // The first URI gets the ids that no rule extracts, because the file does not assign them to
                // a URI.
                extractedAssetIDs[index][id.hex]
                    ?? (index == 0 && !extractedHexes.contains(id.hex) ? [id] : [])
            }
            row.add(signal)
        }
        if uris.isEmpty { row.assetIDsWithoutURI = assetIDs }
    }
}
