import Ciphers
import Failures
import FoundationEssentials
import ProtectionTerms
import TextFormats

/// The importer of SKM key objects, with keys wrapped (`ek`) or in the clear (`k`), as returned by a server
/// that was given the key-encryption key.
enum SKMImporter: KeyImporter {
    static let names = ["skm"]

    static func recognizes(_ input: ImportInput) -> Bool {
        guard let object = JSONObjects.first(of: input) else { return false }
        return object["kid"] != nil && (object["ek"] != nil || object["k"] != nil)
    }

    static func rows(of input: ImportInput, _ settings: ImportSettings) throws(RunFailure) -> [ImportRow] {
        var rows: [ImportRow] = []
        try JSONObjects.forEach(in: input) { (object) throws(RunFailure) in
            rows.append(try row(of: JSONFields(object: object, input: input), settings))
        }
        return rows
    }

    private static func row(
        of fields: JSONFields,
        _ settings: ImportSettings
    ) throws(RunFailure) -> ImportRow {
        let parser = ImportFieldParser(location: fields.location)
        var row = ImportRow(location: fields.location)
        guard let kid = try fields.text("kid") else { throw fields.error("there is no kid") }
        guard !kid.hasPrefix("^") else {
            throw fields.error("the kid is text (it begins with ^), expected 32 hexadecimal digits")
        }
        row.keyID = try parser.keyID(kid, "kid")
        row.contentID = try fields.text("contentId")
        let info = SKMInfo(parsing: try fields.text("info") ?? "")
        row.iv = info.iv
        row.period = info.period
        row.generation = info.generation
        row.track = info.track ?? TrackClass.wholePresentation
        if var digits = try fields.secret("k") {
            row.key = try parser.key(hexadecimal: &digits, "k")
        } else {
            row.key = try unwrapped(fields, settings)
        }
        return row
    }

    private static func unwrapped(
        _ fields: JSONFields,
        _ settings: ImportSettings
    ) throws(RunFailure) -> ContentKey {
        guard let digits = try fields.text("ek") else { throw fields.error("there is neither ek nor k") }
        guard let wrapped = Hexadecimal.decode(digits), wrapped.count == 24 else {
            throw fields.error(
                "ek is not a wrapped key",
                found: CountText.text(digits.utf8.count, "character"),
                expected: "48 digits"
            )
        }
        guard let wrappingKey = settings.wrappingKey else {
            throw fields.error(
                "the keys are wrapped",
                remedy: "Give the file of the wrapping key with \(CommandOption.wrapKey)."
            )
        }
        if let id = wrappingKey.id, let kekID = try fields.text("kekId"), id != kekID {
            throw fields.error(
                "the key is wrapped under another key (kekId) than the one that \(CommandOption.wrapKeyID) names"
            )
        }
        guard let key = try? wrappingKey.unwrap(wrapped) else {
            throw fields.error("ek cannot be unwrapped with the key of \(CommandOption.wrapKey)")
        }
        return key
    }
}
