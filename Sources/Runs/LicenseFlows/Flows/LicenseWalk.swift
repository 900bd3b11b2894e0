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
        let requestedID: AssetIDStep.RequestedID
    }

    let input: FlowInput
    let access: any LicenseAccess
    private let credentials: LicenseCredentials
    var results = StepResults()
    private(set) var exchanges: [LicenseExchange] = []
    private var lookupStep: LookupStep
    /// The unknown asset ids of keys whose rule is unknown, by key index.
    private var misses: [Int: [(rule: String?, finding: FlowFinding)]] = [:]
    /// The licenses by key index; nil if licenses of two rules differ, or if the license or the exported file
    /// is wrong.
    private(set) var licenses: [Int: License?] = [:]

    init(flow: FairPlayFlow) {
        input = flow.input
        lookupStep = LookupStep(flow.input, flow.export)
        access = flow.access
        credentials = flow.credentials
    }

    /// The keys that licenses delivered.
    var delivered: [LicensedKeys.Delivered] {
        licenses.sorted { $0.key < $1.key }.compactMap { index, license in
            guard let license else { return nil }
            return LicensedKeys.Delivered(
                uri: input.keys[index].uri,
                key: license.key,
                iv: license.iv,
                record: input.knownKeys[index]?.record,
                keyID: input.keyID(of: index, exported: license.keyID)
            )
        }
    }

    // MARK: Asking

    /// Requests the license for an asset id.
    mutating func ask(
        _ requestedID: AssetIDStep.RequestedID,
        _ form: LicenseRequestForm,
        _ client: LicenseClient
    ) {
        let key = input.keys[requestedID.keyIndex]
        let route: LicenseRoute
        switch access.route(to: requestedID, key, &results) {
        case .route(let found): route = found
        case .end(let found):
            useExportedKey(found, requestedID)
            return
        case .miss(let error):
            recordMiss(error, requestedID)
            return
        case .failed: return
        }
        let request: LicenseRequest
        do throws(LicenseRequestError) {
            request = try client.request(for: requestedID.assetID, .readyToStart)
        } catch {
            results[.request].fail(
                at: key.location,
                "no SPC can be made: \(error)",
                remedy: "Correct the certificate, the ASk or \(CommandOption.dCommand)."
            )
            return
        }
        guard let ckc = ckc(for: request, requestedID, form, client, route) else { return }
        let found: KSMLookup.UsableKey?
        do throws(KSMRefusal) {
            found = try access.exportedKey(requestedID, key)
        } catch {
            // An external license server has a key that the file lacks.
            recordExchange(requestedID, form, request.spc, 200, LicenseExchange.Message(ckc, blocks: []))
            recordMiss(LicenseServerError(error), requestedID)
            return
        }
        let matchesRecord = lookupStep.check(found, requestedID, &results)
        let opened: OpenedLicense
        do throws(LicenseAnswerError) {
            opened = try request.decrypt(ckc: ckc)
            recordExchange(requestedID, form, request.spc, 200, LicenseExchange.Message(ckc, of: opened))
        } catch {
            recordExchange(requestedID, form, request.spc, 200, LicenseExchange.Message(ckc, blocks: []))
            results[.answer].fail(
                at: key.location,
                "\(error)",
                remedy: "Check what the license server writes into the CKC."
            )
            return
        }
        let check = AnswerCheck(
            key: key,
            found: found,
            known: input.knownKeys[requestedID.keyIndex],
            license: opened,
            isOfToken: input.flow == .token || input.flow == .entitlement
        )
        guard check.check(&results[.answer]), matchesRecord else {
            licenses.updateValue(nil, forKey: requestedID.keyIndex)
            return
        }
        keepLicense(opened, found?.exportedKey.keyID, requestedID)
    }

    /// Reports unknown asset ids once all have been requested.
    ///
    /// For a key whose rule is unknown, it is enough that one of its asset ids is found.
    mutating func reportMisses() {
        for (index, misses) in misses.sorted(by: { $0.key < $1.key }) {
            if licenses[index] ?? nil != nil {
                let rules = misses.compactMap(\.rule).joined(separator: ", ")
                results[.lookup].warn(
                    at: input.keys[index].location,
                    "the rule by which the app extracts asset ids is unknown, and the export has none by the rule \(rules)",
                    remedy: "Name the rule of the app (\(CommandOption.rule))."
                )
            } else if let first = misses.first {
                results[.lookup].add(first.finding)
            }
        }
        misses = [:]
    }

    /// Uses the key of the exported file if the flow ends before licenses.
    private mutating func useExportedKey(_ found: KSMLookup.UsableKey, _ requestedID: AssetIDStep.RequestedID)
    {
        for step in [FlowStep.request, .opening, .answer] {
            results[step].skip(access.earlyEndReason ?? "the flow ends before licenses")
        }
        guard lookupStep.check(found, requestedID, &results) else { return }
        licenses[requestedID.keyIndex] = License(
            key: found.key,
            iv: found.iv,
            keyID: found.exportedKey.keyID,
            requestedID: requestedID
        )
    }

    /// Posts the SPC (steps R06 to R08), and returns the CKC or nil if none came.
    private mutating func ckc(
        for request: LicenseRequest,
        _ requestedID: AssetIDStep.RequestedID,
        _ form: LicenseRequestForm,
        _ client: LicenseClient,
        _ route: LicenseRoute
    ) -> [UInt8]? {
        let key = input.keys[requestedID.keyIndex]
        let requestDescription =
            "SPC of \(request.spc.count) bytes, as \(form.rawValue), for \(requestedID.assetID.count) bytes of asset id"
        switch client.post(request, uri: key.uri, form, to: route) {
        case .ckc(let ckc):
            results[.request].countRun(request: requestDescription, result: "HTTP status 200")
            results[.opening].countRun(
                request: "container, certificate, TLLVs, integrity",
                result: "a CKC of \(ckc.count) bytes"
            )
            return ckc
        case .noCKC(let byteCount):
            recordExchange(requestedID, form, request.spc, 200, nil)
            results[.request].countRun(request: requestDescription, result: "HTTP status 200")
            results[.request].fail(
                at: key.location,
                "the answer is not \(form.contentType) with a CKC (\(CountText.text(byteCount, "byte")))",
                remedy: "Answer in the form of the request."
            )
        case .refused(let response):
            recordExchange(requestedID, form, request.spc, response.status, nil)
            recordRefusal(response, requestedID, requestDescription, at: route)
        case .unreachable(let reason):
            results[.request].fail(
                at: key.location,
                "the request to the license server failed: \(reason)",
                remedy: "Start it, or correct its address."
            )
        }
        return nil
    }

    /// Records the step at which the server refused.
    private mutating func recordRefusal(
        _ answer: LicenseResponse,
        _ requestedID: AssetIDStep.RequestedID,
        _ requestDescription: String,
        at route: LicenseRoute
    ) {
        let key = input.keys[requestedID.keyIndex]
        var error = LicenseServerError(reading: answer.body)
        if route.isExternal {
            let request = AppRequest(.license, route.url, headers: route.headers)
            error = error?.redacted(answering: request)
        }
        // An answer without a known error number comes from something other than a license server, or from a
        // wrong address.
        let step = error?.step ?? .request
        let result = "HTTP status \(answer.status)" + (error.map { ", error \($0.status)" } ?? "")
        for passed in [FlowStep.request, .opening] where passed.rawValue < step.rawValue {
            results[passed].countRun(request: requestDescription, result: result)
        }
        if let error, step == .lookup {
            recordMiss(error, requestedID)
            return
        }
        let message = error?.message ?? "the server refused without a known error number"
        results[step].fail(
            at: key.location,
            (error.map { "\($0.status): " } ?? "") + message + " (\(result))",
            remedy: error?.remedy ?? "Check the server's log, and the address of the request."
        )
    }

    /// Records that an asset id was not found; if the rule is unknown, another asset id may be found.
    private mutating func recordMiss(_ error: LicenseServerError, _ requestedID: AssetIDStep.RequestedID) {
        let key = input.keys[requestedID.keyIndex]
        let message = error.message ?? "the server has no content key"
        let finding = FlowFinding(
            at: error.location ?? key.location,
            "\(error.status): \(message), for \(key.shownURI) of \(key.location)",
            remedy: error.remedy ?? "Check the server's log."
        )
        if requestedID.isTentative {
            misses[requestedID.keyIndex, default: []].append((requestedID.rule, finding))
        } else {
            results[.lookup].add(finding)
        }
    }

    // MARK: Looking at the answer

    /// Keeps the key of a license, or fails the step if another asset id rule gave a different key or IV.
    private mutating func keepLicense(
        _ opened: OpenedLicense,
        _ keyID: UUID?,
        _ requestedID: AssetIDStep.RequestedID
    ) {
        let license = License(key: opened.key, iv: opened.iv, keyID: keyID, requestedID: requestedID)
        guard let previous = licenses[requestedID.keyIndex] else {
            licenses[requestedID.keyIndex] = license
            return
        }
        guard let previous, previous.key != license.key || previous.iv != license.iv else { return }
        licenses.updateValue(nil, forKey: requestedID.keyIndex)
        results[.answer].fail(
            at: input.keys[requestedID.keyIndex].location,
            "the rule \(requestedID.rule ?? "of the app") gives another key than the rule before it",
            remedy: "Name the rule of the app (\(CommandOption.rule))."
        )
    }

    private mutating func recordExchange(
        _ requestedID: AssetIDStep.RequestedID,
        _ form: LicenseRequestForm,
        _ spc: [UInt8],
        _ status: Int,
        _ answer: LicenseExchange.Message?
    ) {
        guard exchanges.count < FlowReport.exchangeLimit else { return }
        exchanges.append(
            LicenseExchange(
                keyURI: input.keys[requestedID.keyIndex].shownURI,
                rule: requestedID.rule,
                assetIDLength: requestedID.assetID.count,
                assetIDSHA256: Hexadecimal.encode(SHA256.digest(of: requestedID.assetID)),
                form: form.rawValue,
                request: LicenseExchange.Message(spc, openedWith: credentials.privateKey),
                status: status,
                answer: answer
            )
        )
    }
}
