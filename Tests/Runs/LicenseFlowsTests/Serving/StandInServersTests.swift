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

/// Servers and origin of `serve`, tested over HTTP.
struct StandInServersTests {
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
        // The log has neither a token in the wrong path component nor the names of missing files.
        _ = try served.ask("/media/\(served.servers.token)/index.m3u8")
        _ = try served.ask("/\(served.servers.token)")
        #expect(served.log.count == 12)
        #expect(served.log.compactMap(\.file) == ["index.m3u8"])
        #expect(!"\(served.log)".contains(served.servers.token))
    }

    @Test func `A license comes for an asset id, and the key is noted once`() throws {
        let served = try Served(FlowFixture.fairPlay, .ksm)
        let client = try served.client()
        for _ in 0..<3 {
            let license = try served.license(client, "movie-42/all/0/1", at: served.servers.url + "/license")
                .get()
            #expect(license.key == served.keys.keys[0].key)
        }
        #expect(served.givenKeys == ["movie-42"])
        let miss = try served.license(client, "movie-43", at: served.servers.url + "/license")
        #expect(throws: Refusal(status: 404, number: -42584)) { _ = try miss.get() }
    }

    @Test func `A token URL opens one license`() throws {
        let served = try Served(FlowFixture.fairPlay, .token)
        let client = try served.client()
        let token = try served.ask("/token?asset_id=movie-42%2Fall%2F0%2F1")
        let url = try #require(TokenURL.read(token.body))
        #expect(url.hasPrefix(served.servers.url))
        #expect(try served.license(client, "x1", at: url).get().key == served.keys.keys[0].key)
        let again = try served.license(client, "x1", at: url)
        #expect(throws: Refusal(status: 401, number: -4010)) { _ = try again.get() }
        #expect(try served.ask("/token?asset_id=movie-43").status == 404)
        #expect(try served.ask("/token").status == 400)
    }

    @Test func `An entitlement is denied once, and comes then`() throws {
        let served = try Served(FlowFixture.entitlement, .entitlement) {
            $0.faults = [try InjectedFault("R03:denied", isOnce: true, flows: [.entitlement])]
        }
        let request = EntitlementRequest(contentID: "movie-42/all/0/1")
        let json = [("Content-Type", "application/json")]
        let denied = try EntitlementAnswer(reading: try served.ask("/entitlement", request.body, json).body)
        #expect(!denied.isAllowed)
        #expect(denied.messageID == request.messageID)
        let answer = try EntitlementAnswer(reading: try served.ask("/entitlement", request.body, json).body)
        #expect(answer.refusalReason(for: request) == nil)
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
            $0.faults = [try InjectedFault(fault, isOnce: false, flows: [.ksm])]
        }
        let client = try served.client()
        for _ in 0..<2 {
            let answer = try served.license(client, "movie-42/all/0/1", at: served.servers.url + "/license")
            #expect(throws: Refusal(status: status, number: number)) { _ = try answer.get() }
        }
    }

    @Test func `Another key, a second license that is refused, and a lease that ends`() throws {
        let faulty = try Served(FlowFixture.fairPlay, .ksm) {
            $0.faults = [try InjectedFault("R10:key", isOnce: true, flows: [.ksm])]
            $0.lifetime = 30
        }
        let client = try faulty.client()
        let url = faulty.servers.url + "/license"
        #expect(
            try faulty.license(client, "movie-42/all/0/1", at: url).get().key != faulty.keys.keys[0].key
        )
        let right = try faulty.license(client, "movie-42/all/0/1", at: url).get()
        #expect(right.key == faulty.keys.keys[0].key)
        #expect(right.duration?.leaseSeconds == 30)
        let refusing = try Served(FlowFixture.fairPlay, .ksm) {
            $0.faults = [try InjectedFault("R12:refused", isOnce: false, flows: [.ksm])]
        }
        let second = try refusing.client()
        _ = try refusing.license(second, "movie-42/all/0/1", at: refusing.servers.url + "/license")
            .get()
        let refused = try refusing.license(second, "movie-42/all/0/1", at: refusing.servers.url + "/license")
        #expect(throws: Refusal(status: 404, number: -42584)) { _ = try refused.get() }
    }

    @Test func `Sessions are set up, kept and ended`() throws {
        let served = try Served(FlowFixture.nagra, .nagraSSM) { $0.heartbeatInterval = 7 }
        let token = String(decoding: try served.ask("/content-token?content_id=movie-42").body, as: UTF8.self)
        func post(_ action: String, _ authorization: String) throws -> LicenseResponse {
            let fields = [("nv-authorizations", authorization), ("Content-Type", "application/json")]
            return try served.ask("/v1/sessions/" + action, Array("{}".utf8), fields)
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
