import KeyURITemplates
import Presentations
import ProtectionTerms

/// R02: what an app cuts out of each key URI by each rule, and what stands in its way.
struct AssetIDStep {
    /// An asset id that an app sends for a key.
    struct Asking: Hashable {
        /// The index of the key among those of the flow.
        let key: Int
        /// The name of the rule that cuts it out of the URI; nil where the app has it of its own.
        let rule: String?
        /// Its bytes.
        let assetID: [UInt8]
        /// Whether it is one of several that an app may send: no rule was said.
        var isTentative = false
    }

    /// How apps cut asset ids out of the URI of a key.
    enum Rules: Hashable {
        /// By these, each of which some app goes by; by none where the app has asset ids of its own.
        case said([AssetIDRule])
        /// Nobody said; an app goes by one of those that give something.
        case any

        /// The rules of a key: that of the request, those of the record, or those of the template that was named.
        ///
        /// Where nobody said one, a flow may mean one: NAGRA's apps take all behind `skd://`, and the entitlement URL has `cid`.
        init(
            _ request: LicenseFlowRequest,
            _ known: KnownKey?,
            in flow: LicenseFlow? = nil,
            of uri: String = ""
        ) {
            if let rule = request.rule {
                self = .said([rule])
            } else if let rules = known?.assetIDRules ?? request.templateRules {
                self = .said(rules)
            } else if flow?.isOfNAGRA == true {
                self = .said([.afterScheme])
            } else if flow == .entitlement, !AssetIDRule.query("cid").assetIDs(inKeyURI: uri).isEmpty {
                self = .said([.query("cid")])
            } else {
                self = .any
            }
        }
    }

    private(set) var record = StepRecord()
    /// What is asked for, key by key.
    private(set) var askings: [Asking] = []

    /// Cuts asset ids out of all key URIs.
    ///
    /// - Parameters:
    ///   - keys: the keys.
    ///   - rules: the rules of each.
    ///   - ownID: what an app sends that needs no key line to know the address of the license, where nothing is cut out; nil for
    ///     apps that look their key up by the asset id.
    init(_ keys: [KeyUse], rules: [Rules], ownID: [UInt8]? = nil) {
        for (index, (key, rules)) in zip(keys, rules).enumerated() {
            if let ownID { add(key, index, rules, ownID) } else { add(key, index, rules) }
        }
        if ownID == nil { refuseSharedIDs(keys) }
    }

    /// The first asset id that the rules give, for a flow in which it hardly matters.
    private mutating func add(_ key: KeyUse, _ index: Int, _ rules: Rules, _ ownID: [UInt8]) {
        let cut: AssetID?
        switch rules {
        case .said(let rules): cut = rules.lazy.flatMap { $0.assetIDs(inKeyURI: key.uri) }.first
        case .any: cut = AssetIDRule.candidates(forKeyURI: key.uri).first
        }
        record.walk(
            asked: "an asset id for \(key.shownURI)",
            came: cut.map { "\($0.bytes.count) bytes by the rule \($0.rule.name)" }
                ?? "the app's own, \(ownID.count) bytes"
        )
        askings.append(Asking(key: index, rule: cut?.rule.name, assetID: cut?.bytes ?? ownID))
    }

    private mutating func add(_ key: KeyUse, _ index: Int, _ rules: Rules) {
        var found: [AssetID] = []
        var isTentative = false
        switch rules {
        case .said([]):
            record.fail(
                at: key.place,
                "the template of \(key.shownURI) says that apps cut nothing out of it (asset_id: none)",
                remedy: "Rehearse --flow hard-coded, or name the rule of the app (--rule)."
            )
        case .said(let rules):
            for rule in rules {
                let cut = rule.assetIDs(inKeyURI: key.uri)
                if cut.isEmpty { refuseNothing(key, rule) }
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
            if found.isEmpty { refuseNothing(key, nil) }
        }
        for assetID in found {
            record.walk(
                asked: "the asset id of \(key.shownURI) by the rule \(assetID.rule.name)",
                came: "\(assetID.bytes.count) bytes, \(assetID.shown)"
            )
            let severity: FlowFinding.Severity = isTentative && found.count > 1 ? .warning : .error
            FoundationURLCheck(key: key, assetID: assetID, severity: severity).check(&record)
            askings.append(
                Asking(key: index, rule: assetID.rule.name, assetID: assetID.bytes, isTentative: isTentative)
            )
        }
    }

    private mutating func refuseNothing(_ key: KeyUse, _ rule: AssetIDRule?) {
        let length = key.uri.utf8.count
        let (message, remedy): (String, String)
        if !key.uri.utf8.starts(with: "skd:".utf8) {
            message = "\(key.shownURI) has no scheme skd, and no app is asked for its key"
            remedy = "Begin the URI with skd://."
        } else if let rule {
            message =
                "the rule \(rule.name) cuts nothing of \(AssetID.lengths.lowerBound) to \(AssetID.lengths.upperBound) bytes out of "
                + "\(key.shownURI) (\(length) bytes)"
            remedy =
                key.uri.utf8.starts(with: "skd://".utf8)
                ? "Use a URI that has it, or the rule that the app goes by (--rule)."
                : "Begin the URI with skd://, or use the rule that the app goes by (--rule)."
        } else {
            message =
                "no rule cuts \(AssetID.lengths.lowerBound) to \(AssetID.lengths.upperBound) bytes out of \(key.shownURI) "
                + "(\(length) bytes)"
            remedy = "Use a shorter URI."
        }
        record.fail(at: key.place, message, remedy: remedy)
    }

    /// A key server that gets one id for two keys gives one of them for both; what comes for such an id says nothing.
    private mutating func refuseSharedIDs(_ keys: [KeyUse]) {
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
            // Where nobody said the rule, an app may go by one that tells the keys apart.
            let isTolerable = asking.isTentative && sharing.allSatisfy { apart.contains($0) }
            record.add(
                FlowFinding(
                    isTolerable ? .warning : .error,
                    at: keys[sharing[1]].place,
                    "by the rule \(asking.rule ?? "of the app"), the key has the asset id of the key of \(keys[sharing[0]].place)",
                    remedy: "Use URIs or a rule that tell them apart: a key server gives one key for both."
                )
            )
        }
    }
}
