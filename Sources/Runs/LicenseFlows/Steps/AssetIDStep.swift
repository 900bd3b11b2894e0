import Ciphers
import KeyURITemplates
import Presentations
import ProtectionTerms
import TextFormats

/// The extraction of asset ids from key URIs by each rule, and the obstacles to it (step R02).
struct AssetIDStep {
    /// An asset id that an app sends for a key.
    struct RequestedID: Hashable {
        /// The index of the key among those of the flow.
        let keyIndex: Int
        /// The name of the rule that extracts the asset id from the URI, or nil for an id that the app has
        /// from elsewhere.
        let rule: String?
        let assetID: [UInt8]
        /// Indicates whether the asset id is a candidate, because the rule of the app is unknown.
        var isTentative = false
    }

    /// The rules by which apps extract the asset id from the URI of a key.
    enum Rules: Hashable {
        /// The known rules, each used by some app; empty if apps extract nothing (`asset_id: none`).
        case known([AssetIDRule])
        /// No rule is known: an app uses any of those that yield an asset id.
        case any

        /// Finds the rules for a key: those of the request, the key record, the named template or the flow,
        /// in this order.
        ///
        /// NAGRA's apps send all of the URI after `skd://`, and entitlement URLs have the query parameter
        /// `cid`.
        init(
            _ request: LicenseFlowRequest,
            _ knownKey: KnownKey?,
            in flow: LicenseFlow? = nil,
            of uri: String = ""
        ) {
            if let rule = request.rule {
                self = .known([rule])
            } else if let rules = knownKey?.assetIDRules ?? request.templateRules {
                self = .known(rules)
            } else if flow?.isOfNAGRA == true {
                self = .known([.afterScheme])
            } else if flow == .entitlement, !AssetIDRule.query("cid").assetIDs(inKeyURI: uri).isEmpty {
                self = .known([.query("cid")])
            } else {
                self = .any
            }
        }
    }

    private(set) var result = StepResult()
    /// The asset ids to request licenses for, key by key.
    private(set) var requestedIDs: [RequestedID] = []

    /// Extracts asset ids from all key URIs.
    ///
    /// - Parameters:
    ///   - keys: the keys.
    ///   - rules: the rules for each key.
    ///   - ownID: the asset id to send if no rule yields one, for flows whose license address identifies the
    ///     key; nil for other flows.
    init(_ keys: [KeyUse], rules: [Rules], ownID: [UInt8]? = nil) {
        for (index, (key, rules)) in zip(keys, rules).enumerated() {
            if let ownID { add(key, index, rules, ownID) } else { add(key, index, rules) }
        }
        if ownID == nil { removeSharedAssetIDs(keys) }
    }

    /// Adds the first asset id that the rules yield, or the app's own, for a flow whose license server finds
    /// the key by the address of the request.
    private mutating func add(_ key: KeyUse, _ index: Int, _ rules: Rules, _ ownID: [UInt8]) {
        let extractedID: AssetID?
        switch rules {
        case .known(let rules): extractedID = rules.lazy.flatMap { $0.assetIDs(inKeyURI: key.uri) }.first
        case .any: extractedID = AssetIDRule.candidates(forKeyURI: key.uri).first
        }
        result.countRun(
            request: "an asset id for \(key.shownURI)",
            result: extractedID.map { "\($0.bytes.count) bytes by the rule \($0.rule.name)" }
                ?? "the app's own, \(ownID.count) bytes"
        )
        requestedIDs.append(
            RequestedID(keyIndex: index, rule: extractedID?.rule.name, assetID: extractedID?.bytes ?? ownID)
        )
    }

    private mutating func add(_ key: KeyUse, _ index: Int, _ rules: Rules) {
        var assetIDs: [AssetID] = []
        var isTentative = false
        switch rules {
        case .known([]):
            result.fail(
                at: key.location,
                "the template of \(key.shownURI) says that apps extract nothing from it (asset_id: none)",
                remedy:
                    "Rehearse \(CommandOption.flow) hard-coded, or name the rule of the app (\(CommandOption.rule))."
            )
        case .known(let rules):
            for rule in rules {
                let extractedIDs = rule.assetIDs(inKeyURI: key.uri)
                if extractedIDs.isEmpty { reportMissingAssetID(key, rule) }
                assetIDs += extractedIDs.prefix(1)
                if extractedIDs.count > 1 {
                    result.warn(
                        at: key.location,
                        "the rule \(rule.name) finds \(extractedIDs.count) values in \(key.shownURI), and apps take the first or the last",
                        remedy: "Name the parameter once."
                    )
                }
            }
        case .any:
            isTentative = true
            assetIDs = AssetIDRule.candidates(forKeyURI: key.uri)
            if assetIDs.isEmpty { reportMissingAssetID(key, nil) }
        }
        for assetID in assetIDs {
            result.countRun(
                request: "the asset id of \(key.shownURI) by the rule \(assetID.rule.name)",
                result: "\(assetID.bytes.count) bytes, \(assetID.shown)"
            )
            let severity: FlowFinding.Severity = isTentative && assetIDs.count > 1 ? .warning : .error
            FoundationURLCheck(key: key, assetID: assetID, severity: severity).check(&result)
            requestedIDs.append(
                RequestedID(
                    keyIndex: index,
                    rule: assetID.rule.name,
                    assetID: assetID.bytes,
                    isTentative: isTentative
                )
            )
        }
    }

    private mutating func reportMissingAssetID(_ key: KeyUse, _ rule: AssetIDRule?) {
        let length = key.uri.utf8.count
        let (message, remedy): (String, String)
        if !key.uri.utf8.starts(with: "skd:".utf8) {
            message = "\(key.shownURI) does not have the scheme skd, so no player asks an app for its key"
            remedy = "Begin the URI with skd://."
        } else if let rule {
            message =
                "the rule \(rule.name) extracts no asset id of \(AssetID.lengths.lowerBound) to \(AssetID.lengths.upperBound) bytes from "
                + "\(key.shownURI) (\(CountText.text(length, "byte")))"
            remedy =
                key.uri.utf8.starts(with: "skd://".utf8)
                ? "Use a URI that has one, or the rule that the app uses (\(CommandOption.rule))."
                : "Begin the URI with skd://, or use the rule that the app uses (\(CommandOption.rule))."
        } else {
            message =
                "no rule extracts an asset id of \(AssetID.lengths.lowerBound) to \(AssetID.lengths.upperBound) bytes from \(key.shownURI) "
                + "(\(CountText.text(length, "byte")))"
            remedy = "Use a URI whose asset id has such a length."
        }
        result.fail(at: key.location, message, remedy: remedy)
    }

    /// Removes asset ids that several keys share, because a license server returns one key for all of them.
    private mutating func removeSharedAssetIDs(_ keys: [KeyUse]) {
        struct RuleAndID: Hashable {
            let rule: String?
            let assetID: [UInt8]

            init(_ requestedID: RequestedID) { (rule, assetID) = (requestedID.rule, requestedID.assetID) }
        }
        var sharers: [RuleAndID: Set<Int>] = [:]
        for requestedID in requestedIDs {
            sharers[RuleAndID(requestedID), default: []].insert(requestedID.keyIndex)
        }
        sharers = sharers.filter { $1.count > 1 }
        guard !sharers.isEmpty else { return }
        let allIDs = requestedIDs
        requestedIDs.removeAll { sharers[RuleAndID($0)] != nil }
        let distinguishedKeys = Set(requestedIDs.map(\.keyIndex))
        for requestedID in allIDs {
            guard let sharingKeys = sharers.removeValue(forKey: RuleAndID(requestedID))?.sorted() else {
                continue
            }
            // If the rule is unknown, the app may use another one that distinguishes the keys.
            let isTolerable =
                requestedID.isTentative && sharingKeys.allSatisfy { distinguishedKeys.contains($0) }
            result.add(
                FlowFinding(
                    isTolerable ? .warning : .error,
                    at: keys[sharingKeys[1]].location,
                    "by the rule \(requestedID.rule ?? "of the app"), the key has the same asset id as the key of \(keys[sharingKeys[0]].location)",
                    remedy:
                        "Use URIs or a rule that tell them apart: a license server gives one key for all of them."
                )
            )
        }
    }
}

extension AssetID {
    /// The asset id, for messages.
    var shown: String { shown(bytes) }

    /// Returns a value that was found instead of the asset id, for messages.
    ///
    /// A value from a query may be a token; only the first 8 bytes of its SHA-256 are shown.
    func shown(_ value: [UInt8]) -> String {
        switch rule {
        case .query, .queryAsWritten, .afterSchemeAndQueryMark:
            "SHA-256 \(Hexadecimal.encode(SHA256.digest(of: value).prefix(8)))…"
        default: KeyURIRedaction.redacted(String(decoding: value, as: UTF8.self))
        }
    }
}
