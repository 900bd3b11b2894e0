import HTTPTransfers
import WipedMemory

/// A license server over HTTP (libcurl).
struct HTTPLicenseTransport: LicenseTransport {
    /// A CKC is some hundred bytes.
    private static let byteLimit = 1 << 20

    /// The address of licenses.
    let licenseURL: String
    /// The address of the certificate; nil for none.
    let certificateURL: String?
    /// The longest time until an answer; nil for that of documents.
    var limit: Duration?

    func certificate() throws(LicenseTransportError) -> LicenseResponse? {
        guard let certificateURL else { return nil }
        return try perform(.get, certificateURL)
    }

    func post(_ body: [UInt8], _ form: LicenseRequestForm) throws(LicenseTransportError) -> LicenseResponse {
        try perform(.post, licenseURL, body, form.contentType)
    }

    private func perform(
        _ method: HTTPRequest.Method,
        _ url: String,
        _ body: [UInt8] = [],
        _ contentType: String? = nil
    ) throws(LicenseTransportError) -> LicenseResponse {
        do throws(HTTPError) {
            var request = HTTPRequest(method, try HTTPURL(url))
            request.body = body
            request.limits.bytes = Self.byteLimit
            if let limit { (request.limits.total, request.limits.silence) = (limit, limit) }
            if let contentType {
                request.headers = [try HTTPHeader(name: "Content-Type", value: contentType)]
            }
            let response = try HTTPTransfer.perform(request)
            return LicenseResponse(
                status: response.status,
                body: response.body.withSpan { body in body.indices.map { body[$0] } }
            )
        } catch {
            throw LicenseTransportError("\(error)")
        }
    }
}
