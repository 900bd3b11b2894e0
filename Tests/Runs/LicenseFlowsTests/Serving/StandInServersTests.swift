import Ciphers
import EntitlementMessages
import Foundation
import HTTPTransfers
import KeyRecordFormats
import KeyStore
import LicenseMessages
import PresentationFixtures
import ProtectionTerms
import Rehearsal
import Synchronization
import Testing
import WipedMemory

@testable import LicenseFlows

/// `serve`: servers and origin over HTTP.
struct StandInServersTests {
    /// Servers of a fixture, and what they told.
    private final class Served: Sendable {
        let servers: StandInServers
        let keys: ExportedKeys
        let given = Mutex<[String]>([])
        let requests = Mutex<[ServedRequest]>([])

        init(
            _ fixture: Result<FlowFixture, any Error>,
            _ flow: LicenseFlow,
            _ change: (inout ServeRequest) throws -> Void = { _ in }
        ) throws {
            let fixture = try fixture.get()
            keys = try ServeRequest.keys(of: [ContentID("movie-42")], in: fixture.store)
            var request = ServeRequest(folder: fixture.output, flows: [flow], keys: keys)
            request.playlist = "main.m3u8"
            try change(&request)
            let tree = try #require(ServedTree(path: fixture.output))
            let box = Box()
            servers = try StandInServers(
                request,
                tree: tree,
                onKey: { key in box.given.withLock { $0.append(key.contentID ?? "") } },
                onRequest: { request in box.requests.withLock { $0.append(request) } }
            )
            self.box = box
        }

        private let box: Box

        private final class Box: Sendable {
            let given = Mutex<[String]>([])
            let requests = Mutex<[ServedRequest]>([])
        }

        var givenKeys: [String] { box.given.withLock { $0 } }
        var log: [ServedRequest] { box.requests.withLock { $0 } }

        deinit { servers.stop() }

        /// Asks; a body is posted.
        func ask(_ path: String, _ body: [UInt8]? = nil, _ headers: [(String, String)] = []) throws
            -> LicenseResponse
        {
            var request = AppRequest(.license, servers.url + path, body: body)
            request.headers = headers.map { AppRequest.Header(name: $0.0, value: $0.1) }
            return try HTTPLicenseTransport().perform(request)
        }
    }

    @Test func `An identity key and the playlist that names it are served`() throws {
        let served = try Served(FlowFixture.identity, .keyDelivery)
        let playlist = String(decoding: try served.ask("/media/index.m3u8").body, as: UTF8.self)
        let url = try #require(playlist.split(separator: "\"").first { $0.hasPrefix("http://127.0.0.1") })
        #expect(url.hasPrefix(served.servers.url + "/keys/"))
        #expect(!playlist.contains("keys.example.com"))
        #expect(served.givenKeys.isEmpty)
        let key = try served.ask(String(url.dropFirst(served.servers.url.utf8.count)))
        #expect(key.status == 200)
        #expect(key.body == served.keys.keys[0].key?.withSpan { span in span.indices.map { span[$0] } })
        _ = try served.ask("/keys/0")
        #expect(served.givenKeys == ["movie-42"])
        for path in ["/keys/1", "/keys/00", "/keys/-1", "/keys/", "/license", "/nothing", "/media/../x"] {
            #expect(try served.ask(path).status == 404, "\(path)")
        }
        #expect(served.log.allSatisfy { $0.file?.contains(served.servers.token) != true })
    }

    @Test func `A key that cannot be noted is not given`() throws {
        let fixture = try FlowFixture.identity.get()
        let keys = try ServeRequest.keys(of: [ContentID("movie-42")], in: fixture.store)
        let servers = try StandInServers(
            ServeRequest(folder: fixture.output, flows: [.keyDelivery], keys: keys),
            tree: try #require(ServedTree(path: fixture.output)),
            onKey: { _ in throw CocoaError(.fileWriteNoPermission) },
            onRequest: { _ in }
        )
        defer { servers.stop() }
        let response = try HTTPLicenseTransport().perform(AppRequest(.license, servers.url + "/keys/0"))
        #expect(response.status == 503)
        #expect(response.body.isEmpty)
    }

    /// An app of FairPlay whose SPCs are made with the ASk of the run.
    private static func client(_ served: Served) throws -> LicenseClient {
        let certificate = try served.ask("/certificate").body
        let secret = SecretBytes(copying: Array(served.servers.applicationSecret.utf8))
        return LicenseClient(
            certificate: try LicenseCertificate(der: certificate),
            applicationSecret: try ApplicationSecretKey(reading: secret),
            function: StandInDeviceKeyFunction(),
            transport: HTTPLicenseTransport()
        )
    }

    /// What came for an asset id at an address.
    private static func license(
        _ served: Served,
        _ client: LicenseClient,
        _ assetID: String,
        at url: String
    ) throws -> Result<OpenedLicense, LicenseServerErrorBox> {
        let request = try client.request(for: Array(assetID.utf8), .readyToStart)
        switch client.post(request, uri: "skd://" + assetID, .octets, to: LicenseRoute(url: url)) {
        case .ckc(let ckc): return .success(try request.open(ckc: ckc))
        case .refused(let response):
            return .failure(
                LicenseServerErrorBox(
                    status: response.status,
                    number: LicenseServerError(reading: response.body)?.status
                )
            )
        case .noCKC, .unreachable: return .failure(LicenseServerErrorBox(status: 0, number: nil))
        }
    }

    struct LicenseServerErrorBox: Error, Equatable {
        let status: Int
        let number: Int?
    }

    @Test func `A license comes for an asset id, and the key is noted once`() throws {
        let served = try Served(FlowFixture.fairPlay, .ksm)
        let client = try Self.client(served)
        for _ in 0..<3 {
            let license = try Self.license(
                served,
                client,
                "movie-42/all/0/1",
                at: served.servers.url + "/license"
            ).get()
            #expect(license.key == served.keys.keys[0].key)
        }
        #expect(served.givenKeys == ["movie-42"])
        let miss = try Self.license(served, client, "movie-43", at: served.servers.url + "/license")
        #expect(throws: LicenseServerErrorBox(status: 404, number: -42584)) { _ = try miss.get() }
    }

    @Test func `A token URL opens one license`() throws {
        let served = try Served(FlowFixture.fairPlay, .token)
        let client = try Self.client(served)
        let token = try served.ask("/token?asset_id=movie-42%2Fall%2F0%2F1")
        let url = try #require(TokenURL.read(token.body))
        #expect(url.hasPrefix(served.servers.url))
        #expect(try Self.license(served, client, "x1", at: url).get().key == served.keys.keys[0].key)
        let again = try Self.license(served, client, "x1", at: url)
        #expect(throws: LicenseServerErrorBox(status: 401, number: -4010)) { _ = try again.get() }
        #expect(try served.ask("/token?asset_id=movie-43").status == 404)
        #expect(try served.ask("/token").status == 400)
    }

    @Test func `An entitlement is denied once, and comes then`() throws {
        let served = try Served(FlowFixture.entitlement, .entitlement) {
            $0.faults = [try InjectedFault("R03:denied", isOnce: true)]
        }
        let request = EntitlementRequest(contentID: "movie-42/all/0/1")
        let json = [("Content-Type", "application/json")]
        let denied = try EntitlementAnswer(reading: try served.ask("/entitlement", request.body, json).body)
        #expect(!denied.isAllowed)
        #expect(denied.messageID == request.messageID)
        let answer = try EntitlementAnswer(reading: try served.ask("/entitlement", request.body, json).body)
        #expect(answer.fault(for: request) == nil)
        #expect(served.log.map(\.fault) == [.entitlement, nil])
        #expect(try served.ask("/entitlement").status == 405)
        #expect(try served.ask("/entitlement", Array("{}".utf8), json).status == 400)
    }

    @Test(
        arguments: [
            ("R06:500", 500, nil), ("R07:-42589", 400, -42589), ("R08:-42584", 404, -42584),
        ] as [(String, Int, Int?)]
    )
    func `Faults of licenses are injected`(fault: String, status: Int, number: Int?) throws {
        let served = try Served(FlowFixture.fairPlay, .ksm) {
            $0.faults = [try InjectedFault(fault, isOnce: false)]
        }
        let client = try Self.client(served)
        for _ in 0..<2 {
            let answer = try Self.license(
                served,
                client,
                "movie-42/all/0/1",
                at: served.servers.url + "/license"
            )
            #expect(throws: LicenseServerErrorBox(status: status, number: number)) { _ = try answer.get() }
        }
    }

    @Test func `Another key, a second license that is refused, and a lease that ends`() throws {
        let other = try Served(FlowFixture.fairPlay, .ksm) {
            $0.faults = [try InjectedFault("R10:key", isOnce: true)]
            $0.life = 30
        }
        let client = try Self.client(other)
        let url = other.servers.url + "/license"
        #expect(
            try Self.license(other, client, "movie-42/all/0/1", at: url).get().key != other.keys.keys[0].key
        )
        let right = try Self.license(other, client, "movie-42/all/0/1", at: url).get()
        #expect(right.key == other.keys.keys[0].key)
        #expect(right.duration?.leaseSeconds == 30)
        let refusing = try Served(FlowFixture.fairPlay, .ksm) {
            $0.faults = [try InjectedFault("R12:refused", isOnce: false)]
        }
        let second = try Self.client(refusing)
        _ = try Self.license(refusing, second, "movie-42/all/0/1", at: refusing.servers.url + "/license")
            .get()
        let refused = try Self.license(
            refusing,
            second,
            "movie-42/all/0/1",
            at: refusing.servers.url + "/license"
        )
        #expect(throws: LicenseServerErrorBox(status: 404, number: -42584)) { _ = try refused.get() }
    }

    @Test func `Sessions are set up, kept and ended`() throws {
        let served = try Served(FlowFixture.nagra, .nagraSSM) { $0.heartbeat = 7 }
        let token = String(decoding: try served.ask("/content-token?content_id=movie-42").body, as: UTF8.self)
        func post(_ action: String, _ authorization: String) throws -> LicenseResponse {
            try served.ask("/v1/sessions/" + action, Array("{}".utf8), [("nv-authorizations", authorization)])
        }
        let session = try SessionAnswer(readingSetUp: try post("setup", token).body)
        #expect(session.heartbeat == 7)
        let next = try SessionAnswer(readingHeartbeat: try post("heartbeat", session.sessionToken).body)
        #expect(next.sessionToken != session.sessionToken)
        #expect(try post("heartbeat", session.sessionToken).status == 400)
        _ = try post("setup", token)
        let crowd = try post("setup", token)
        #expect(LicenseServiceError(reading: crowd.body)?.code == .tooManySessions)
        #expect(try post("teardown", next.sessionToken).status == 200)
        #expect(try post("setup", token).status == 200)
        #expect(try served.ask("/content-token?content_id=movie-43").status == 404)
    }

    @Test func `Files are served whole and in parts`() throws {
        let served = try Served(FlowFixture.fairPlay, .ksm)
        let fixture = try FlowFixture.fairPlay.get()
        let whole = try Data(contentsOf: URL(fileURLWithPath: fixture.output + "/7.aac"))
        #expect(try served.ask("/media/7.aac").body == Array(whole))
        let part = try served.ask("/media/7.aac", nil, [("Range", "bytes=10-19")])
        #expect(part.status == 206)
        #expect(part.body == Array(whole[10..<20]))
        #expect(try served.ask("/media/7.aac", nil, [("Range", "bytes=99999999-")]).status == 416)
        let page = String(decoding: try served.ask("/").body, as: UTF8.self)
        #expect(page.contains("stand in for"))
    }
}
