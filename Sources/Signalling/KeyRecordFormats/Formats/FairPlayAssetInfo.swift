import Failures
import KeyStore
import ProtectionTerms

/// The terms of a key in the form of FairPlay's server SDK, checked against its default business rules.
///
/// UHD needs security level `main` and HDCP type 1, HD needs `baseline` and HDCP, SD needs `baseline`, and
/// audio needs `audio`. A lease and offline playback exclude each other.
struct FairPlayAssetInfo {
    /// The terms of offline playback (`offline-hls`).
    struct Offline {
        let streamID: String?
        let titleID: String?
        let rentalSeconds: Int?
        let playbackSeconds: Int?
    }

    let contentType: String
    /// The HDCP type: -1 for none, 0 or 1, or nil for the SDK's default of 0.
    let hdcpType: Int?
    let leaseSeconds: Int?
    let offline: Offline?

    /// The security level that the SDK derives from the content type.
    private static let levels = ["audio": "audio", "sd": "baseline", "hd": "baseline", "uhd": "main"]
    private static let schemes = ["cbcs", "cbc-ts", "cbc1"]

    /// Creates the terms of a key; throws for those that the SDK would refuse or not enforce.
    init(_ key: ExportableKey) throws(RunFailure) {
        let identity = key.record.identity
        do throws(FairPlayRefusal) {
            self = try Self(key.policy?.terms ?? KeyPolicyTerms(), track: identity.track)
        } catch {
            throw .notExportable(reason: "\(identity): \(error.reason)", remedy: "\(error.remedy).")
        }
    }

    /// Creates the terms for keys of a track; throws for those that the SDK would refuse.
    init(_ terms: KeyPolicyTerms, track: String) throws(FairPlayRefusal) {
        contentType = try Self.contentType(terms, track)
        hdcpType = try Self.hdcpType(terms, contentType)
        try Self.checkLevel(terms, contentType)
        offline = try Self.offline(terms)
        leaseSeconds = try Self.seconds(terms.leaseSeconds, "lease").flatMap { $0 == 0 ? nil : $0 }
        if leaseSeconds != nil, offline != nil {
            throw FairPlayRefusal(
                "a lease and offline playback exclude each other",
                remedy: "Drop one of them from its policy"
            )
        }
    }

    /// Returns the encryption scheme, or nil if it is unknown, or differs within the asset id's signalling.
    func scheme(of row: AssetIDRow, _ key: ExportableKey) throws(RunFailure) -> String? {
        guard let scheme = row.scheme else { return nil }
        guard Self.schemes.contains(scheme) else {
            throw .notExportable(
                reason: "\(key.record.identity): FairPlay has no scheme \(scheme)",
                remedy: "Export it for another license server."
            )
        }
        return scheme
    }

    private static func contentType(_ terms: KeyPolicyTerms, _ track: String) throws(FairPlayRefusal)
        -> String
    {
        let type = terms.contentType ?? TrackClass(rawValue: track)?.rawValue
        guard let type else {
            throw FairPlayRefusal(
                "no content type, and the track is not audio, sd, hd or uhd, which would give one; the SDK refuses such keys",
                remedy: "Give it a policy with a content type (audio, sd, hd, uhd)"
            )
        }
        guard TrackClass.names.contains(type) else {
            throw FairPlayRefusal(
                "content type \(type), expected audio, sd, hd or uhd",
                remedy: "Correct its policy"
            )
        }
        return type
    }

    private static func hdcpType(_ terms: KeyPolicyTerms, _ contentType: String) throws(FairPlayRefusal)
        -> Int?
    {
        var type: Int?
        if let word = terms.hdcp {
            guard let index = HDCPLevel.names.firstIndex(of: word) else {
                throw FairPlayRefusal(
                    "HDCP \(word), expected none, type-0 or type-1",
                    remedy: "Correct its policy"
                )
            }
            type = index - 1
        }
        if contentType == "uhd", type != 1 {
            throw FairPlayRefusal("the SDK demands HDCP type-1 for uhd", remedy: "Set it in its policy")
        }
        if contentType == "hd", type == -1 {
            throw FairPlayRefusal("the SDK demands HDCP for hd", remedy: "Set type-0 or type-1 in its policy")
        }
        return type
    }

    /// Throws if the policy demands a higher security level than the SDK enforces.
    ///
    /// The SDK derives its level from the content type only.
    private static func checkLevel(_ terms: KeyPolicyTerms, _ contentType: String) throws(FairPlayRefusal) {
        guard let level = terms.securityLevel else { return }
        guard let demandedIndex = SecurityLevel.names.firstIndex(of: level) else {
            throw FairPlayRefusal(
                "security level \(level), expected audio, baseline or main",
                remedy: "Correct its policy"
            )
        }
        let enforcedLevel = levels[contentType] ?? "audio"
        guard demandedIndex <= SecurityLevel.names.firstIndex(of: enforcedLevel) ?? 0 else {
            throw FairPlayRefusal(
                "the SDK demands no more than level \(enforcedLevel) for \(contentType), the policy demands \(level)",
                remedy: "Change one of them in its policy"
            )
        }
    }

    private static func offline(_ terms: KeyPolicyTerms) throws(FairPlayRefusal) -> Offline? {
        let ids = [terms.offlineStreamID, terms.offlineTitleID].compactMap(\.self)
        let rental = try seconds(terms.rentalSeconds, "rental")
        let playback = try seconds(terms.playbackSeconds, "playback")
        guard !ids.isEmpty || rental != nil || playback != nil else { return nil }
        guard ids.count != 1 else {
            throw FairPlayRefusal("the SDK requires both offline ids or none", remedy: "Complete its policy")
        }
        guard ids.allSatisfy(KeyPolicyTerms.isOfflineID) else {
            throw FairPlayRefusal(
                "an offline id that is not \(KeyPolicyTerms.offlineIDForm)",
                remedy: "Correct its policy"
            )
        }
        return Offline(
            streamID: terms.offlineStreamID,
            titleID: terms.offlineTitleID,
            rentalSeconds: rental,
            playbackSeconds: playback
        )
    }

    /// Throws if a number of seconds exceeds 32 bits, which the SDK would truncate.
    private static func seconds(_ value: Int?, _ term: String) throws(FairPlayRefusal) -> Int? {
        guard let value else { return nil }
        guard UInt32(exactly: value) != nil else {
            throw FairPlayRefusal(
                "a \(term) of \(value) seconds, the SDK has 32 bits for it",
                remedy: "Correct its policy"
            )
        }
        return value
    }
}
