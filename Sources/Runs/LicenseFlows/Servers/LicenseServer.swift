import LicenseMessages
package import LoopbackServers
package import Rehearsal

/// A key security module as an HTTP server on loopback: `GET /certificate`, `POST /license`.
///
/// Each answer says which device key function made it.
package struct LicenseServer {
    /// The path of the certificate.
    static let certificatePath = "/certificate"
    /// The path of licenses.
    static let licensePath = "/license"

    /// More than a device key function takes that is a command.
    private static let limit = Duration.seconds(150)

    private let server: LoopbackServer

    /// Starts it.
    ///
    /// - Parameters:
    ///   - module: answers requests.
    ///   - certificate: in DER.
    ///   - function: the name of the device key function.
    /// - Throws: `LoopbackServerError`.
    package init(
        _ module: KeySecurityModule,
        certificate: [UInt8],
        function: String
    ) throws(LoopbackServerError) {
        server = try LoopbackServer { request in
            let named: LoopbackFields = ["X-Device-Key-Function": function]
            switch (request.method, request.path) {
            case ("GET", Self.certificatePath):
                return LoopbackResponse(status: 200, headers: named, body: certificate)
            case ("POST", Self.licensePath):
                let (status, body) = Self.answer(request, module)
                return LoopbackResponse(status: status, headers: named, body: body)
            default: return LoopbackResponse(status: 404, headers: named)
            }
        }
    }

    /// The URL of licenses.
    package var licenseURL: String { server.url + Self.licensePath }

    /// The way to it.
    var transport: HTTPLicenseTransport {
        HTTPLicenseTransport(
            licenseURL: licenseURL,
            certificateURL: server.url + Self.certificatePath,
            limit: Self.limit
        )
    }

    /// Closes its port.
    package func stop() { server.stop() }

    private static func answer(_ request: LoopbackRequest, _ module: KeySecurityModule) -> (Int, [UInt8]) {
        do throws(KSMRefusal) {
            let form = LicenseRequestForm(contentType: request.headers["Content-Type"])
            guard let form else {
                throw KSMRefusal(
                    .request,
                    .parameter,
                    "the request has no Content-Type that is known "
                        + "(expected \(LicenseRequestForm.allCases.map(\.contentType).joined(separator: ", ")))",
                    remedy: "Post it as one of them."
                )
            }
            guard let answer = try form.answer(to: request.body, license: module.license) else {
                throw KSMRefusal(
                    .request,
                    .spcParsing,
                    "the body is no \(form.contentType) with an SPC in base64",
                    remedy: "Encode it as the guide shows, with + and / percent-encoded in a form."
                )
            }
            return (200, answer)
        } catch {
            return (error.stage == .lookup ? 404 : 400, LicenseServerError(error).body)
        }
    }
}
