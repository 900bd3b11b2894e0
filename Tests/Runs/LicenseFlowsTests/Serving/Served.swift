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

/// Servers of a fixture, and what they told.
final class Served: Sendable {
    /// What they told.
    private final class Box: Sendable {
        let given = Mutex<[String]>([])
        let requests = Mutex<[ServedRequest]>([])
    }

    let servers: StandInServers
    let keys: ExportedKeys
    private let box: Box

    /// Servers of one flow.
    convenience init(
        _ fixture: Result<FlowFixture, any Error>,
        _ flow: LicenseFlow,
        _ change: (inout ServeRequest) throws -> Void = { _ in },
        onKey: @escaping @Sendable (ExportedKey) throws -> Void = { _ in }
    ) throws {
        try self.init(fixture, [flow], change, onKey: onKey)
    }

    /// Servers of flows, of the folder of the fixture unless another one is named.
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
            tree: try #require(ServedTree(path: folder)),
            onKey: { key in
                try onKey(key)
                box.given.withLock { $0.append(key.contentID ?? "") }
            },
            onRequest: { request in box.requests.withLock { $0.append(request) } }
        )
        self.box = box
    }

    deinit { servers.stop() }

    /// The titles of the keys that were given.
    var givenKeys: [String] { box.given.withLock { $0 } }

    /// The lines of the log.
    var log: [ServedRequest] { box.requests.withLock { $0 } }

    /// Asks; a body is posted.
    func ask(
        _ path: String,
        _ body: [UInt8]? = nil,
        _ headers: [(String, String)] = []
    ) throws -> LicenseResponse {
        var request = AppRequest(.license, servers.url + path, body: body)
        request.headers = headers.map { AppRequest.Header(name: $0.0, value: $0.1) }
        return try HTTPLicenseTransport().perform(request)
    }

    /// An app of FairPlay whose SPCs are made with the ASk of the run.
    func client(certificate path: String = "/certificate") throws -> LicenseClient {
        let secret = SecretBytes(copying: Array(servers.applicationSecret.utf8))
        return LicenseClient(
            certificate: try LicenseCertificate(der: try ask(path).body),
            applicationSecret: try ApplicationSecretKey(reading: secret),
            function: StandInDeviceKeyFunction(),
            transport: HTTPLicenseTransport()
        )
    }

    /// What comes for an asset id at an address.
    func license(
        _ client: LicenseClient,
        _ assetID: String,
        at url: String
    ) throws -> Result<OpenedLicense, Refusal> {
        let request = try client.request(for: Array(assetID.utf8), .readyToStart)
        switch client.post(request, uri: "skd://" + assetID, .octets, to: LicenseRoute(url: url)) {
        case .ckc(let ckc): return .success(try request.open(ckc: ckc))
        case .refused(let response):
            let number = LicenseServerError(reading: response.body)?.status
            return .failure(Refusal(status: response.status, number: number))
        case .noCKC, .unreachable: return .failure(Refusal(status: 0, number: nil))
        }
    }

    /// The HTTP status for an SPC, of NAGRA's license server with a new content token.
    func serviceStatus(_ assetID: String) throws -> Int {
        let client = try client(certificate: SecureSessionServers.certificatePath)
        let token = String(decoding: try ask("/content-token?content_id=movie-42").body, as: UTF8.self)
        let spc = try client.request(for: Array(assetID.utf8), .readyToStart).spc
        let fields = [("nv-authorizations", token), ("Content-Type", "application/octet-stream")]
        return try ask(SecureSessionServers.licensePath, spc, fields).status
    }
}

/// An answer that is no license.
struct Refusal: Error, Equatable {
    let status: Int
    let number: Int?
}
