import Ciphers
import Failures
import FoundationEssentials
import ProtectionTerms
import TextFormats

/// The importer of the JSON that DRMtoday ingests; an asset is a title, a stream type a track.
enum DRMtodayImporter: KeyImporter {
    static let names = ["drmtoday"]

    static func recognizes(_ input: ImportInput) -> Bool {
        JSONObjects.first(of: input)?["assets"] != nil
    }

    static func rows(of input: ImportInput, _ settings: ImportSettings) throws(RunFailure) -> [ImportRow] {
        var rows: [ImportRow] = []
        try JSONObjects.forEach(in: input) { (document) throws(RunFailure) in
            for asset in document["assets"]?.elements ?? [] {
                let assetID = try JSONFields(object: asset, input: input).text("assetId")
                for key in asset["ingestKeys"]?.elements ?? [] {
                    rows.append(try row(of: key, assetID, input))
                }
            }
        }
        return rows
    }

    private static func row(
        of key: JSONValue,
        _ assetID: String?,
        _ input: ImportInput
    ) throws(RunFailure) -> ImportRow {
        let fields = JSONFields(object: key, input: input)
        let parser = ImportFieldParser(location: fields.location)
        var row = ImportRow(location: fields.location)
        row.contentID = assetID
        if let id = try fields.text("keyId") {
            guard let bytes = Base64.decode(id), let keyID = UUID(bytes: bytes) else {
                throw fields.error(
                    "keyId is not a key id",
                    found: CountText.text(id.utf8.count, "character"),
                    expected: "22 base64 digits and =="
                )
            }
            row.keyID = keyID
        }
        if var characters = try fields.secret("key") { row.key = try parser.key(base64: &characters, "key") }
        if let iv = try fields.text("iv") { row.iv = try parser.iv(base64: iv, "iv") }
        row.track = try fields.text("streamType").map(track)
        row.period = try fields.integer("keyRotationId")
        return row
    }

    private static func track(_ streamType: String) -> String {
        let lowered = streamType.lowercased()
        if lowered == "video_audio" { return TrackClass.wholePresentation }
        return lowered.hasPrefix("uhd") ? "uhd" : lowered
    }
}
