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
    let earlyEndReason: String?
    let receivedURLs = ReceivedTokenURLs()

    var usesOneTimeTokens: Bool { true }
    var usesExternalTokens: Bool { isExternal }

    func exportedKey(_ id: AssetIDStep.RequestedID, _ key: KeyUse) throws(KSMRefusal) -> KSMLookup
        .UsableKey?
    {
        try lookup?.key(for: id.assetID)
    }

    func route(
        to requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        _ results: inout StepResults
    ) -> LicenseAccessOutcome {
        guard let address = AddressCheck(key: key).address(.entitlement, &results) else { return .failed }
        guard let contentID = String(validating: requestedID.assetID, as: UTF8.self) else {
            results[.entitlement].fail(
                at: key.location,
                "the content id of \(key.shownURI) is not UTF-8, which JSON cannot represent",
                remedy: "Use content ids in UTF-8."
            )
            return .failed
        }
        if kind != .time { warnAboutDeviceBinding(key, &results) }
        var url: String?
        // A device is registered first; a second request then asks for a token bound to it.
        let kinds = kind == .deviceBound ? [.deviceRegistration, .deviceBound] : [kind]
        for kind in kinds {
            let request = EntitlementRequest(
                contentID: contentID,
                kind,
                cookie: kind == .time ? nil : "rehearsal"
            )
            switch ask(request, entitlementURL ?? address, requestedID, key, &results) {
            case .token(let token): url = token
            case .outcome(let outcome): return outcome
            }
        }
        return checkTokenURL(url ?? "", requestedID, key, &results)
    }

    private enum EntitlementResult {
        case token(String)
        case outcome(LicenseAccessOutcome)
    }

    private func ask(
        _ request: EntitlementRequest,
        _ url: String,
        _ requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        _ results: inout StepResults
    ) -> EntitlementResult {
        let response: LicenseResponse
        var appRequest = AppRequest(.entitlement, url, posting: request.body, as: "application/json")
        appRequest.headers += authorization
        do throws(LicenseTransportError) {
            response = try transport.perform(appRequest)
        } catch {
            results[.entitlement].fail(
                at: key.location,
                "the request to the entitlement server failed: \(error.reason)",
                remedy: "Start it, or correct its address."
            )
            return .outcome(.failed)
        }
        guard response.status == 200 else {
            recordRefusal(response, key, &results)
            return .outcome(.failed)
        }
        var answer: EntitlementAnswer
        do throws(EntitlementMessageError) {
            answer = try EntitlementAnswer(reading: response.body)
            answer.errorText = answer.errorText.map { RedactedServerMessage.shown($0, answering: appRequest) }
        } catch {
            results[.entitlement].fail(
                at: key.location,
                "\(error)",
                remedy: "Answer as SEES does: messageID, version, isAllowed, epTokenURL."
            )
            return .outcome(.failed)
        }
        if let fault = answer.refusalReason(for: request) {
            if case .denied(let error?, let text) = fault,
                let outcome = outcome(of: error, text, requestedID, key, &results)
            {
                return .outcome(outcome)
            }
            results[.entitlement].fail(
                at: key.location,
                "\(fault.message), for \(key.shownURI)",
                remedy: fault.remedy
            )
            return .outcome(.failed)
        }
        results[.entitlement].countRun(
            request: "requestType \(request.requestType.rawValue) for \(key.shownURI)",
            result: "allowed, the messageID of the request"
        )
        return answer.epTokenURL.map { .token($0) } ?? .outcome(.failed)
    }

    /// Returns the outcome of a denial with the error number of a license server or token service.
    ///
    /// These numbers mean a missing key or token and not a denied title. Returns nil for other numbers.
    private func outcome(
        of error: Int,
        _ text: String?,
        _ requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        _ results: inout StepResults
    ) -> LicenseAccessOutcome? {
        if error == KSMStatus.noContentKey.rawValue {
            do throws(KSMRefusal) {
                _ = try exportedKey(requestedID, key)
            } catch {
                return .miss(LicenseServerError(error))
            }
            return .miss(LicenseServerError(status: error, message: text))
        }
        guard let code = TokenRefusal.Code(rawValue: error) else { return nil }
        let location = (try? exportedKey(requestedID, key))?.exportedKey.location
        return CustomerServer.Failure.refused(
            TokenRefusal(code, text ?? code.meaning),
            location: location
        )
        .outcome(of: key, &results)
    }

    private func recordRefusal(_ response: LicenseResponse, _ key: KeyUse, _ results: inout StepResults) {
        let isUnauthorized = response.status == 401 || response.status == 403
        results[.entitlement].fail(
            at: key.location,
            "the entitlement server answers with HTTP status \(response.status), expected 200, for \(key.shownURI)",
            remedy: isUnauthorized
                ? "Let the app send its credentials (\(CommandOption.authorizationFile))."
                : "Check its log, and the address of the request."
        )
    }

    /// Checks the token request of the customer's server (step R04).
    private func checkTokenURL(
        _ url: String,
        _ requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        _ results: inout StepResults
    ) -> LicenseAccessOutcome {
        let found: KSMLookup.UsableKey?
        do throws(KSMRefusal) {
            found = try exportedKey(requestedID, key)
        } catch {
            return .miss(LicenseServerError(error))
        }
        let result = "a token URL of \(url.utf8.count) bytes"
        if entitlementURL != nil {
            // The external server's token request is not visible here.
            results[.token].countRun(request: "the token URL of the entitlement answer", result: result)
        } else if let found {
            do throws(TokenRefusal) {
                _ = try TokenRequest(
                    key: found.key,
                    iv: found.iv,
                    rentalSeconds: found.exportedKey.terms.rentalSeconds ?? 0
                )
            } catch {
                return CustomerServer.Failure.refused(error, location: found.exportedKey.location)
                    .outcome(of: key, &results)
            }
            results[.token].countRun(request: TokenAccess.requestDescription(found), result: result)
        } else {
            results[.token].skip("the server asks for tokens itself, and no export is given")
        }
        guard receivedURLs.register(url, of: found, key, &results[.token]) else { return .failed }
        guard earlyEndReason != nil, let found else {
            return .route(LicenseRoute(url: url, isExternal: isExternal))
        }
        return .end(found)
    }

    private func warnAboutDeviceBinding(_ key: KeyUse, _ results: inout StepResults) {
        results[.entitlement].warn(
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
        case .version(let version, let requestedVersion):
            return "the answer is of version \(version), expected 1 to \(requestedVersion)"
        case .denied(let error, let text):
            let number = error.map { " (error \($0))" } ?? ""
            return "the entitlement server denies the title\(number)"
                + (text.map { ": \($0)" } ?? "")
        case .noTokenURL: return "the entitlement server allows the title and gives no epTokenURL"
        case .tokenURL(let fault): return "the epTokenURL \(fault.predicate)"
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
