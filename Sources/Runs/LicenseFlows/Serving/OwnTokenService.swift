import ProtectionTerms
import Rehearsal

/// A transport from the customer's server to the token service in the same process, without HTTP.
struct OwnTokenService: LicenseTransport {
    let servers: TokenServers
    let faults: FaultPlan
    /// The flows for which faults are injected.
    let flows: [LicenseFlow]
    /// Records injected faults.
    let trace: RequestTrace

    func perform(_ request: AppRequest) throws(LicenseTransportError) -> LicenseResponse {
        if let fault = faults.nextFault(at: [.token], of: flows) {
            trace.record(fault)
            return LicenseResponse(fault.answer(isOfNAGRA: false))
        }
        return LicenseResponse(servers.token(for: request.body ?? []))
    }
}
