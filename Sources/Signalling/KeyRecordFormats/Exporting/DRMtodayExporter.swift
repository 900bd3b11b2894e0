import Ciphers
import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// The exporter of the JSON that castLabs DRMtoday ingests (`keys/v2/ingest`): an asset for each title, with
/// its keys.
///
/// `assetId` is the content id. All assets have the type `CENC`, which DRMtoday uses for FairPlay too and
/// which has `keyId`, `key` and `iv` in base64. `streamType` is `AUDIO` for the class audio, `VIDEO` for sd,
/// hd and uhd, and otherwise `VIDEO_AUDIO`. `keyRotationId` is the period if a title has several. Keys that
/// are signalled only for whole-segment encryption are left out.
struct DRMtodayExporter: KeyExporter {
    static let format = ExportFormat(name: "drmtoday") { _ in DRMtodayExporter() }

    private var title = TitleKeys()
    private var isEmpty = true

    mutating func append(
        _ key: ExportableKey,
        to file: ExportOutput
    ) throws(RunFailure) -> ExportOutcome {
        guard
            key.signalling.isEmpty
                || key.signalling.contains(where: {
                    ProtectionMethod(rawValue: $0.method)?.encryptsSamples != false
                })
        else {
            return .leftOut(reason: "they are for whole segments (AES-128, AES-256-GCM) without a DRM system")
        }
        if !title.append(key) {
            try write(to: file.text)
            title = TitleKeys()
            _ = title.append(key)
        }
        return .written
    }

    mutating func finish(_ file: ExportOutput) throws(RunFailure) {
        try write(to: file.text)
        file.text.append(isEmpty ? "{\"assets\":[]}\n" : "]}\n")
    }

    private mutating func write(to text: SecretBuffer) throws(RunFailure) {
        guard let contentID = title.contentID else { return }
        try title.checkGenerations(format: Self.format.name)
        text.append(isEmpty ? "{\"assets\":[" : ",\n")
        isEmpty = false
        let isRotated = title.isRotated
        var asset = JSONObjectWriter(in: text)
        asset.append("type", "CENC")
        asset.append("assetId", contentID.value)
        asset.append("ingestKeys", objects: title.keys) { key, object in
            object.append("keyId", base64: key.record.keyID.bytes.span)
            key.record.key.withSpan { object.append("key", base64: $0) }
            object.append("iv", base64: key.record.iv.bytes.span)
            if isRotated { object.append("keyRotationId", String(key.record.identity.period)) }
            object.append("streamType", Self.streamType(key.record.identity.track))
            object.append("algorithm", "AES")
        }
        asset.close()
    }

    private static func streamType(_ track: String) -> String {
        switch TrackClass(rawValue: track) {
        case .audio: "AUDIO"
        case .sd, .hd, .uhd: "VIDEO"
        case nil: "VIDEO_AUDIO"
        }
    }
}
