import Rehearsal

/// The way of the customer's server to the token service beside it, without HTTP.
struct OwnTokenService: LicenseTransport {
    let servers: TokenServers
    let faults: FaultPlan

    func perform(_ request: AppRequest) throws(LicenseTransportError) -> LicenseResponse {
        if let fault = faults.take(.token) { return LicenseResponse(fault.answer(isOfNAGRA: false)) }
        return LicenseResponse(servers.token(for: request.body ?? []))
    }
}
