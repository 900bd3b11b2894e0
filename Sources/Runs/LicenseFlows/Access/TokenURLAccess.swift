import EntitlementMessages
import KeyRecordFormats
import KeyURITemplates
import Presentations
import ProtectionTerms
import Rehearsal

/// The license access of an app that changes the scheme of the key URI to get the token URL (step R04).
struct TokenURLAccess: LicenseAccess {
    let lookup: KeyURLLookup
    /// The URL of an external license server, or nil to use the URL in the key line.
    let licenseURL: String?

    func exportedKey(_ id: AssetIDStep.RequestedID, _ key: KeyUse) throws(KSMRefusal) -> KSMLookup
        .UsableKey?
    {
        try lookup.usableKey(for: TokenURL.replacingScheme(key.uri) ?? key.uri)
    }

    func route(
        to requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        _ results: inout StepResults
    ) -> LicenseAccessOutcome {
        guard let url = AddressCheck(key: key).address(.token, &results) else { return .failed }
        return .route(LicenseRoute(url: licenseURL ?? url, isExternal: licenseURL != nil))
    }

    func checkSessions(
        _ requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        license: (LicenseRoute) -> LicenseRenewalReason.Answer,
        _ result: inout StepResult
    ) {
        result.warn(
            at: key.location,
            "the key URI contains the token, which everyone can read, and AirPlay and renewals use the same one: token services give one "
                + "license for a token, or accept it only for a short time",
            remedy:
                "Let the app get a token for each request (\(CommandOption.template) expressplay), except for tests."
        )
    }
}
