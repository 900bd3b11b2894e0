import Ciphers
import KeyURITemplates
import Presentations
import ProtectionTerms
import TextFormats

/// The extraction of asset ids from key URIs by each rule, and the obstacles to it (step R02).
struct AssetIDStep {
    /// An asset id that an app sends for a key.
    struct Asking: Hashable {
        /// The index of the key among those of the flow.
        let key: Int
        /// The name of the rule that extracts the asset id from the URI, or nil if the app has its own.
        let rule: String?
        let assetID: [UInt8]
        /// Indicates whether this is one of several candidates, because the rule of the app is unknown.
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
            _ known: KnownKey?,
            in flow: LicenseFlow? = nil,
            of uri: String = ""
        ) {
            if let rule = request.rule {
                self = .known([rule])
            } else if let rules = known?.assetIDRules ?? request.templateRules {
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

    private(set) var record = StepResult()
    /// The asset ids to request licenses for, key by key.
    private(set) var askings: [Asking] = []

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

    /// Adds the first asset id that the rules yield, for a flow whose license server does not look it up.
    private mutating func add(_ key: KeyUse, _ index: Int, _ rules: Rules, _ ownID: [UInt8]) {
        let cut: AssetID?
        switch rules {
        case .known(let rules): cut = rules.lazy.flatMap { $0.assetIDs(inKeyURI: key.uri) }.first
        case .any: cut = AssetIDRule.candidates(forKeyURI: key.uri).first
        }
        record.countRun(
            request: "an asset id for \(key.shownURI)",
            result: cut.map { "\($0.bytes.count) bytes by the rule \($0.rule.name)" }
                ?? "the app's own, \(ownID.count) bytes"
        )
        askings.append(Asking(key: index, rule: cut?.rule.name, assetID: cut?.bytes ?? ownID))
    }

    private mutating func add(_ key: KeyUse, _ index: Int, _ rules: Rules) {
        var found: [AssetID] = []
        var isTentative = false
        switch rules {
        case .known([]):
            record.fail(
                at: key.place,
                "the template of \(key.shownURI) says that apps extract nothing from it (asset_id: none)",
                remedy: "Rehearse --flow hard-coded, or name the rule of the app (--rule)."
            )
        case .known(let rules):
            for rule in rules {
                let cut = rule.assetIDs(inKeyURI: key.uri)
                if cut.isEmpty { reportMissingAssetID(key, rule) }
                found += cut.prefix(1)
                if cut.count > 1 {
                    record.warn(
                        at: key.place,
                        "the rule \(rule.name) finds \(cut.count) values in \(key.shownURI), and apps take the first or the last",
                        remedy: "Name the parameter once."
                    )
                }
            }
        case .any:
            isTentative = true
            found = AssetIDRule.candidates(forKeyURI: key.uri)
            if found.isEmpty { reportMissingAssetID(key, nil) }
        }
        for assetID in found {
            record.countRun(
                request: "the asset id of \(key.shownURI) by the rule \(assetID.rule.name)",
                result: "\(assetID.bytes.count) bytes, \(assetID.shown)"
            )
            let severity: FlowFinding.Severity = isTentative && found.count > 1 ? .warning : .error
            FoundationURLCheck(key: key, assetID: assetID, severity: severity).check(&record)
            askings.append(
                Asking(key: index, rule: assetID.rule.name, assetID: assetID.bytes, isTentative: isTentative)
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
                ? "Use a URI that has one, or the rule that the app uses (--rule)."
                : "Begin the URI with skd://, or use the rule that the app uses (--rule)."
        } else {
            message =
                "no rule extracts an asset id of \(AssetID.lengths.lowerBound) to \(AssetID.lengths.upperBound) bytes from \(key.shownURI) "
                + "(\(CountText.text(length, "byte")))"
            remedy = "Use a shorter URI."
        }
        record.fail(at: key.place, message, remedy: remedy)
    }

    /// Removes asset ids that several keys share, because a license server returns one key for all of them.
    private mutating func removeSharedAssetIDs(_ keys: [KeyUse]) {
        struct Name: Hashable {
            let rule: String?
            let assetID: [UInt8]

            init(_ asking: Asking) { (rule, assetID) = (asking.rule, asking.assetID) }
        }
        var sharers: [Name: Set<Int>] = [:]
        for asking in askings { sharers[Name(asking), default: []].insert(asking.key) }
        sharers = sharers.filter { $1.count > 1 }
        guard !sharers.isEmpty else { return }
        let all = askings
        askings.removeAll { sharers[Name($0)] != nil }
        let apart = Set(askings.map(\.key))
        for asking in all {
            guard let sharing = sharers.removeValue(forKey: Name(asking))?.sorted() else { continue }
            // If the rule is unknown, the app may use another one that distinguishes the keys.
            let isTolerable = asking.isTentative && sharing.allSatisfy { apart.contains($0) }
            record.add(
                FlowFinding(
                    isTolerable ? .warning : .error,
                    at: keys[sharing[1]].place,
                    "by the rule \(asking.rule ?? "of the app"), the key has the same asset id as the key of \(keys[sharing[0]].place)",
                    remedy:
                        "Use URIs or a rule that tell them apart: a license server gives one key for both."
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
