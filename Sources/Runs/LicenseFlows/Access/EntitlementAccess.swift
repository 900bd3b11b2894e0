import EntitlementMessages
import KeyRecordFormats
import KeyURITemplates
import LicenseMessages
import Presentations
import ProtectionTerms
import Rehearsal

/// The license access of an app that gets its token URL from an entitlement server (steps R03, R04).
///
/// The key line has the address of the entitlement server.
struct EntitlementAccess: LicenseAccess {
    /// The lookup in the exported file, or nil if no file is given; an external server has its own lookup.
    let lookup: KSMLookup?
    /// The URL of an external entitlement server, or nil to use the address in the key line.
    let entitlementURL: String?
    /// The kind of rights to request.
    let kind: EntitlementRequest.Kind
    /// The header fields with which the app authenticates; empty for none.
    let authorization: [AppRequest.Header]
    let transport: any LicenseTransport
    /// Indicates whether token URLs come from external servers, so that the license server is external, too.
    let isExternal: Bool
    let endsEarly: String?
    let given = ReceivedTokenURLs()

    var usesOneTimeTokens: Bool { true }
    var usesExternalTokens: Bool { isExternal }

    func exported(_ asking: AssetIDStep.Asking, _ key: KeyUse) throws(KSMRefusal) -> KSMLookup.Found? {
        try lookup?.key(for: asking.assetID)
    }

    func route(
        to asking: AssetIDStep.Asking,
        _ key: KeyUse,
        _ records: inout StepResults
    ) -> LicenseAccessOutcome {
        guard let address = AddressCheck(key: key).address(.entitlement, &records) else { return .failed }
        guard let contentID = String(validating: asking.assetID, as: UTF8.self) else {
            records[.entitlement].fail(
                at: key.place,
                "the content id of \(key.shownURI) is not UTF-8, which JSON cannot represent",
                remedy: "Use content ids in UTF-8."
            )
            return .failed
        }
        if kind != .time { tellOfBinding(key, &records) }
        var url: String?
        // A device is registered first; a second request then asks for a token bound to it.
        let kinds = kind == .deviceBound ? [.deviceRegistration, .deviceBound] : [kind]
        for kind in kinds {
            let request = EntitlementRequest(
                contentID: contentID,
                kind,
                cookie: kind == .time ? nil : "rehearsal"
            )
            switch ask(request, entitlementURL ?? address, asking, key, &records) {
            case .token(let token): url = token
            case .other(let outcome): return outcome
            }
        }
        return end(url ?? "", asking, key, &records)
    }

    private enum Asked {
        case token(String)
        case other(LicenseAccessOutcome)
    }

    private func ask(
        _ request: EntitlementRequest,
        _ url: String,
        _ asking: AssetIDStep.Asking,
        _ key: KeyUse,
        _ records: inout StepResults
    ) -> Asked {
        let response: LicenseResponse
        var posted = AppRequest(.entitlement, url, posting: request.body, as: "application/json")
        posted.headers += authorization
        do throws(LicenseTransportError) {
            response = try transport.perform(posted)
        } catch {
            records[.entitlement].fail(
                at: key.place,
                "the request to the entitlement server failed: \(error.reason)",
                remedy: "Start it, or correct its address."
            )
            return .other(.failed)
        }
        guard response.status == 200 else {
            refuse(response, key, &records)
            return .other(.failed)
        }
        var answer: EntitlementAnswer
        do throws(EntitlementMessageError) {
            answer = try EntitlementAnswer(reading: response.body)
            answer.errorText = answer.errorText.map { RedactedServerMessage.shown($0, answering: posted) }
        } catch {
            records[.entitlement].fail(
                at: key.place,
                "\(error)",
                remedy: "Answer as SEES does: messageID, version, isAllowed, epTokenURL."
            )
            return .other(.failed)
        }
        if let fault = answer.refusalReason(for: request) {
            if case .denied(let error?, let text) = fault,
                let outcome = outcome(of: error, text, asking, key, &records)
            {
                return .other(outcome)
            }
            records[.entitlement].fail(
                at: key.place,
                "\(fault.message), for \(key.shownURI)",
                remedy: fault.remedy
            )
            return .other(.failed)
        }
        records[.entitlement].countRun(
            request: "requestType \(request.requestType.rawValue) for \(key.shownURI)",
            result: "allowed, the messageID of the request"
        )
        return answer.epTokenURL.map { .token($0) } ?? .other(.failed)
    }

    /// Returns the outcome of a denial with the error number of a license server or token service.
    ///
    /// These numbers mean a missing key or token and not a denied title. Returns nil for other numbers.
    private func outcome(
        of error: Int,
        _ text: String?,
        _ asking: AssetIDStep.Asking,
        _ key: KeyUse,
        _ records: inout StepResults
    ) -> LicenseAccessOutcome? {
        if error == KSMStatus.noContentKey.rawValue {
            do throws(KSMRefusal) {
                _ = try exported(asking, key)
            } catch {
                return .miss(LicenseServerError(error))
            }
            return .miss(LicenseServerError(status: error, message: text))
        }
        guard let code = TokenRefusal.Code(rawValue: error) else { return nil }
        let place = (try? exported(asking, key))?.exported.location
        return CustomerServer.Failure.refused(
            TokenRefusal(code, text ?? code.words),
            place: place
        )
        .outcome(of: key, &records)
    }

    private func refuse(_ response: LicenseResponse, _ key: KeyUse, _ records: inout StepResults) {
        let isUnauthorized = response.status == 401 || response.status == 403
        records[.entitlement].fail(
            at: key.place,
            "the entitlement server answers with HTTP status \(response.status), expected 200, for \(key.shownURI)",
            remedy: isUnauthorized
                ? "Let the app send its credentials (--authorization-file)."
                : "Check its log, and the address of the request."
        )
    }

    /// Checks the token request of the customer's server (step R04).
    private func end(
        _ url: String,
        _ asking: AssetIDStep.Asking,
        _ key: KeyUse,
        _ records: inout StepResults
    ) -> LicenseAccessOutcome {
        let found: KSMLookup.Found?
        do throws(KSMRefusal) {
            found = try exported(asking, key)
        } catch {
            return .miss(LicenseServerError(error))
        }
        let came = "a token URL of \(url.utf8.count) bytes"
        if entitlementURL != nil {
            // The external server's token request is not visible here.
            records[.token].countRun(request: "the token URL of the entitlement answer", result: came)
        } else if let found {
            do throws(TokenRefusal) {
                _ = try TokenRequest(
                    key: found.key,
                    iv: found.iv,
                    rentalSeconds: found.exported.terms.rentalSeconds ?? 0
                )
            } catch {
                return CustomerServer.Failure.refused(error, place: found.exported.location)
                    .outcome(of: key, &records)
            }
            records[.token].countRun(request: TokenAccess.asked(found), result: came)
        } else {
            records[.token].skip("the server asks for tokens itself, and no export is given")
        }
        guard given.isOwn(url, of: found, key, &records[.token]) else { return .failed }
        guard endsEarly != nil, let found else {
            return .route(LicenseRoute(url: url, isExternal: isExternal))
        }
        return .end(found)
    }

    private func tellOfBinding(_ key: KeyUse, _ records: inout StepResults) {
        records[.entitlement].warn(
            at: nil,
            "tokens that are bound to a device are contradictory: the entitlement API has them (requestType 2 and 3), and the token "
                + "service refuses them for FairPlay (\(TokenRefusal.Code.deviceBinding.rawValue))",
            remedy: "Ask the provider, or request a time-bound token (requestType 1)."
        )
    }
}

extension EntitlementFault {
    /// The fault as a sentence for messages.
    var message: String {
        switch self {
        case .wrongMessageID:
            return "the answer has another messageID than the request, which counts as denied"
        case .version(let version, let asked):
            return "the answer is of version \(version), expected 1 to \(asked)"
        case .denied(let error, let text):
            let number = error.map { " (error \($0))" } ?? ""
            return "the entitlement server denies the title\(number)"
                + (text.map { ": \($0)" } ?? "")
        case .noTokenURL: return "the entitlement server allows the title and gives no epTokenURL"
        case .tokenURL(let fault): return "the epTokenURL \(fault.words)"
        }
    }

    var remedy: String {
        switch self {
        case .wrongMessageID: "Repeat the messageID of the request."
        case .version: "Answer in the version of the request, or an older one."
        case .denied:
            "Find out why: the title may be unknown under this content id, or the account may not be entitled to it."
        case .noTokenURL: "Give the token URL that the token service answered with."
        case .tokenURL(let fault): fault.remedy
        }
    }
}
