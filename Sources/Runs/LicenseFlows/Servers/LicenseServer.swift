package import LoopbackServers
package import Rehearsal

/// A key security module as an HTTP server on loopback: `GET /certificate`, `POST /license`.
///
/// Each answer has a header field with the description of the device key function.
package struct LicenseServer {
    static let certificatePath = "/certificate"
    static let licensePath = "/license"

    /// The maximum time for an answer, longer than the timeout of a command that computes D.
    static let timeout = Duration.seconds(150)

    private let server: LoopbackServer

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - module: answers the requests.
    ///   - certificate: the certificate in DER.
    ///   - function: the description of the device key function, for a header field.
    /// - Throws: `LoopbackServerError`.
    package init(
        _ module: KeySecurityModule,
        certificate: [UInt8],
        function: String
    ) throws(LoopbackServerError) {
        server = try LoopbackServer { request in
            let fields: LoopbackFields = ["X-Device-Key-Function": function]
            switch (request.method, request.path) {
            case ("GET", Self.certificatePath):
                return LoopbackResponse(status: 200, headers: fields, body: certificate)
            case ("POST", Self.licensePath):
                let answer = LicenseEndpoint.answer(request, license: module.license)
                return LoopbackResponse(status: answer.status, headers: fields, body: answer.bodyBytes)
            default: return LoopbackResponse(status: 404, headers: fields)
            }
        }
    }

    /// The URL for license requests.
    package var licenseURL: String { server.url + Self.licensePath }

    var certificateURL: String { server.url + Self.certificatePath }

    /// Closes the server's port.
    package func stop() { server.stop() }
}
