import ProtectionTerms
import Rehearsal

/// The way of the customer's server to the token service beside it, without HTTP.
struct OwnTokenService: LicenseTransport {
    let servers: TokenServers
    let faults: FaultPlan
    /// The flows that have tokens.
    let flows: [LicenseFlow]
    /// Is told of a fault.
    let trace: RequestTrace

    func perform(_ request: AppRequest) throws(LicenseTransportError) -> LicenseResponse {
        if let fault = faults.take([.token], of: flows) {
            trace.take(fault)
            return LicenseResponse(fault.answer(isOfNAGRA: false))
        }
        return LicenseResponse(servers.token(for: request.body ?? []))
    }
}
