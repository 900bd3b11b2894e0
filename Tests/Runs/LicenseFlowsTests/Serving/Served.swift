import Foundation
import HTTPTransfers
import KeyRecordFormats
import KeyStore
import LicenseMessages
import ProtectionTerms
import Rehearsal
import Synchronization
import Testing
import WipedMemory

@testable import LicenseFlows

/// The servers of `serve` for a fixture, with the delivered keys and the log.
final class Served: Sendable {
    /// Collects the delivered keys and the log.
    private final class Box: Sendable {
        let deliveredKeys = Mutex<[String]>([])
        let requests = Mutex<[ServeLogEntry]>([])
    }

    let servers: StandInServers
    let keys: ExportedKeys
    private let box: Box

    /// Starts the servers of one flow.
    convenience init(
        _ fixture: Result<FlowFixture, any Error>,
        _ flow: LicenseFlow,
        _ change: (inout ServeRequest) throws -> Void = { _ in },
        onKey: @escaping @Sendable (ExportedKey) throws -> Void = { _ in }
    ) throws {
        try self.init(fixture, [flow], change, onKey: onKey)
    }

    /// Starts the servers of several flows; they serve the folder of the fixture unless another one is given.
    init(
        _ fixture: Result<FlowFixture, any Error>,
        _ flows: [LicenseFlow],
        folder: String? = nil,
        _ change: (inout ServeRequest) throws -> Void = { _ in },
        onKey: @escaping @Sendable (ExportedKey) throws -> Void = { _ in }
    ) throws {
        let fixture = try fixture.get()
        keys = try ServeRequest.keys(of: [ContentID("movie-42")], in: fixture.store)
        let folder = folder ?? fixture.output
        var request = ServeRequest(folder: folder, flows: flows, keys: keys)
        request.playlist = "main.m3u8"
        try change(&request)
        let box = Box()
        servers = try StandInServers(
            request,
            tree: try #require(ServedFolder(path: folder)),
            onKey: { key in
                try onKey(key)
                box.deliveredKeys.withLock { $0.append(key.contentID ?? "") }
            },
            onRequest: { request in box.requests.withLock { $0.append(request) } }
        )
        self.box = box
    }

    deinit { servers.stop() }

    /// The titles of the delivered keys.
    var givenKeys: [String] { box.deliveredKeys.withLock { $0 } }

    /// The lines of the log.
    var log: [ServeLogEntry] { box.requests.withLock { $0 } }

    /// Sends a request: POST if there is a body, otherwise GET.
    func ask(
        _ path: String,
        _ body: [UInt8]? = nil,
        _ headers: [(String, String)] = []
    ) throws -> LicenseResponse {
        var request = AppRequest(.license, servers.url + path, body: body)
        request.headers = headers.map { AppRequest.Header(name: $0.0, value: $0.1) }
        return try HTTPLicenseTransport().perform(request)
    }

    /// Returns a FairPlay client whose SPCs use the ASk of the run.
    func client(certificate path: String = "/certificate") throws -> LicenseClient {
        let secret = SecretBytes(copying: Array(servers.applicationSecret.utf8))
        return LicenseClient(
            certificate: try LicenseCertificate(der: try ask(path).body),
            applicationSecret: try ApplicationSecretKey(reading: secret),
            function: StandInDeviceKeyFunction(),
            transport: HTTPLicenseTransport()
        )
    }

    /// Requests the license of an asset id at a URL.
    func license(
        _ client: LicenseClient,
        _ assetID: String,
        at url: String
    ) throws -> Result<OpenedLicense, Refusal> {
        let request = try client.request(for: Array(assetID.utf8), .readyToStart)
        switch client.post(request, uri: "skd://" + assetID, .octets, to: LicenseRoute(url: url)) {
        case .ckc(let ckc): return .success(try request.decrypt(ckc: ckc))
        case .refused(let response):
            let number = LicenseServerError(reading: response.body)?.status
            return .failure(Refusal(status: response.status, number: number))
        case .noCKC, .unreachable: return .failure(Refusal(status: 0, number: nil))
        }
    }

    /// Returns the HTTP status that NAGRA's license server gives an SPC with a new content token.
    func serviceStatus(_ assetID: String) throws -> Int {
        let client = try client(certificate: SecureSessionServers.certificatePath)
        let token = String(decoding: try ask("/content-token?content_id=movie-42").body, as: UTF8.self)
        let spc = try client.request(for: Array(assetID.utf8), .readyToStart).spc
        let fields = [("nv-authorizations", token), ("Content-Type", "application/octet-stream")]
        return try ask(SecureSessionServers.licensePath, spc, fields).status
    }
}

/// An answer without a license.
struct Refusal: Error, Equatable {
    let status: Int
    let number: Int?
}
