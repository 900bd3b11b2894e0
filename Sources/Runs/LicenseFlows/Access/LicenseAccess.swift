import Rehearsal

/// A strategy by which an app gets from the asset id to the license address, by asking other servers if
/// needed (steps R03, R04).
protocol LicenseAccess {
    /// The URL of the certificate, or nil if the app has it.
    var certificateURL: String? { get }

    /// Indicates whether each license request has a new token that grants one license.
    var usesOneTimeTokens: Bool { get }

    /// The reason why the flow ends before licenses, or nil if licenses are requested.
    var earlyEndReason: String? { get }

    /// Indicates whether each request uses up a token of external servers, which may cost money.
    var usesExternalTokens: Bool { get }

    /// Finds the key for an asset id in the exported file.
    ///
    /// - Parameters:
    ///   - id: the asset id.
    ///   - key: the key line.
    /// - Returns: the key, or nil if no file is given.
    /// - Throws: `KSMRefusal` if the file has no such key.
    func exportedKey(_ id: AssetIDStep.RequestedID, _ key: KeyUse) throws(KSMRefusal) -> KSMLookup
        .UsableKey?

    /// Requests the address of a license.
    ///
    /// - Parameters:
    ///   - requestedID: the asset id.
    ///   - key: the key line.
    ///   - results: the steps to add results to.
    /// - Returns: the outcome.
    func route(
        to requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        _ results: inout StepResults
    ) -> LicenseAccessOutcome

    /// Wraps the transport of license requests, so that the app can observe session tokens in the answers.
    func observing(_ transport: any LicenseTransport) -> any LicenseTransport

    /// Checks sessions after the first license: heartbeats, renewal, teardown (step R12).
    ///
    /// - Parameters:
    ///   - requestedID: the asset id of a key whose license was delivered.
    ///   - key: the key line.
    ///   - license: requests the license at an address, as a device during playback.
    ///   - result: the result of step R12.
    func checkSessions(
        _ requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        license: (LicenseRoute) -> LicenseRenewalReason.Answer,
        _ result: inout StepResult
    )

    /// Ends sessions at the servers, also after a failure.
    func end()
}

extension LicenseAccess {
    var certificateURL: String? { nil }
    var usesOneTimeTokens: Bool { false }
    var earlyEndReason: String? { nil }
    var usesExternalTokens: Bool { false }

    func observing(_ transport: any LicenseTransport) -> any LicenseTransport { transport }

    func checkSessions(
        _ requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        license: (LicenseRoute) -> LicenseRenewalReason.Answer,
        _ result: inout StepResult
    ) {}

    func end() {}
}

/// The outcome of an app's requests before the license.
enum LicenseAccessOutcome {
    /// The license address.
    case route(LicenseRoute)
    /// The flow ends before licenses (``LicenseAccess/earlyEndReason``); the key comes from the exported
    /// file.
    case end(KSMLookup.UsableKey)
    /// A server has no key for the asset id.
    case miss(LicenseServerError)
    /// A failure, which the steps report.
    case failed
}
