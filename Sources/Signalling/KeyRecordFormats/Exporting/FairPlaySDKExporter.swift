import Ciphers
import KeyStore
import ProtectionTerms
import TextFormats

/// Asset infos of Apple's FairPlay Streaming Server SDK 26: one JSON object, its members named by asset id, a member a line.
///
/// Each value is the object that the SDK takes as the only element of `asset-info`, and that a look-up by the asset id of
/// the SPC has to give: `content-key`, `content-iv` (hex), `encryption-scheme`, `hdcp-type` (-1, 0, 1), `content-type`,
/// `lease-duration` or `offline-hls`. What the SDK's default business rules would refuse is refused here. Keys that are not
/// signalled for FairPlay are left out.
struct FairPlaySDKExporter: KeyExporter {
    static let name = "fps-sdk"
    static let policyTerms = Set(KeyPolicyTerm.allCases)
    static let options: Set<ExportOption> = [.assetIDRule]
    static let surveysKeys = true

    private var rows: AssetIDRows
    private var isEmpty = true

    init(_ settings: ExportSettings) {
        rows = AssetIDRows(rule: settings.assetIDRule)
    }

    var notes: [String] { rows.notes }

    mutating func survey(_ key: ExportableKey) { rows.survey(key, system: .fairPlay) }

    mutating func append(
        _ key: ExportableKey,
        to file: ExportText
    ) throws(KeyStoreError) -> ExportOutcome {
        let (rows, _) = try rows.rows(of: key, system: .fairPlay)
        guard !rows.isEmpty else {
            return .leftOut(reason: "they are not signalled for FairPlay with an asset id")
        }
        let info = try FairPlayAssetInfo(key)
        for row in rows {
            let scheme = try info.scheme(of: row, key)
            file.text.append((isEmpty ? "{" : ",\n") + JSONStringText.quoted(row.assetID.id) + ":")
            isEmpty = false
            Self.write(key, info, scheme, to: file.text)
        }
        return .written
    }

    mutating func finish(_ file: ExportText) {
        file.text.append(isEmpty ? "{}\n" : "}\n")
    }

    private static func write(
        _ key: ExportableKey,
        _ info: FairPlayAssetInfo,
        _ scheme: String?,
        to text: SecretText
    ) {
        var object = JSONObjectText(in: text)
        key.record.key.withSpan { object.append("content-key", hexadecimal: $0) }
        object.append("content-iv", key.record.iv.hexadecimal)
        object.append("encryption-scheme", scheme)
        object.append("hdcp-type", info.hdcpType)
        object.append("content-type", info.contentType)
        object.append("lease-duration", info.leaseSeconds)
        if let offline = info.offline {
            object.append("offline-hls") { object in
                object.append("stream-id", offline.streamID)
                object.append("title-id", offline.titleID)
                object.append("rental-duration", offline.rentalSeconds)
                object.append("playback-duration", offline.playbackSeconds)
            }
        }
        object.close()
    }
}
