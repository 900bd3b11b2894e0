import Ciphers
import KeyStore
import ProtectionTerms
import TextFormats

/// Key data for Apple's FairPlay Streaming Server SDK 26: the members of one JSON object, one per line, named
/// by asset id.
///
/// The data are `content-key`, `content-iv` (hexadecimal), `encryption-scheme`, `hdcp-type` (-1, 0, 1),
/// `content-type`, and `lease-duration` or `offline-hls` (seconds). Values that the SDK's default business
/// rules would refuse are refused here. Keys that are not signalled for FairPlay are left out.
struct FairPlaySDKMembers {
    /// The kind of value that members have.
    enum Value {
        /// An element of `asset-info`.
        case assetInfo
        /// A whole request to the SDK, with one element of `asset-info` and an empty SPC.
        case request
    }

    private let value: Value
    private var rows: AssetIDRows
    private var isEmpty = true

    /// Creates an empty set of members.
    ///
    /// - Parameters:
    ///   - value: the kind of value.
    ///   - rule: the only rule of asset ids (`--asset-id-rule`), or nil for all rules.
    init(_ value: Value, rule: String?) {
        self.value = value
        rows = AssetIDRows(rule: rule)
    }

    var warnings: [String] { rows.warnings }

    mutating func survey(_ key: ExportableKey) { rows.survey(key, system: .fairPlay) }

    /// Writes a member for each asset id of a key.
    mutating func append(_ key: ExportableKey, to text: SecretBuffer) throws(KeyStoreError) -> ExportOutcome {
        let (rows, _) = try rows.rows(of: key, system: .fairPlay)
        guard !rows.isEmpty else {
            return .leftOut(reason: "they are not signalled for FairPlay with an asset id")
        }
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

    func finish(_ text: SecretBuffer) {
        text.append(isEmpty ? "{}\n" : "}\n")
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
