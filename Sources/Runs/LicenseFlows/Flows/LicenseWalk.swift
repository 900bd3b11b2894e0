import Ciphers
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import LicenseMessages
import Presentations
import ProtectionTerms
import Rehearsal
import TextFormats
import Verification

/// The steps of FairPlay that are walked once for each asset id: SPC, look-up, policy, CKC (R06 to R10), and renewal (R12).
struct LicenseWalk {
    /// A license that was opened.
    private struct License {
        let key: ContentKey
        let iv: InitializationVector
        /// What it was asked for by.
        let asking: AssetIDStep.Asking
    }

    private let flow: FairPlayFlow
    private let lookup: KSMLookup?
    private(set) var records = StepRecords()
    private(set) var exchanges: [LicenseExchange] = []
    /// What was not found of asset ids that an app may send, by the index of the key.
    private var misses: [Int: [(rule: String?, finding: FlowFinding)]] = [:]
    private var policies = PolicyStep()
    private var policedKeys: Set<Int> = []
    /// The licenses by the index of the key; nil where those of two rules contradict each other, or the export is wrong.
    private var licenses: [Int: License?] = [:]

    init(flow: FairPlayFlow) {
        self.flow = flow
        lookup = flow.export.map { KSMLookup($0.keys, flow.subject.flow == .hardCoded ? .soleKey : .assetID) }
    }

    /// The keys that licenses delivered.
    var delivered: [LicensedKeys.Delivered] {
        var media = TrackEncryptionDefaults(flow.subject.presentation)
        return licenses.sorted { $0.key < $1.key }.compactMap { index, license in
            guard let license else { return nil }
            return LicensedKeys.Delivered(
                uri: flow.subject.keys[index].uri,
                key: license.key,
                iv: license.iv,
                keyID: flow.subject.keyID(of: index, &media)
            )
        }
    }

    // MARK: Asking

    /// Asks for the license of an asset id.
    mutating func ask(
        _ asking: AssetIDStep.Asking,
        _ form: LicenseRequestForm,
        _ certificate: LicenseCertificate
    ) {
        let key = flow.subject.keys[asking.key]
        guard let request = make(asking, certificate, .readyToStart) else { return }
        guard let ckc = post(request, asking, form) else { return }
        let found = try? lookup?.key(for: asking.assetID)
        let isRight = checkLookup(asking, found)
        let opened: OpenedLicense
        do throws(LicenseAnswerError) {
            opened = try request.open(ckc: ckc)
            note(asking, form, request.spc, 200, LicenseExchange.Message(ckc, of: opened))
        } catch {
            note(asking, form, request.spc, 200, LicenseExchange.Message(ckc, blocks: []))
            records[.answer].fail(
                at: key.place,
                "\(error)",
                remedy: "Look at what the key server writes into the CKC."
            )
            return
        }
        let check = AnswerCheck(key: key, found: found, license: opened)
        guard check.check(&records[.answer]), isRight else {
            licenses.updateValue(nil, forKey: asking.key)
            return
        }
        keep(opened, asking)
    }

    /// Ends the asking: of a key without a rule that was said, one of the asset ids has to be found.
    mutating func settle() {
        for (index, misses) in misses.sorted(by: { $0.key < $1.key }) {
            if licenses[index] ?? nil != nil {
                let rules = misses.compactMap(\.rule).joined(separator: ", ")
                records[.lookup].warn(
                    at: flow.subject.keys[index].place,
                    "nobody said by which rule the app cuts asset ids, and the export has none by the rule \(rules)",
                    remedy: "Name the rule of the app (--rule)."
                )
            } else if let first = misses.first {
                records[.lookup].add(first.finding)
            }
        }
        misses = [:]
    }

    /// Asks again for the keys, as a device does before a lease ends.
    mutating func renew(_ certificate: LicenseCertificate) {
        let delivered = licenses.compactMapValues(\.self)
        var record = RotationCheck(flow.subject.keys, flow.subject.presentation).record(
            licenses: delivered.mapValues(\.key)
        )
        let targetDuration = flow.subject.presentation.longestTargetDuration
        for (index, license) in delivered.sorted(by: { $0.key < $1.key }).prefix(RotationCheck.renewalLimit) {
            RenewalCheck(key: flow.subject.keys[index], targetDuration: targetDuration)
                .check(renewal(of: license.asking, certificate), of: license.key, license.iv, &record)
        }
        records[.renewal] = record
    }

    private mutating func renewal(
        of asking: AssetIDStep.Asking,
        _ certificate: LicenseCertificate
    ) -> OpenedLicense? {
        guard let request = make(asking, certificate, .playingAndKeyNeeded) else { return nil }
        let (body, form) = (request.spc, flow.subject.request.forms[0])
        let packed = form.body(of: body, uri: flow.subject.keys[asking.key].uri, assetID: asking.assetID)
        guard let answer = try? flow.transport.post(packed, form), answer.status == 200,
            let ckc = form.ckc(in: answer.body)
        else { return nil }
        return try? request.open(ckc: ckc)
    }

    /// R06: the SPC.
    private mutating func make(
        _ asking: AssetIDStep.Asking,
        _ certificate: LicenseCertificate,
        _ state: PlaybackState
    ) -> LicenseRequest? {
        do {
            return try LicenseRequest(
                assetID: asking.assetID,
                certificate: certificate,
                applicationSecret: flow.credentials.applicationSecret,
                function: flow.subject.request.deviceKeyFunction,
                playbackState: MediaPlaybackState(
                    creationDate: UInt32(clamping: Int(Date().timeIntervalSince1970)),
                    state: state,
                    sessionID: UInt64.random(in: 1...UInt64.max)
                )
            )
        } catch {
            records[.request].fail(
                at: flow.subject.keys[asking.key].place,
                "no SPC can be made: \(error)",
                remedy: "Correct the certificate, the ASk or --d-command."
            )
            return nil
        }
    }

    /// R06 to R08: posts the SPC; nil where no CKC came.
    private mutating func post(
        _ request: LicenseRequest,
        _ asking: AssetIDStep.Asking,
        _ form: LicenseRequestForm
    ) -> [UInt8]? {
        let key = flow.subject.keys[asking.key]
        let body = form.body(of: request.spc, uri: key.uri, assetID: asking.assetID)
        let answer: LicenseResponse
        do throws(LicenseTransportError) {
            answer = try flow.transport.post(body, form)
        } catch {
            records[.request].fail(
                at: key.place,
                "the license server cannot be asked: \(error.reason)",
                remedy: "Start it, or correct its address."
            )
            return nil
        }
        let ckc = answer.status == 200 ? form.ckc(in: answer.body) : nil
        // A CKC is noted when it is opened, with what it holds.
        if ckc == nil { note(asking, form, request.spc, answer.status, nil) }
        let asked =
            "SPC of \(request.spc.count) bytes, as \(form.rawValue), for \(asking.assetID.count) bytes of asset id"
        if answer.status != 200 {
            refuse(answer, asking, asked)
            return nil
        }
        records[.request].walk(asked: asked, came: "HTTP status 200")
        guard let ckc else {
            records[.request].fail(
                at: key.place,
                "the answer is no \(form.contentType) with a CKC (\(answer.body.count) bytes)",
                remedy: "Answer in the form of the request."
            )
            return nil
        }
        records[.opening].walk(
            asked: "container, certificate, TLLVs, integrity",
            came: "a CKC of \(ckc.count) bytes"
        )
        return ckc
    }

    /// Says at which step the server refused.
    private mutating func refuse(_ answer: LicenseResponse, _ asking: AssetIDStep.Asking, _ asked: String) {
        let key = flow.subject.keys[asking.key]
        let error = LicenseServerError(reading: answer.body)
        let step = error?.step ?? .opening
        let came = "HTTP status \(answer.status)" + (error.map { ", error \($0.status)" } ?? "")
        for passed in [FlowStep.request, .opening] where passed.rawValue < step.rawValue {
            records[passed].walk(asked: asked, came: came)
        }
        let words = error?.message ?? "the server refused without a word that is known here"
        let finding = FlowFinding(
            at: step == .lookup ? error?.place ?? key.place : key.place,
            (error.map { "\($0.status): " } ?? "") + words
                + (step == .lookup ? ", for \(key.shownURI) of \(key.place)" : " (\(came))"),
            remedy: error?.remedy ?? "Look into the server's log."
        )
        if step == .lookup, asking.isTentative {
            misses[asking.key, default: []].append((asking.rule, finding))
        } else {
            records[step].add(finding)
        }
    }

    // MARK: Looking at the answer

    /// R08 and R09: the key in the file is that of the record, and so is its policy.
    private mutating func checkLookup(_ asking: AssetIDStep.Asking, _ found: KSMLookup.Found?) -> Bool {
        let key = flow.subject.keys[asking.key]
        guard let found else {
            if lookup == nil {
                records[.lookup].skip("the key server that is asked has the export")
                records[.policy].skip("no export is given")
            }
            return true
        }
        records[.lookup].walk(
            asked: "asset id of \(asking.assetID.count) bytes" + (asking.rule.map { ", rule \($0)" } ?? ""),
            came: "\(found.exported.words) at \(found.exported.place)"
        )
        let known = flow.subject.known[asking.key]
        var isRight = true
        if let record = known?.record, found.key != record.key || found.iv != record.iv {
            isRight = false
            records[.lookup].fail(
                at: found.exported.place,
                "the export has another \(found.key != record.key ? "key" : "IV") (\(found.exported.words)) than that of the key line "
                    + "\(key.place) (\(record.identity))",
                remedy: "Export the generation that is published."
            )
        }
        if policedKeys.insert(asking.key).inserted {
            policies.check(
                found.exported,
                recordTerms: isRight ? known?.terms : nil,
                said: flow.export.flatMap { ExportFormats.named($0.format)?.policyTerms },
                isForFairPlay: true
            )
            records[.policy] = policies.record
        }
        return isRight
    }

    /// Keeps the key of a license, unless that of another rule is another.
    private mutating func keep(_ opened: OpenedLicense, _ asking: AssetIDStep.Asking) {
        let license = License(key: opened.key, iv: opened.iv, asking: asking)
        guard let other = licenses[asking.key] else {
            licenses[asking.key] = license
            return
        }
        guard let other, other.key != license.key || other.iv != license.iv else { return }
        licenses.updateValue(nil, forKey: asking.key)
        records[.answer].fail(
            at: flow.subject.keys[asking.key].place,
            "the rule \(asking.rule ?? "of the app") gives another key than the rule before it",
            remedy: "Name the rule of the app (--rule)."
        )
    }

    private mutating func note(
        _ asking: AssetIDStep.Asking,
        _ form: LicenseRequestForm,
        _ spc: [UInt8],
        _ status: Int,
        _ answer: LicenseExchange.Message?
    ) {
        guard exchanges.count < FlowReport.exchangeLimit else { return }
        exchanges.append(
            LicenseExchange(
                keyURI: flow.subject.keys[asking.key].shownURI,
                rule: asking.rule,
                assetIDLength: asking.assetID.count,
                assetIDSHA256: Hexadecimal.encode(SHA256.digest(of: asking.assetID)),
                form: form.rawValue,
                request: LicenseExchange.Message(spc, openedWith: flow.credentials.privateKey),
                status: status,
                answer: answer
            )
        )
    }
}
