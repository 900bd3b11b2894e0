import Ciphers
import EntitlementMessages
import FoundationEssentials
package import KeyRecordFormats
import KeyStore
import LicenseMessages
import LoopbackServers
import Rehearsal
import Synchronization
import TextFormats
import WipedMemory

/// The stand-in servers of `serve` on one port of this machine, with the served folder as the origin.
package final class StandInServers: Sendable {
    /// The base URL of the run with its token: `http://127.0.0.1:PORT/TOKEN`.
    package var url: String { "\(server.url)/\(accessControl.token)" }
    /// The token of the run.
    package var token: String { accessControl.token }
    /// The authenticator that the token service requires, in hexadecimal digits.
    package var authenticator: String {
        services.authenticator.bytes.withSpan { span in
            String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
        }
    }
    /// The ASk of the run, in hexadecimal digits, for clients that generate SPCs with the stand-in for D.
    package var applicationSecret: String {
        services.credentials.applicationSecret.key.withSpan { Hexadecimal.encode($0) }
    }
    /// The paths of endpoints after ``url``, with descriptions.
    package var endpoints: [(path: String, words: String)] { services.endpoints }

    private let server: LoopbackServer
    private let accessControl: ServeAccessControl
    private let services: StandInServices

    /// Starts the servers.
    ///
    /// - Parameters:
    ///   - request: the inputs and options.
    ///   - tree: the served folder.
    ///   - onKey: called with each key before its first delivery; the key is not delivered if it throws.
    ///   - onRequest: called with the log entry of each answer.
    /// - Throws: `LoopbackServerError`, `CertificateError`.
    package init(
        _ request: ServeRequest,
        tree: ServedFolder,
        onKey: @escaping @Sendable (ExportedKey) throws -> Void,
        onRequest: @escaping @Sendable (ServeLogEntry) -> Void
    ) throws {
        let accessControl = ServeAccessControl(
            token: Hexadecimal.encode(RandomBytes.generate(count: 16)),
            allowedOrigins: request.allowedOrigins
        )
        let services = try StandInServices(request, tree: tree, onKey: onKey)
        let port = Mutex(0)
        var limits = LoopbackServer.Limits()
        limits.connections = 1024
        // The log entry of an unreadable or too large request has no path, and so cannot contain the token.
        let onRefusal: LoopbackServer.RefusalObserver = { method, status in
            let method = method.map { String($0.prefix(16)) }
            onRequest(
                ServeLogEntry(method: method, endpoint: nil, file: nil, status: status, fault: nil)
            )
        }
        server = try LoopbackServer(
            port: request.port,
            limits: limits,
            fields: ServeAccessControl.standIn,
            onRefusal: onRefusal
        ) { httpRequest in
            let portNumber = port.withLock { $0 }
            let method = String(httpRequest.method.prefix(16))
            switch accessControl.decide(httpRequest, port: portNumber) {
            case .answer(let response):
                onRequest(
                    ServeLogEntry(
                        method: method,
                        endpoint: nil,
                        file: nil,
                        status: response.status,
                        fault: nil
                    )
                )
                return response
            case .pass(let path, let fields):
                // A path that names no file is not logged, because it is client text that may contain the
                // token.
                let base = "http://127.0.0.1:\(portNumber)/\(accessControl.token)"
                let served = services.answer(httpRequest, at: path, base: base)
                let isFile = [200, 206, 416, 500].contains(served.response.status)
                onRequest(
                    ServeLogEntry(
                        method: method,
                        endpoint: served.endpoint,
                        file: isFile ? served.file : nil,
                        status: served.response.status,
                        fault: served.fault
                    )
                )
                return served.response(adding: fields)
            }
        }
        port.withLock { [server] in $0 = server.port }
        self.accessControl = accessControl
        self.services = services
    }

    /// Closes the port and all connections; further calls do nothing.
    package func stop() { server.stop() }
}
