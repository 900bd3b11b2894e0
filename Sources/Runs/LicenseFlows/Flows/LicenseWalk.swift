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

/// The steps of FairPlay that run for each asset id.
///
/// These are SPC, lookup, policy and CKC (R06 to R10), and renewal (R12).
struct LicenseWalk {
    /// A decrypted license.
    struct License {
        let key: ContentKey
        let iv: InitializationVector
        /// The key id in the exported file, or nil if unknown.
        let keyID: UUID?
        /// The asset id of the request.
        let asking: AssetIDStep.Asking
    }

    let subject: FlowInput
    let access: any LicenseAccess
    private let credentials: LicenseCredentials
    var records = StepResults()
    private(set) var exchanges: [LicenseExchange] = []
    private var lookups: LookupStep
    /// The unknown asset ids of keys whose rule is unknown, by key index.
    private var misses: [Int: [(rule: String?, finding: FlowFinding)]] = [:]
    /// The licenses by key index; nil if licenses of two rules differ, or if the license or the exported file
    /// is wrong.
    private(set) var licenses: [Int: License?] = [:]

    init(flow: FairPlayFlow) {
        subject = flow.subject
        lookups = LookupStep(flow.subject, flow.export)
        access = flow.access
        credentials = flow.credentials
    }

    /// The keys that licenses delivered.
    var delivered: [LicensedKeys.Delivered] {
        licenses.sorted { $0.key < $1.key }.compactMap { index, license in
            guard let license else { return nil }
            return LicensedKeys.Delivered(
                uri: subject.keys[index].uri,
                key: license.key,
                iv: license.iv,
                record: subject.known[index]?.record,
                keyID: subject.keyID(of: index, exported: license.keyID)
            )
        }
    }

    // MARK: Asking

    /// Requests the license for an asset id.
    mutating func ask(
        _ asking: AssetIDStep.Asking,
        _ form: LicenseRequestForm,
        _ client: LicenseClient
    ) {
        let key = subject.keys[asking.key]
        let route: LicenseRoute
        switch access.route(to: asking, key, &records) {
        case .route(let found): route = found
        case .end(let found):
            end(found, asking)
            return
        case .miss(let error):
            miss(error, asking)
            return
        case .failed: return
        }
        let request: LicenseRequest
        do throws(LicenseRequestError) {
            request = try client.request(for: asking.assetID, .readyToStart)
        } catch {
            records[.request].fail(
                at: key.place,
                "no SPC can be made: \(error)",
                remedy: "Correct the certificate, the ASk or --d-command."
            )
            return
        }
        guard let ckc = ckc(for: request, asking, form, client, route) else { return }
        let found: KSMLookup.Found?
        do throws(KSMRefusal) {
            found = try access.exported(asking, key)
        } catch {
            // An external license server has a key that the file lacks.
            recordExchange(asking, form, request.spc, 200, LicenseExchange.Message(ckc, blocks: []))
            miss(LicenseServerError(error), asking)
            return
        }
        let isRight = lookups.check(found, asking, &records)
        let opened: OpenedLicense
        do throws(LicenseAnswerError) {
            opened = try request.decrypt(ckc: ckc)
            recordExchange(asking, form, request.spc, 200, LicenseExchange.Message(ckc, of: opened))
        } catch {
            recordExchange(asking, form, request.spc, 200, LicenseExchange.Message(ckc, blocks: []))
            records[.answer].fail(
                at: key.place,
                "\(error)",
                remedy: "Check what the license server writes into the CKC."
            )
            return
        }
        let check = AnswerCheck(
            key: key,
            found: found,
            known: subject.known[asking.key],
            license: opened,
            isOfToken: subject.flow == .token || subject.flow == .entitlement
        )
        guard check.check(&records[.answer]), isRight else {
            licenses.updateValue(nil, forKey: asking.key)
            return
        }
        keep(opened, found?.exported.keyID, asking)
    }

    /// Reports unknown asset ids once all have been requested.
    ///
    /// For a key whose rule is unknown, it is enough that one of its asset ids is found.
    mutating func reportMisses() {
        for (index, misses) in misses.sorted(by: { $0.key < $1.key }) {
            if licenses[index] ?? nil != nil {
                let rules = misses.compactMap(\.rule).joined(separator: ", ")
                records[.lookup].warn(
                    at: subject.keys[index].place,
                    "the rule by which the app extracts asset ids is unknown, and the export has none by the rule \(rules)",
                    remedy: "Name the rule of the app (--rule)."
                )
            } else if let first = misses.first {
                records[.lookup].add(first.finding)
            }
        }
        misses = [:]
    }

    /// Uses the key of the exported file if the flow ends before licenses.
    private mutating func end(_ found: KSMLookup.Found, _ asking: AssetIDStep.Asking) {
        for step in [FlowStep.request, .opening, .answer] {
            records[step].skip(access.endsEarly ?? "the flow ends before licenses")
        }
        guard lookups.check(found, asking, &records) else { return }
        licenses[asking.key] = License(
            key: found.key,
            iv: found.iv,
            keyID: found.exported.keyID,
            asking: asking
        )
    }

    /// Posts the SPC (steps R06 to R08), and returns the CKC or nil if none came.
    private mutating func ckc(
        for request: LicenseRequest,
        _ asking: AssetIDStep.Asking,
        _ form: LicenseRequestForm,
        _ client: LicenseClient,
        _ route: LicenseRoute
    ) -> [UInt8]? {
        let key = subject.keys[asking.key]
        let asked =
            "SPC of \(request.spc.count) bytes, as \(form.rawValue), for \(asking.assetID.count) bytes of asset id"
        switch client.post(request, uri: key.uri, form, to: route) {
        case .ckc(let ckc):
            records[.request].countRun(request: asked, result: "HTTP status 200")
            records[.opening].countRun(
                request: "container, certificate, TLLVs, integrity",
                result: "a CKC of \(ckc.count) bytes"
            )
            return ckc
        case .noCKC(let byteCount):
            recordExchange(asking, form, request.spc, 200, nil)
            records[.request].countRun(request: asked, result: "HTTP status 200")
            records[.request].fail(
                at: key.place,
                "the answer is not \(form.contentType) with a CKC (\(CountText.text(byteCount, "byte")))",
                remedy: "Answer in the form of the request."
            )
        case .refused(let response):
            recordExchange(asking, form, request.spc, response.status, nil)
            refuse(response, asking, asked, at: route)
        case .unreachable(let reason):
            records[.request].fail(
                at: key.place,
                "the request to the license server failed: \(reason)",
                remedy: "Start it, or correct its address."
            )
        }
        return nil
    }

    /// Records the step at which the server refused.
    private mutating func refuse(
        _ answer: LicenseResponse,
        _ asking: AssetIDStep.Asking,
        _ asked: String,
        at route: LicenseRoute
    ) {
        let key = subject.keys[asking.key]
        var error = LicenseServerError(reading: answer.body)
        if route.isExternal {
            let request = AppRequest(.license, route.url, headers: route.headers)
            error = error?.redacted(answering: request)
        }
        // An answer without a known error number comes from something other than a license server, or from a
        // wrong address.
        let step = error?.step ?? .request
        let came = "HTTP status \(answer.status)" + (error.map { ", error \($0.status)" } ?? "")
        for passed in [FlowStep.request, .opening] where passed.rawValue < step.rawValue {
            records[passed].countRun(request: asked, result: came)
        }
        if let error, step == .lookup {
            miss(error, asking)
            return
        }
        let words = error?.message ?? "the server refused without a known error number"
        records[step].fail(
            at: key.place,
            (error.map { "\($0.status): " } ?? "") + words + " (\(came))",
            remedy: error?.remedy ?? "Check the server's log, and the address of the request."
        )
    }

    /// Records that an asset id was not found; if the rule is unknown, another asset id may be found.
    private mutating func miss(_ error: LicenseServerError, _ asking: AssetIDStep.Asking) {
        let key = subject.keys[asking.key]
        let words = error.message ?? "the server has no content key"
        let finding = FlowFinding(
            at: error.place ?? key.place,
            "\(error.status): \(words), for \(key.shownURI) of \(key.place)",
            remedy: error.remedy ?? "Check the server's log."
        )
        if asking.isTentative {
            misses[asking.key, default: []].append((asking.rule, finding))
        } else {
            records[.lookup].add(finding)
        }
    }

    // MARK: Looking at the answer

    /// Keeps the key of a license, or fails the step if another asset id rule gave a different key or IV.
    private mutating func keep(_ opened: OpenedLicense, _ keyID: UUID?, _ asking: AssetIDStep.Asking) {
        let license = License(key: opened.key, iv: opened.iv, keyID: keyID, asking: asking)
        guard let other = licenses[asking.key] else {
            licenses[asking.key] = license
            return
        }
        guard let other, other.key != license.key || other.iv != license.iv else { return }
        licenses.updateValue(nil, forKey: asking.key)
        records[.answer].fail(
            at: subject.keys[asking.key].place,
            "the rule \(asking.rule ?? "of the app") gives another key than the rule before it",
            remedy: "Name the rule of the app (--rule)."
        )
    }

    private mutating func recordExchange(
        _ asking: AssetIDStep.Asking,
        _ form: LicenseRequestForm,
        _ spc: [UInt8],
        _ status: Int,
        _ answer: LicenseExchange.Message?
    ) {
        guard exchanges.count < FlowReport.exchangeLimit else { return }
        exchanges.append(
            LicenseExchange(
                keyURI: subject.keys[asking.key].shownURI,
                rule: asking.rule,
                assetIDLength: asking.assetID.count,
                assetIDSHA256: Hexadecimal.encode(SHA256.digest(of: asking.assetID)),
                form: form.rawValue,
                request: LicenseExchange.Message(spc, openedWith: credentials.privateKey),
                status: status,
                answer: answer
            )
        )
    }
}
