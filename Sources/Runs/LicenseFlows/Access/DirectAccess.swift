import Rehearsal

/// The license access of an app that knows the address of its license server.
struct DirectAccess: LicenseAccess {
    let licenseURL: String
    let certificateURL: String?
    /// The lookup in the exported file, or nil if only an external license server has the file.
    let lookup: KSMLookup?
    /// Indicates whether the license server is external.
    let isExternal: Bool

    func exported(_ asking: AssetIDStep.Asking, _ key: KeyUse) throws(KSMRefusal) -> KSMLookup.Found? {
        try lookup?.key(for: asking.assetID)
    }

    func route(
        to asking: AssetIDStep.Asking,
        _ key: KeyUse,
        _ records: inout StepResults
    ) -> LicenseAccessOutcome {
        .route(LicenseRoute(url: licenseURL, isExternal: isExternal))
    }
}
