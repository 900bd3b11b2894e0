import Ciphers
import KeyStore
import ProtectionTerms
import TextFormats

/// Asset infos of Apple's FairPlay Streaming Server SDK 26: one JSON object, its members named by asset id, a member a line.
///
/// Each value is the object that the SDK takes as the only element of `asset-info`, and that a look-up by the asset id of
/// the SPC has to give; see ``FairPlaySDKMembers``.
struct FairPlaySDKExporter: KeyExporter {
    static let name = "fps-sdk"
    static let policyTerms = Set(KeyPolicyTerm.allCases)
    static let options: Set<ExportOption> = [.assetIDRule]
    static let surveysKeys = true

    private var members: FairPlaySDKMembers

    init(_ settings: ExportSettings) {
        members = FairPlaySDKMembers(.assetInfo, rule: settings.assetIDRule)
    }

    var notes: [String] { members.notes }

    mutating func survey(_ key: ExportableKey) { members.survey(key) }

    mutating func append(
        _ key: ExportableKey,
        to file: ExportText
    ) throws(KeyStoreError) -> ExportOutcome {
        try members.append(key, to: file.text)
    }

    mutating func finish(_ file: ExportText) { members.finish(file.text) }
}

/// Requests of Apple's FairPlay Streaming Server SDK 26, whole but for the SPC: one JSON object, its members named by asset id,
/// a member a line.
///
/// Each value is a request: `fairplay-streaming-request` with one `create-ckc`, whose `spc` is empty. Whoever has the SPC of a client
/// puts it there in base64 and sends the rest as it is. `version` is read by the SDK's Swift edition alone, which wants one.
struct FairPlaySDKRequestExporter: KeyExporter {
    static let name = "fps-sdk-request"
    static let policyTerms = Set(KeyPolicyTerm.allCases)
    static let options: Set<ExportOption> = [.assetIDRule]
    static let surveysKeys = true

    private var members: FairPlaySDKMembers

    init(_ settings: ExportSettings) {
        members = FairPlaySDKMembers(.request, rule: settings.assetIDRule)
    }

    var notes: [String] { members.notes }

    mutating func survey(_ key: ExportableKey) { members.survey(key) }

    mutating func append(
        _ key: ExportableKey,
        to file: ExportText
    ) throws(KeyStoreError) -> ExportOutcome {
        try members.append(key, to: file.text)
    }

    mutating func finish(_ file: ExportText) { members.finish(file.text) }
}
