import Rehearsal

/// The access of an app that knows the address of its license server.
struct DirectAccess: LicenseAccess {
    let licenseURL: String
    let certificateURL: String?
    /// The look-up in the exported file; nil where a key server of others has it.
    let lookup: KSMLookup?
    /// Whether the license server is one of others.
    let isOfOthers: Bool

    func exported(_ asking: AssetIDStep.Asking, _ key: KeyUse) throws(KSMRefusal) -> KSMLookup.Found? {
        try lookup?.key(for: asking.assetID)
    }

    func route(
        to asking: AssetIDStep.Asking,
        _ key: KeyUse,
        _ records: inout StepRecords
    ) -> LicenseAccessOutcome {
        .route(LicenseRoute(url: licenseURL, isOfOthers: isOfOthers))
    }
}
