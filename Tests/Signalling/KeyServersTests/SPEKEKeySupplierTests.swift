import Ciphers
import Failures
import Foundation
import HTTPTransfers
import KeyServerFixtures
import KeyStore
import KeyStoreFixtures
import ProtectionTerms
import Testing
import TextFormats
import WipedMemory

@testable import KeyServers

/// The supplier with a real server and a real store.
struct SPEKEKeySupplierTests {
    private let fixture: StoreFixture
    private let store: any KeyRecordStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.create()
    }

    private func supplier(
        _ server: SPEKEServer,
        _ interface: String = "speke",
        _ change: (inout KeyServerSettings) throws -> Void = { _ in }
    ) throws -> SPEKEKeySupplier {
        var settings = KeyServerSettings()
        settings.retries.attempts = 3
        settings.retries.firstPause = .milliseconds(1)
        settings.limits.totalTime = .seconds(5)
        try change(&settings)
        return SPEKEKeySupplier(
            try KeyServerLocation(
                "\(interface):http://user:hidden@127.0.0.1:\(server.port)/speke?token=hidden"
            ),
            settings
        )
    }

    private func fingerprints(_ keys: [SuppliedKey]) -> [[String]] {
        keys.map { key in
            [
                SPEKESystem.uuidText(key.record.keyID), key.record.key.withSpan { Hexadecimal.encode($0) },
                key.record.iv.hexadecimal,
            ]
        }
    }

    private func givenKeyFields(_ server: SPEKEServer) throws -> [[String]] {
        try server.givenKeys().map { answer in ["kid", "key", "iv"].compactMap { answer[$0] } }
    }

    @Test func storesKeysVectorsAndLines() throws {
        let server = try SPEKEServer()
        let supplier = try supplier(server)
        let keys = try supplier.keys(
            for: try KeyRequirement.classes(),
            systems: [IDs.fairPlay, IDs.widevine, IDs.playReady],
            in: store
        )
        #expect(keys.map(\.record.identity.track) == ["audio", "hd", "sd", "uhd"])
        #expect(try fingerprints(keys) == givenKeyFields(server))
        #expect(Set(keys[1].lines.map(\.systemID)) == [IDs.fairPlay, IDs.widevine, IDs.playReady])
        let kid = SPEKESystem.uuidText(keys[1].record.keyID)
        #expect(
            keys[1].lines[0].media == [
                #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://speke.example.com/\#(kid)","#
                    + #"KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1""#
            ]
        )
        #expect(keys[1].lines[0].session.map { $0.hasPrefix("#EXT-X-SESSION-KEY:") } == [true])
        #expect(try store.suppliedLines(of: keys[1].record.keyID) == keys[1].lines)
        #expect(try server.requests().count == 1)
    }

    @Test func asksNoSecondTime() throws {
        let server = try SPEKEServer(arguments: ["--fresh"])
        let supplier = try supplier(server)
        let first = try supplier.keys(for: try KeyRequirement.classes(), systems: [IDs.fairPlay], in: store)
        let second = try supplier.keys(for: try KeyRequirement.classes(), systems: [IDs.fairPlay], in: store)
        #expect(fingerprints(first) == fingerprints(second))
        #expect(try server.requests().count == 1)
    }

    @Test func asksNoSecondTimeAServerWithoutLines() throws {
        let server = try SPEKEServer("no-lines")
        let supplier = try supplier(server)
        let requirement = try KeyRequirement()
        for _ in 0..<2 {
            let key = try supplier.keys(for: [requirement], systems: [IDs.fairPlay], in: store)[0]
            #expect(key.lines.isEmpty)
        }
        #expect(try server.requests().count == 1)
    }

    @Test func refusesAKeyThatWasRevoked() throws {
        let server = try SPEKEServer()
        let supplier = try supplier(server)
        let requirement = try KeyRequirement()
        let key = try supplier.keys(for: [requirement], systems: [IDs.fairPlay], in: store)[0]
        try store.revoke([key.record.keyID], reason: "leaked")
        #expect(throws: RunFailure.revoked(requirement.identity)) {
            try supplier.keys(for: [requirement], systems: [IDs.fairPlay], in: store)
        }
    }

    @Test func asksOnlyForWhatIsMissing() throws {
        let server = try SPEKEServer()
        let supplier = try supplier(server)
        let all = try KeyRequirement.classes()
        let first = try supplier.keys(for: Array(all[1...2]), systems: [IDs.fairPlay], in: store)
        let keys = try supplier.keys(for: all, systems: [IDs.fairPlay], in: store)
        #expect(fingerprints(Array(keys[1...2])) == fingerprints(first))
        #expect(try server.givenKeys().count == 4)
    }

    @Test func reservesTheIDsBeforeItAsks() throws {
        let server = try SPEKEServer("403", "good")
        let supplier = try supplier(server)
        let requirement = try KeyRequirement()
        #expect(throws: RunFailure.self) {
            try supplier.keys(for: [requirement], systems: [IDs.fairPlay], in: store)
        }
        #expect(try store.record(requirement.identity) == nil)
        let key = try supplier.keys(for: [requirement], systems: [IDs.fairPlay], in: store)[0]
        let kid = SPEKESystem.uuidText(key.record.keyID)
        let bodies = try server.requests().compactMap { $0["body"] as? String }
        #expect(bodies.count == 2)
        #expect(bodies.allSatisfy { $0.contains(#"<cpix:ContentKey kid="\#(kid)""#) })
    }

    @Test func refusesASecondAnswerThatDiffers() throws {
        let server = try SPEKEServer(arguments: ["--fresh"])
        let supplier = try supplier(server)
        let requirement = try KeyRequirement()
        let key = try supplier.keys(for: [requirement], systems: [IDs.fairPlay], in: store)[0]
        // Another key system makes a new request necessary.
        #expect(throws: RunFailure.contradiction(requirement.identity, field: "key")) {
            try supplier.keys(for: [requirement], systems: [IDs.fairPlay, IDs.widevine], in: store)
        }
        let stored = try #require(try store.record(requirement.identity))
        #expect(stored.fingerprint == key.record.fingerprint)
    }

    @Test func addsTheLinesOfAnotherSystem() throws {
        let server = try SPEKEServer()
        let supplier = try supplier(server)
        let requirement = try KeyRequirement()
        let key = try supplier.keys(for: [requirement], systems: [IDs.fairPlay], in: store)[0]
        let both = try supplier.keys(for: [requirement], systems: [IDs.fairPlay, IDs.widevine], in: store)[0]
        #expect(both.record.fingerprint == key.record.fingerprint)
        #expect(Set(both.lines.map(\.systemID)) == [IDs.fairPlay, IDs.widevine])
    }

    @Test func rotatesKeys() throws {
        let server = try SPEKEServer()
        let requirements = try (0..<3).map { try KeyRequirement("movie", "all", period: $0) }
        let keys = try supplier(server).keys(for: requirements, systems: [IDs.fairPlay], in: store)
        #expect(keys.map(\.record.identity.period) == [0, 1, 2])
        #expect(Set(keys.map(\.record.keyID)).count == 3)
    }

    @Test func takesKeysOfWholeSegments() throws {
        let server = try SPEKEServer()
        let requirement = try KeyRequirement("movie", "all", method: .aes128)
        let key = try supplier(server).keys(for: [requirement], systems: [IDs.clear], in: store)[0]
        #expect(key.lines.map { $0.media[0].hasPrefix("#EXT-X-KEY:METHOD=AES-128,URI=\"https://") } == [true])
    }

    @Test func sendsItsHeaders() throws {
        let server = try SPEKEServer()
        let supplier = try supplier(server) {
            $0.headers = [try HTTPHeader(name: "Authorization", value: "Bearer abc")]
        }
        _ = try supplier.keys(for: [try KeyRequirement()], systems: [IDs.fairPlay], in: store)
        let headers = try #require(try server.requests()[0]["headers"] as? [String: String])
        #expect(headers["Authorization"] == "Bearer abc")
        #expect(headers["X-Speke-Version"] == "2.0")
        #expect(headers["Content-Type"] == "application/xml")
    }

    // MARK: SPEKE v1

    @Test func asksVersion1ForOnePeriodAtATime() throws {
        let server = try SPEKEServer(arguments: ["--speke", "1"])
        let requirements = try (0..<2).map { try KeyRequirement("movie", "all", period: $0) }
        let keys = try supplier(server, "speke1").keys(for: requirements, systems: [IDs.fairPlay], in: store)
        #expect(try fingerprints(keys) == givenKeyFields(server))
        #expect(try server.requests().count == 2)
        #expect(
            keys[0].lines[0].media[0].hasPrefix(
                #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://speke.example.com/"#
            )
        )
    }

    @Test func takesTheIDOfVersion1() throws {
        let server = try SPEKEServer("other-kid", arguments: ["--speke", "1"])
        let supplier = try supplier(server, "speke1")
        let requirement = try KeyRequirement()
        let key = try supplier.keys(for: [requirement], systems: [IDs.fairPlay], in: store)[0]
        #expect(try fingerprints([key]) == givenKeyFields(server))
        let body = try #require(try server.requests()[0]["body"] as? String)
        #expect(!body.contains(SPEKESystem.uuidText(key.record.keyID)))
        let again = try supplier.keys(for: [requirement], systems: [IDs.fairPlay], in: store)
        #expect(fingerprints(again) == fingerprints([key]))
        #expect(try server.requests().count == 1)
    }

    @Test func wantsOneKeyOfVersion1() throws {
        let server = try SPEKEServer(arguments: ["--speke", "1"])
        let error = #expect(throws: RunFailure.self) {
            try supplier(server, "speke1").keys(for: try KeyRequirement.classes(), systems: [], in: store)
        }
        #expect(error?.description.contains("one key for a title and period") == true)
        #expect(try server.requests().isEmpty)
    }

    // MARK: Encrypted replies

    private func recipient() throws -> SigningIdentity {
        let certificate = try Data(contentsOf: URL(filePath: TestCertificates.path("recipient.pem")))
        let key = try Data(contentsOf: URL(filePath: TestCertificates.path("recipient.key")))
        return try SigningIdentity(
            certificate: try Certificate(reading: Array(certificate)),
            privateKey: try PrivateKey(reading: SecretBytes(copying: Array(key)))
        )
    }

    @Test(arguments: ["speke", "speke1"])
    func opensEncryptedKeys(_ interface: String) throws {
        let server = try SPEKEServer(arguments: ["--speke", interface == "speke" ? "2" : "1"])
        let supplier = try supplier(server, interface) { $0.recipient = try recipient() }
        let keys = try supplier.keys(for: [try KeyRequirement()], systems: [IDs.fairPlay], in: store)
        #expect(try fingerprints(keys) == givenKeyFields(server))
    }

    @Test(arguments: [
        ("bad-mac", "no valid message authentication code"),
        ("plain", "is not encrypted to the certificate of the request"),
    ])
    func refusesWhatIsNotEncryptedWell(_ mode: String, _ part: String) throws {
        let server = try SPEKEServer(mode)
        let supplier = try supplier(server) { $0.recipient = try recipient() }
        let error = #expect(throws: RunFailure.self) {
            try supplier.keys(for: [try KeyRequirement()], systems: [IDs.fairPlay], in: store)
        }
        #expect(error?.description.contains(part) == true, "\(String(describing: error))")
        #expect(try store.allRecords().isEmpty)
    }

    /// The server accepts a requested IV, and generates a key if none is requested.
    @Test(arguments: ["speke", "speke1"])
    func `The same IV is asked for at each attempt`(interface: String) throws {
        let server = try SPEKEServer(
            "hang",
            "aws",
            arguments: ["--speke", interface == "speke" ? "2" : "1"]
        )
        let supplier = try supplier(server, interface) {
            $0.limits.totalTime = .milliseconds(1500)
            $0.retries.attempts = 1
        }
        let requirements = [try KeyRequirement("movie", "all", [.video(pixels: nil)])]
        let keys = { try supplier.keys(for: requirements, systems: [IDs.fairPlay], in: store) }
        #expect(throws: RunFailure.self) { _ = try keys() }
        let key = try #require(try keys().first).record
        let digits = #/explicitIV="([^"]*)"/#
        let requestedIVs = try server.requests().map { request in
            try #require(try digits.firstMatch(in: request["body"] as? String ?? "")).1
        }
        #expect(requestedIVs.count == 2 && Set(requestedIVs).count == 1)
        #expect(requestedIVs.first.flatMap { Data(base64Encoded: String($0)) } == Data(key.iv.bytes))
        #expect(key.exposure == nil)
        #expect(try givenKeyFields(server).map { $0[2] } == [key.iv.hexadecimal])
    }

    // MARK: Failures

    struct Fault: Sendable, CustomTestStringConvertible {
        let mode: String
        let part: String
        let isTransient: Bool
        var testDescription: String { mode }

        init(_ mode: String, _ part: String, isTransient: Bool = false) {
            self.mode = mode
            self.part = part
            self.isTransient = isTransient
        }
    }

    @Test(arguments: [
        Fault("other-kid", "it answers with key"), Fault("no-key", "has no value"),
        Fault("fewer-keys", "no ContentKey has kid"), Fault("more-keys", "which was not asked for"),
        Fault("repeated-kid", "appears twice"), Fault("short-key", "15 bytes"),
        Fault("iv-is-key", "its IV reveals the key"), Fault("no-iv", "has no explicitIV"),
        Fault("other-scheme", "is for scheme cenc, expected cbcs"),
        Fault("other-content", "another title"), Fault("other-method", "METHOD SAMPLE-AES-CTR"),
        Fault("other-format", "KEYFORMAT com.example.drm"), Fault("other-vector", "whose IV is not"),
        Fault("some-lines", "has no lines, but other key systems have"), Fault("other-version", "SPEKE 3.0"),
        Fault("entities", "not a valid CPIX document"), Fault("garbage", "not a valid CPIX document"),
        Fault("html", "not a valid CPIX document"), Fault("empty", "not a valid CPIX document"),
        Fault("huge", "larger than"), Fault("redirect", "status 302, a redirection"),
        Fault("403", "status 403"), Fault("422", "status 422"), Fault("401", "status 401"),
        Fault("503", "status 503", isTransient: true), Fault("429:0", "status 429", isTransient: true),
        Fault("429:9999", "status 429", isTransient: true), Fault("hang", "timed out", isTransient: true),
        Fault("hang-in-body", "timed out", isTransient: true),
        Fault("close", "Empty reply", isTransient: true),
        Fault("close-early", "bytes remaining", isTransient: true), Fault("noise", "HTTP/0.9"),
    ])
    func saysWhatIsWrongAndStoresNothing(_ fault: Fault) throws {
        let server = try SPEKEServer(fault.mode)
        let supplier = try supplier(server) {
            $0.limits.totalTime = .milliseconds(fault.mode == "huge" ? 30000 : 1500)
        }
        let error = #expect(throws: RunFailure.self) {
            try supplier.keys(
                for: try KeyRequirement.classes(),
                systems: [IDs.fairPlay, IDs.widevine],
                in: store
            )
        }
        let reason = try #require(error?.found)
        let label = "http://127.0.0.1:\(server.port)"
        #expect(error == .keyServer(server: label, reason: reason, isTransient: fault.isTransient))
        #expect(reason.contains(fault.part), "\(reason)")
        let remedy = fault.isTransient ? "Try again." : "have the operator of the key server correct this."
        #expect(error?.description.hasSuffix(remedy) == true)
        #expect(!reason.contains("hidden"))
        for answer in try server.givenKeys() { #expect(!reason.contains(answer["key"] ?? "")) }
        #expect(try store.allRecords().isEmpty)
        #expect(error?.failureClass == (fault.isTransient ? .unavailable : .malformed))
    }

    @Test(arguments: ["503,good", "429:1,good", "close,500,good"])
    func recovers(_ modes: String) throws {
        let server = try SPEKEServer(modes)
        let keys = try supplier(server).keys(for: [try KeyRequirement()], systems: [IDs.fairPlay], in: store)
        #expect(try fingerprints(keys) == givenKeyFields(server))
        #expect(try server.requests().count == modes.split(separator: ",").count)
    }

    @Test func isInterrupted() throws {
        let server = try SPEKEServer("hang")
        let end = ContinuousClock.now + .milliseconds(200)
        let supplier = try supplier(server) { $0.isCancelled = { ContinuousClock.now > end } }
        let error = #expect(throws: RunFailure.self) {
            try supplier.keys(for: [try KeyRequirement()], systems: [], in: store)
        }
        #expect(error?.failureClass == .unavailable)
    }
}
