import EntitlementMessages

/// A license transport that reports session tokens in license answers.
struct SessionTransport: LicenseTransport {
    let transport: any LicenseTransport
    let onToken: @Sendable (String) -> Void

    func perform(_ request: AppRequest) throws(LicenseTransportError) -> LicenseResponse {
        let response = try transport.perform(request)
        if request.purpose == .license, response.status == 200,
            let token = (try? LicenseServiceAnswer(reading: response.body))?.sessionToken
        {
            onToken(token)
        }
        return response
    }
}
