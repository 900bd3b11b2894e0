import Ciphers
import Failures
import FoundationEssentials
import ProtectionTerms

/// The importer of asset infos for FairPlay's SDK by asset id; objects with the same key and IV are one key.
///
/// In requests (`fps-sdk-request`) it reads the element of `asset-info`. The objects have no key id and no
/// title. The key URI is known only if it is the whole name of a member.
enum FairPlaySDKImporter: KeyImporter {
    static let names = ["fps-sdk", "fps-sdk-request"]

    static func recognizes(_ input: ImportInput) -> Bool {
        guard let value = JSONObjects.first(of: input)?.members.first?.value else { return false }
        return assetInfo(of: value)["content-key"] != nil
    }

    /// Returns the element of `asset-info`: the value itself, or the one inside a request.
    private static func assetInfo(of value: JSONValue) -> JSONValue {
        let operations = value["fairplay-streaming-request"]?["create-ckc"]?.elements ?? []
        return operations.first?["asset-info"]?.elements.first ?? value
    }

    static func rows(of input: ImportInput, _ settings: ImportSettings) throws(RunFailure) -> [ImportRow] {
        var rows: [ImportRow] = []
        var indicesByDigest: [[UInt8]: Int] = [:]
        try JSONObjects.forEach(in: input) { (document) throws(RunFailure) in
            for member in document.members {
                let row = try row(of: member, input)
                let digest = digest(of: row)
                guard let index = indicesByDigest[digest] else {
                    indicesByDigest[digest] = rows.count
                    rows.append(row)
                    continue
                }
                for signal in row.signals { rows[index].add(signal) }
                rows[index].listedAssetIDs += row.listedAssetIDs
                guard rows[index].terms == row.terms else {
                    throw row.error(
                        "the policy differs from the one at \(rows[index].location) for the same key"
                    )
                }
            }
        }
        if rows.count == 1 { rows[0].track = TrackClass.wholePresentation }
        return rows
    }

    private static func row(of member: JSONValue.Member, _ input: ImportInput) throws(RunFailure)
        -> ImportRow
    {
        let fields = JSONFields(object: assetInfo(of: member.value), input: input)
        let parser = ImportFieldParser(location: fields.location)
        var row = ImportRow(location: fields.location)
        guard var digits = try fields.secret("content-key") else {
            throw fields.error("there is no content-key")
        }
        row.key = try parser.key(hexadecimal: &digits, "content-key")
        if let iv = try fields.text("content-iv") { row.iv = try parser.iv(hexadecimal: iv, "content-iv") }
        row.terms = try terms(fields, parser)
        row.track = row.terms.contentType
        row.scheme = try parser.scheme(try fields.text("encryption-scheme"), "encryption-scheme")
        row.listedAssetIDs = [member.name]
        if member.name.utf8.starts(with: "skd:".utf8) {
            var signal = ImportedSignal(
                system: KeySystem.fairPlay.name,
                method: ProtectionMethod.sampleAES.rawValue,
                scheme: row.scheme,
                keyURI: member.name,
                keyFormat: KeySystem.fairPlay.keyFormat,
                keyFormatVersions: "1"
            )
            signal.deriveAssetIDs()
            row.signals = [signal]
        }
        return row
    }

    private static func terms(_ fields: JSONFields, _ parser: ImportFieldParser) throws(RunFailure)
        -> KeyPolicyTerms
    {
        var terms = KeyPolicyTerms()
        if let type = try fields.text("content-type") {
            terms.contentType = try parser.enumeratedValue(type, of: TrackClass.names, "content-type")
        }
        if let hdcp = try fields.integer("hdcp-type") {
            terms.hdcp = try parser.hdcp(String(hdcp), "hdcp-type")
        }
        terms.leaseSeconds = try parser.seconds(try fields.integer("lease-duration"), "lease-duration")
        guard let offline = fields.object["offline-hls"] else { return terms }
        let offlineFields = JSONFields(object: offline, input: fields.input)
        terms.rentalSeconds = try parser.seconds(
            try offlineFields.integer("rental-duration"),
            "rental-duration"
        )
        terms.playbackSeconds = try parser.seconds(
            try offlineFields.integer("playback-duration"),
            "playback-duration"
        )
        if let id = try offlineFields.text("stream-id") {
            terms.offlineStreamID = try parser.offlineID(id, "stream-id")
        }
        if let id = try offlineFields.text("title-id") {
            terms.offlineTitleID = try parser.offlineID(id, "title-id")
        }
        return terms
    }

    /// Returns a digest that identifies a key and IV without showing them.
    private static func digest(of row: ImportRow) -> [UInt8] {
        var hash = SHA256()
        row.key?.withSpan { hash.update($0) }
        let iv = row.iv?.bytes ?? []
        hash.update(iv.span)
        return hash.finish()
    }
}
