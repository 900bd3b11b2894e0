import Failures
import Foundation
import KeyStoreFixtures
import Testing

@testable import KeyStore

/// Records of how batch runs of titles ended.
struct TitleRunTests {
    private let contentID: ContentID
    private let otherID: ContentID

    init() throws {
        contentID = try ContentID("movie-42")
        otherID = try ContentID("movie-43")
    }

    private func publication(_ number: UInt8, keyIDs: [UUID] = []) throws -> Publication {
        func digest(_ offset: UInt8) -> [UInt8] { [UInt8](repeating: number + offset, count: 32) }
        return try Publication(
            optionsDigest: digest(0),
            inputStamp: digest(1),
            inputDigest: number % 2 == 0 ? digest(2) : nil,
            outputStamp: digest(3),
            keyIDs: keyIDs
        )
    }

    private func run(_ contentID: ContentID, _ output: String, _ outcome: TitleRun.Outcome) throws -> TitleRun
    {
        try TitleRun(
            contentID: contentID,
            output: output,
            outcome: outcome,
            recordedAt: Date(timeIntervalSince1970: 1_800_000_000)
        )
    }

    @Test(arguments: StoreBackend.allCases)
    func `The newest run and the newest publication of a title are found`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        #expect(try store.latestRun(of: contentID, at: nil) == nil)
        let keyIDs = [UUID(), UUID()]
        let first = try run(contentID, "/srv/out", .published(publication(2, keyIDs: keyIDs)))
        let second = try run(contentID, "/srv/out", .published(publication(7)))
        let failure = try run(contentID, "/srv/out", .failed(status: 66, message: "gone: ü"))
        let elsewhere = try run(contentID, "/srv/other", .failed(status: 74, message: "full"))
        let otherTitleRun = try run(otherID, "/srv/out", .published(publication(50)))
        for run in [first, second, failure, elsewhere, otherTitleRun] {
            try store.record(run)
        }
        #expect(try store.latestRun(of: contentID, at: nil) == elsewhere)
        #expect(try store.latestRun(of: contentID, at: "/srv/out") == failure)
        #expect(try store.latestPublication(of: contentID, at: "/srv/out") == second)
        #expect(try store.latestPublication(of: contentID, at: "/srv/other") == nil)
        #expect(try store.latestPublication(of: otherID, at: "/srv/out") == otherTitleRun)
        try store.record(first)
        #expect(try store.latestPublication(of: contentID, at: "/srv/out") == first)
    }

    @Test(arguments: StoreBackend.allCases)
    func `A publication is noted with the uses of its keys, or, like them, not`(backend: StoreBackend) throws
    {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        let keyID = try #require(
            try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie-42"))]).first?.keyID
        )
        func use(_ byte: UInt8) throws -> MediaUse {
            try MediaUse(
                keyID: keyID,
                rendition: "video",
                method: "aes-128",
                digest: [UInt8](repeating: byte, count: 32)
            )
        }
        let first = try run(contentID, "/srv/out", .published(publication(2, keyIDs: [keyID])))
        try store.recordUses([use(1)], reuse: .none, of: first)
        let second = try run(contentID, "/srv/out", .published(publication(3, keyIDs: [keyID])))
        #expect(throws: RunFailure.self) {
            try store.recordUses([use(2)], reuse: .none, of: second)
        }
        #expect(try store.latestRun(of: contentID, at: nil) == first)
    }

    @Test func `A message that is too long is cut, also within a character`() throws {
        let run = try run(
            contentID,
            "/srv/out",
            .failed(status: 70, message: String(repeating: "ü", count: 4000))
        )
        guard case .failed(70, let message) = run.outcome else {
            Issue.record("\(run.outcome)")
            return
        }
        #expect(message.utf8.count <= TitleRun.maximumMessageBytes)
        #expect(message.hasPrefix("üüü"))
    }

    @Test(arguments: [0, -1, 256]) func `A failure has an exit status`(status: Int) {
        #expect(throws: RunFailure.self) {
            try run(contentID, "/srv/out", .failed(status: status, message: "x"))
        }
    }

    @Test(arguments: ["", "a\nb", String(repeating: "x", count: 4097)])
    func `An output is a path that can be written down`(output: String) {
        #expect(throws: RunFailure.self) {
            try run(contentID, output, .failed(status: 66, message: "x"))
        }
    }
}
