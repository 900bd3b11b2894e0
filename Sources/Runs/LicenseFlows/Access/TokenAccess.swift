import EntitlementMessages
import KeyRecordFormats
import ProtectionTerms
import Rehearsal

/// The license access of an app whose own server gets a token for the asset id (step R04).
struct TokenAccess: LicenseAccess {
    let server: CustomerServer
    /// Indicates whether the token service is external, so that the license server at its token URLs is, too.
    let isExternal: Bool
    let endsEarly: String?
    let given = ReceivedTokenURLs()

    var usesOneTimeTokens: Bool { true }
    var usesExternalTokens: Bool { isExternal }

    func exported(_ asking: AssetIDStep.Asking, _ key: KeyUse) throws(KSMRefusal) -> KSMLookup.Found? {
        try server.lookup.key(for: asking.assetID)
    }

    func route(
        to asking: AssetIDStep.Asking,
        _ key: KeyUse,
        _ records: inout StepResults
    ) -> LicenseAccessOutcome {
        do throws(CustomerServer.Failure) {
            let token = try server.token(for: asking.assetID)
            records[.token].countRun(
                request: Self.asked(token.found),
                result: "a token URL of \(token.url.utf8.count) bytes"
            )
            guard given.isOwn(token.url, of: token.found, key, &records[.token]) else { return .failed }
            return endsEarly == nil
                ? .route(LicenseRoute(url: token.url, isExternal: isExternal)) : .end(token.found)
        } catch {
            return error.outcome(of: key, &records)
        }
    }

    /// Describes a token request for the report.
    static func asked(_ found: KSMLookup.Found) -> String {
        let rental = found.exported.terms.rentalSeconds.map { ", rentalDuration \($0)" } ?? ""
        return "a token: contentKey and iv of 32 digits\(rental), of \(found.exported.description)"
    }
}

extension CustomerServer.Failure {
    /// Records the failure in step R04, except a missing key, which step R08 reports.
    func outcome(of key: KeyUse, _ records: inout StepResults) -> LicenseAccessOutcome {
        switch self {
        case .lookup(let refusal):
            return .miss(LicenseServerError(refusal))
        case .refused(let refusal, let place):
            records[.token].fail(
                at: place ?? key.place,
                "\(refusal), for \(key.shownURI)",
                remedy: refusal.code.remedy
            )
        case .answer(let message, let remedy):
            records[.token].fail(at: key.place, message, remedy: remedy)
        case .unreachable(let reason):
            records[.token].fail(
                at: key.place,
                "the request to the token service failed: \(reason)",
                remedy: "Start it, or correct its address (--token-url)."
            )
        }
        return .failed
    }
}

extension TokenRefusal.Code {
    var remedy: String {
        switch self {
        case .expirationTime:
            "Request a lifetime of at most 30 days, as +SECONDS (%2B in a form) or a time in UTC."
        case .contentKey, .contentKeyDigits:
            "Protect the title with sample-aes, and send the 16 bytes of its key in 32 hex digits."
        case .authenticator, .noAuthenticator:
            "Give the authenticator of this service: test and production have their own."
        case .administration, .noTokensLeft, .accountDisabled, .disabled, .noFairPlay:
            "Ask the provider about the account."
        case .cookie: "Send a cookie of at most \(TokenRequest.cookieLimit) characters, or none."
        case .iv: "Send the IV of the record in 32 hex digits."
        case .rentalDuration: "Demand a rental in whole seconds (keys policy --rental)."
        case .token: "Ask for a new token for each license."
        case .deviceBinding, .device:
            "Request a token that is not bound to a device: FairPlay does not support bound tokens."
        case .noKeyID, .keyStorage, .keyIDDigits, .keyIDText, .keyID, .wrappedKey, .noValue:
            "Send contentKey and iv, or what the provider's key storage requires."
        case .extensionType, .extensionPayload, .errorFormat, .generalFlags, .fairPlayExtension, .tokenType:
            "Leave the parameter out."
        case .license, .keyData: "Check the key and the SPC that were sent."
        }
    }
}
