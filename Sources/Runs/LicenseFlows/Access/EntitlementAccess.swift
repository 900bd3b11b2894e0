import EntitlementMessages
import KeyRecordFormats
import KeyURITemplates
import LicenseMessages
import Presentations
import ProtectionTerms
import Rehearsal

/// The access of an app that finds the address of an entitlement server in the key line (R03), which gives a token URL (R04).
struct EntitlementAccess: LicenseAccess {
    /// The look-up in the exported file, which a server of others does itself; nil where none is given.
    let lookup: KSMLookup?
    /// The entitlement server of others that is asked in the place of the key line's; nil for that one.
    let entitlementURL: String?
    /// What is asked for.
    let kind: EntitlementRequest.Kind
    /// What the app sends along to prove who it is; empty for nothing.
    let authorization: [AppRequest.Header]
    let transport: any LicenseTransport
    /// Whether token URLs come of servers of others, and so the license server at them.
    let isOfOthers: Bool
    let endsEarly: String?
    let given = GivenTokenURLs()

    var isFresh: Bool { true }
    var usesTokensOfOthers: Bool { isOfOthers }

    func exported(_ asking: AssetIDStep.Asking, _ key: KeyUse) throws(KSMRefusal) -> KSMLookup.Found? {
        try lookup?.key(for: asking.assetID)
    }

    func route(
        to asking: AssetIDStep.Asking,
        _ key: KeyUse,
        _ records: inout StepRecords
    ) -> LicenseAccessOutcome {
        guard let address = AddressCheck(key: key).address(.entitlement, &records) else { return .failed }
        guard let contentID = String(validating: asking.assetID, as: UTF8.self) else {
            records[.entitlement].fail(
                at: key.place,
                "the content id of \(key.shownURI) is not UTF-8, and JSON has no place for it",
                remedy: "Use content ids of UTF-8."
            )
            return .failed
        }
        if kind != .time { tellOfBinding(key, &records) }
        var url: String?
        // A device is registered first, and asks again then.
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
        _ records: inout StepRecords
    ) -> Asked {
        let response: LicenseResponse
        var posted = AppRequest(.entitlement, url, posting: request.body, as: "application/json")
        posted.headers += authorization
        do throws(LicenseTransportError) {
            response = try transport.perform(posted)
        } catch {
            records[.entitlement].fail(
                at: key.place,
                "the entitlement server cannot be asked: \(error.reason)",
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
            answer.errorText = answer.errorText.map { ForeignWords.shown($0, answering: posted) }
        } catch {
            records[.entitlement].fail(
                at: key.place,
                "\(error)",
                remedy: "Answer as SEES does: messageID, version, isAllowed, epTokenURL."
            )
            return .other(.failed)
        }
        if let fault = answer.fault(for: request) {
            if case .denied(let error?, let text) = fault,
                let outcome = outcome(of: error, text, asking, key, &records)
            {
                return .other(outcome)
            }
            records[.entitlement].fail(
                at: key.place,
                "\(fault.words), for \(key.shownURI)",
                remedy: fault.remedy
            )
            return .other(.failed)
        }
        records[.entitlement].walk(
            asked: "requestType \(request.requestType.rawValue) for \(key.shownURI)",
            came: "allowed, the messageID of the request"
        )
        return answer.epTokenURL.map { .token($0) } ?? .other(.failed)
    }

    /// Who says the number of a key server or of the token service denies nothing, but has no key, or gets no token.
    private func outcome(
        of error: Int,
        _ text: String?,
        _ asking: AssetIDStep.Asking,
        _ key: KeyUse,
        _ records: inout StepRecords
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
        let place = (try? exported(asking, key))?.exported.place
        return CustomerServer.Failure.refused(
            TokenRefusal(code, text ?? code.words),
            place: place
        )
        .outcome(of: key, &records)
    }

    private func refuse(_ response: LicenseResponse, _ key: KeyUse, _ records: inout StepRecords) {
        let isUnauthorized = response.status == 401 || response.status == 403
        records[.entitlement].fail(
            at: key.place,
            "the entitlement server answers with HTTP status \(response.status), expected 200, for \(key.shownURI)",
            remedy: isUnauthorized
                ? "Let the app send what the server knows it by (--authorization-file)."
                : "Look into its log, and at the address that was asked."
        )
    }

    /// R04: what the customer's server has to ask for.
    private func end(
        _ url: String,
        _ asking: AssetIDStep.Asking,
        _ key: KeyUse,
        _ records: inout StepRecords
    ) -> LicenseAccessOutcome {
        let found: KSMLookup.Found?
        do throws(KSMRefusal) {
            found = try exported(asking, key)
        } catch {
            return .miss(LicenseServerError(error))
        }
        let came = "a token URL of \(url.utf8.count) bytes"
        if entitlementURL != nil {
            // Nobody here sees what that server asks the token service for.
            records[.token].walk(asked: "the token URL of the entitlement answer", came: came)
        } else if let found {
            do throws(TokenRefusal) {
                _ = try TokenRequest(
                    key: found.key,
                    iv: found.iv,
                    rentalSeconds: found.exported.terms.rentalSeconds ?? 0
                )
            } catch {
                return CustomerServer.Failure.refused(error, place: found.exported.place)
                    .outcome(of: key, &records)
            }
            records[.token].walk(asked: TokenAccess.asked(found), came: came)
        } else {
            records[.token].skip("the server asks for tokens itself, and no export is given")
        }
        guard given.isOwn(url, of: found, key, &records[.token]) else { return .failed }
        guard endsEarly != nil, let found else {
            return .route(LicenseRoute(url: url, isOfOthers: isOfOthers))
        }
        return .end(found)
    }

    private func tellOfBinding(_ key: KeyUse, _ records: inout StepRecords) {
        records[.entitlement].warn(
            at: nil,
            "tokens that are bound to a device are contradictory: the entitlement API has them (requestType 2 and 3), and the token "
                + "service refuses them for FairPlay (\(TokenRefusal.Code.deviceBinding.rawValue))",
            remedy: "Ask the provider, or ask for time (requestType 1)."
        )
    }
}

extension EntitlementFault {
    /// What is wrong.
    var words: String {
        switch self {
        case .otherMessageID:
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

    /// What to do.
    var remedy: String {
        switch self {
        case .otherMessageID: "Repeat the messageID of the request."
        case .version: "Answer in the version of the request, or an older one."
        case .denied: "Look up why: the title may not be known by this content id, or the account not be let."
        case .noTokenURL: "Give the token URL that the token service answered with."
        case .tokenURL(let fault): fault.remedy
        }
    }
}
