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
    static let limit = Duration.seconds(150)

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
                let answer = LicenseEndpoint.answer(request, license: module.license)
                return LoopbackResponse(status: answer.status, headers: named, body: answer.bodyBytes)
            default: return LoopbackResponse(status: 404, headers: named)
            }
        }
    }

    /// The URL of licenses.
    package var licenseURL: String { server.url + Self.licensePath }

    /// The URL of the certificate.
    var certificateURL: String { server.url + Self.certificatePath }

    /// Closes its port.
    package func stop() { server.stop() }
}
