import HTTPTransfers
import WipedMemory

/// A license transport over HTTP (libcurl), to the host in the URL or to stand-ins on this machine.
struct HTTPLicenseTransport: LicenseTransport {
    /// The maximum length of an answer, in bytes; a CKC has some hundred.
    private static let byteLimit = 1 << 20

    /// The stand-ins for other hosts, or nil if there are none.
    var standIns: StandInServer?
    /// Indicates whether a request goes to the stand-ins.
    var isForStandIns: @Sendable (AppRequest) -> Bool = { _ in false }
    /// The maximum time to wait for an answer, or nil for the default of HTTP transfers.
    var timeout: Duration?

    func perform(_ request: AppRequest) throws(LicenseTransportError) -> LicenseResponse {
        do throws(HTTPError) {
            var transfer = HTTPRequest(request.body == nil ? .get : .post, try HTTPURL(request.url))
            transfer.body = request.body ?? []
            defer { secureErase(&transfer.body) }
            transfer.limits.bodyByteCount = Self.byteLimit
            if let timeout { (transfer.limits.totalTime, transfer.limits.silence) = (timeout, timeout) }
            for header in request.headers {
                transfer.headers.append(try HTTPHeader(name: header.name, value: header.value))
            }
            if isForStandIns(request) { try standIns?.redirect(&transfer) }
            let response = try HTTPTransfer.perform(transfer)
            return LicenseResponse(
                status: response.status,
                body: response.body.withSpan { body in body.indices.map { body[$0] } }
            )
        } catch {
            throw LicenseTransportError("\(error)")
        }
    }
}
