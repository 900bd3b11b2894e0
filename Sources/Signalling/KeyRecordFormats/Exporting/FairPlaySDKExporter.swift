import Ciphers
import Failures
import KeyStore
import ProtectionTerms
import TextFormats

/// The exporter of key data for Apple's FairPlay Streaming Server SDK 26: one JSON object with a member per
/// line, named by the asset id of the SPC, by which a server has to find it.
///
/// The data are `content-key`, `content-iv` (hexadecimal), `encryption-scheme`, `hdcp-type` (-1, 0, 1),
/// `content-type`, and `lease-duration` or `offline-hls` (seconds). Values that the SDK's default business
/// rules would refuse are refused here. Keys that are not signalled for FairPlay are left out.
struct FairPlaySDKExporter: KeyExporter {
    /// The kind of value that members have; the raw values are the names of the formats.
    enum Value: String {
        /// The object that the SDK expects as the only element of `asset-info`.
        case assetInfo = "fps-sdk"
        /// A `fairplay-streaming-request` with one `create-ckc`, complete except for its empty `spc`.
        ///
        /// A server inserts the client's SPC there in base64 and sends the rest unchanged. Only the SDK's
        /// Swift edition reads `version`, which it requires.
        case request = "fps-sdk-request"
    }

    /// Returns the format whose members have values of a kind.
    static func format(_ value: Value) -> ExportFormat {
        ExportFormat(
            name: value.rawValue,
            policyTerms: Set(KeyPolicyTerm.allCases),
            options: [.assetIDRule],
            needsSurvey: true
        ) { FairPlaySDKExporter(value: value, rows: AssetIDRows(rule: $0.assetIDRule)) }
    }

    let value: Value
    private(set) var rows: AssetIDRows
    private(set) var isEmpty = true

    var warnings: [String] { rows.warnings }

    mutating func survey(_ key: ExportableKey) { rows.survey(key, system: .fairPlay) }

    /// Writes a member for each asset id of a key.
    mutating func append(
        _ key: ExportableKey,
        to file: ExportOutput
    ) throws(RunFailure) -> ExportOutcome {
        let (rows, _) = try rows.rows(of: key, system: .fairPlay)
        guard !rows.isEmpty else {
            return .leftOut(reason: "they are not signalled for FairPlay with an asset id")
        }
        let text = file.text
        let info = try FairPlayAssetInfo(key)
        for row in rows {
            let scheme = try info.scheme(of: row, key)
            text.append((isEmpty ? "{" : ",\n") + JSONStringText.quoted(row.assetID.id) + ":")
            isEmpty = false
            var object = JSONObjectWriter(in: text)
            switch value {
            case .assetInfo: Self.write(key, info, scheme, to: &object)
            case .request:
                object.append("fairplay-streaming-request") { request in
                    request.append("version", 1)
                    request.append("create-ckc", objects: [row]) { _, operation in
                        operation.append("id", 1)
                        operation.append("spc", "")
                        operation.append("asset-info", objects: [row]) { _, object in
                            Self.write(key, info, scheme, to: &object)
                        }
                    }
                }
            }
            object.close()
        }
        return .written
    }

    mutating func finish(_ file: ExportOutput) {
        file.text.append(isEmpty ? "{}\n" : "}\n")
    }

    private static func write(
        _ key: ExportableKey,
        _ info: FairPlayAssetInfo,
        _ scheme: String?,
        to object: inout JSONObjectWriter
    ) {
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
    }
}
