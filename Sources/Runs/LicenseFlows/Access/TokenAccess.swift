import EntitlementMessages
import KeyRecordFormats
import ProtectionTerms
import Rehearsal

/// The license access of an app whose own server gets a token for the asset id (step R04).
struct TokenAccess: LicenseAccess {
    let server: CustomerServer
    /// Indicates whether the token service is external, so that the license server at its token URLs is, too.
    let isExternal: Bool
    let earlyEndReason: String?
    let receivedURLs = ReceivedTokenURLs()

    var usesOneTimeTokens: Bool { true }
    var usesExternalTokens: Bool { isExternal }

    func exportedKey(_ id: AssetIDStep.RequestedID, _ key: KeyUse) throws(KSMRefusal) -> KSMLookup
        .UsableKey?
    {
        try server.lookup.key(for: id.assetID)
    }

    func route(
        to requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        _ results: inout StepResults
    ) -> LicenseAccessOutcome {
        do throws(CustomerServer.Failure) {
            let token = try server.token(for: requestedID.assetID)
            results[.token].countRun(
                request: Self.requestDescription(token.key),
                result: "a token URL of \(token.url.utf8.count) bytes"
            )
            guard receivedURLs.register(token.url, of: token.key, key, &results[.token]) else {
                return .failed
            }
            return earlyEndReason == nil
                ? .route(LicenseRoute(url: token.url, isExternal: isExternal)) : .end(token.key)
        } catch {
            return error.outcome(of: key, &results)
        }
    }

    /// Describes a token request for the report.
    static func requestDescription(_ found: KSMLookup.UsableKey) -> String {
        let rental = found.exportedKey.terms.rentalSeconds.map { ", rentalDuration \($0)" } ?? ""
        return "a token: contentKey and iv of 32 digits\(rental), of \(found.exportedKey.description)"
    }
}

extension CustomerServer.Failure {
    /// Records the failure in step R04, except a missing key, which step R08 reports.
    func outcome(of key: KeyUse, _ results: inout StepResults) -> LicenseAccessOutcome {
        switch self {
        case .lookup(let refusal):
            return .miss(LicenseServerError(refusal))
        case .refused(let refusal, let location):
            results[.token].fail(
                at: location ?? key.location,
                "\(refusal), for \(key.shownURI)",
                remedy: refusal.code.remedy
            )
        case .answer(let message, let remedy):
            results[.token].fail(at: key.location, message, remedy: remedy)
        case .unreachable(let reason):
            results[.token].fail(
                at: key.location,
                "the request to the token service failed: \(reason)",
                remedy: "Start it, or correct its address (\(CommandOption.tokenURL))."
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
        case .rentalDuration: "Demand a rental in whole seconds (keys policy \(CommandOption.rental))."
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
