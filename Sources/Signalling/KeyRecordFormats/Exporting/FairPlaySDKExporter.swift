import Ciphers
import KeyStore
import ProtectionTerms
import TextFormats

/// The exporter of asset infos for Apple's FairPlay Streaming Server SDK 26: one JSON object with a member
/// per line, named by asset id.
///
/// Each value is the object that the SDK expects as the only element of `asset-info`, and that a server has
/// to find by the asset id of the SPC; see ``FairPlaySDKMembers``.
struct FairPlaySDKExporter: KeyExporter {
    static let name = "fps-sdk"
    static let policyTerms = Set(KeyPolicyTerm.allCases)
    static let options: Set<ExportOption> = [.assetIDRule]
    static let needsSurvey = true

    private var members: FairPlaySDKMembers

    init(_ settings: ExportSettings) {
        members = FairPlaySDKMembers(.assetInfo, rule: settings.assetIDRule)
    }

    var warnings: [String] { members.warnings }

    mutating func survey(_ key: ExportableKey) { members.survey(key) }

    mutating func append(
        _ key: ExportableKey,
        to file: ExportOutput
    ) throws(KeyStoreError) -> ExportOutcome {
        try members.append(key, to: file.text)
    }

    mutating func finish(_ file: ExportOutput) { members.finish(file.text) }
}

/// The exporter of requests for Apple's FairPlay Streaming Server SDK 26, complete except for the SPC: one
/// JSON object with a member per line, named by asset id.
///
/// Each value is a `fairplay-streaming-request` with one `create-ckc`, whose `spc` is empty. A server inserts
/// the client's SPC there in base64 and sends the rest unchanged. Only the SDK's Swift edition reads
/// `version`, which it requires.
struct FairPlaySDKRequestExporter: KeyExporter {
    static let name = "fps-sdk-request"
    static let policyTerms = Set(KeyPolicyTerm.allCases)
    static let options: Set<ExportOption> = [.assetIDRule]
    static let needsSurvey = true

    private var members: FairPlaySDKMembers

    init(_ settings: ExportSettings) {
        members = FairPlaySDKMembers(.request, rule: settings.assetIDRule)
    }

    var warnings: [String] { members.warnings }

    mutating func survey(_ key: ExportableKey) { members.survey(key) }

    mutating func append(
        _ key: ExportableKey,
        to file: ExportOutput
    ) throws(KeyStoreError) -> ExportOutcome {
        try members.append(key, to: file.text)
    }

    mutating func finish(_ file: ExportOutput) { members.finish(file.text) }
}
