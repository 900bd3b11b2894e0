import HTTPTransfers
import WipedMemory

/// Servers over HTTP (libcurl): those of the request's address, or stand-ins on this machine.
struct HTTPLicenseTransport: LicenseTransport {
    /// The largest answer, in bytes: a CKC is some hundred.
    private static let byteLimit = 1 << 20

    /// The stand-ins that answer for servers of other hosts; nil where there are none.
    var standIns: StandInServer?
    /// Whether a request goes to the stand-ins.
    var isOurs: @Sendable (AppRequest) -> Bool = { _ in false }
    /// The longest time until an answer; nil for that of documents.
    var limit: Duration?

    func perform(_ request: AppRequest) throws(LicenseTransportError) -> LicenseResponse {
        do throws(HTTPError) {
            var transfer = HTTPRequest(request.body == nil ? .get : .post, try HTTPURL(request.url))
            transfer.body = request.body ?? []
            defer { secureErase(&transfer.body) }
            transfer.limits.bytes = Self.byteLimit
            if let limit { (transfer.limits.total, transfer.limits.silence) = (limit, limit) }
            for header in request.headers {
                transfer.headers.append(try HTTPHeader(name: header.name, value: header.value))
            }
            if isOurs(request) { try standIns?.direct(&transfer) }
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
