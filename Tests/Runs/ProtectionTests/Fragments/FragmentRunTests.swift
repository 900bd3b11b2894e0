import CommonEncryption
import Failures
import KeyStore
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// Whole runs on fMP4: every segment and I-frame of the result decrypts to that of the source.
struct FragmentRunTests {
    struct Case: CustomStringConvertible {
        let description: String
        var tree = "fmp4"
        let policy: ProtectionPolicy
        /// The files of the further forms of initialization sections.
        var derived: [String] = []
    }

    private static func counter(_ policy: ProtectionPolicy) -> ProtectionPolicy {
        var policy = policy
        policy.method = .sampleAESCTR
        return policy
    }

    private static let cases = [
        Case(description: "cbcs", policy: .sampleAES(.identity)),
        Case(description: "cenc", policy: counter(.sampleAES(.identity))),
        Case(
            description: "cbcs, two periods and types",
            policy: .sampleAES(granularity: .type, rotation: .seconds(6)),
            derived: ["audio/en/init.key1.mp4", "video/240p/init.key1.mp4", "video/720p/init.key1.mp4"]
        ),
        Case(
            description: "cenc, a clear start and a period for each segment",
            policy: counter(
                .sampleAES(.identity, granularity: .rendition, clearLead: .seconds(4), rotation: .seconds(4))
            ),
            derived: ["audio/en/init.key1.mp4", "video/240p/init.key1.mp4", "video/720p/init.key1.mp4"]
        ),
        Case(description: "cbcs, groups", policy: .seig(clearLead: .seconds(4), rotation: .seconds(8))),
        Case(description: "cenc, groups", policy: counter(.seig(.identity, rotation: .seconds(4)))),
        Case(description: "a single file", tree: "fmp4-byterange", policy: .sampleAES(.identity)),
        Case(
            description: "a single file, a clear start and two periods",
            tree: "fmp4-byterange",
            policy: .sampleAES(clearLead: .seconds(4), rotation: .seconds(6)),
            derived: ["main.key1.mp4"]
        ),
        Case(
            description: "a single file, cenc, groups",
            tree: "fmp4-byterange",
            policy: counter(.seig(.identity, clearLead: .seconds(2), rotation: .seconds(4)))
        ),
    ]

    /// Decrypts all segments and I-frames and compares them with the source.
    private static func expectSource(_ run: FragmentRun, _ files: [String: [UInt8]]) throws {
        let clear = try run.referenced(in: "in", run.clear)
        let protected = try run.referenced(in: "out", files)
        #expect(clear.count == protected.count)
        #expect(protected.contains { $0.key != nil })
        for (clear, protected) in zip(clear, protected) {
            #expect(clear.playlist == protected.playlist)
            #expect(try InitializationSection(protected.section).clear() == clear.section)
            let expected = try run.invariant(clear)
            #expect(!expected.isEmpty)
            #expect(try run.invariant(protected) == expected, "\(clear.playlist) \(clear.offset)")
        }
    }

    @Test(arguments: cases)
    func decrypts(_ example: Case) throws {
        let run = try FragmentRun(example.tree)
        let dry = try ProtectionRun(try run.request(example.policy), store: run.fixture.keys.store).dryRun()
        let (report, files) = try run.run(example.policy)
        #expect(files.keys.sorted() == (run.clear.keys + example.derived).sorted())
        try Self.expectSource(run, files)
        // The result has no lint finding that the source does not have.
        let before = try run.findings("in")
        let added = try run.findings("out").filter {
            !before.contains($0)
                && (example.policy.method == .sampleAES
                    || !$0.hasSuffix("Apple's players do not decrypt SAMPLE-AES-CTR"))
        }
        #expect(added == [])
        // The dry run reports the same sizes.
        #expect(dry.bytes == report.bytes)
        #expect(dry.files == report.files)
        let media = files.filter { !$0.key.hasSuffix(".m3u8") }
        #expect(report.bytes == UInt64(media.values.reduce(0) { $0 + $1.count }))
        #expect(report.files == files.count)
    }

    @Test(arguments: cases)
    func theSameRunGivesTheSameBytes(_ example: Case) throws {
        let run = try FragmentRun(example.tree)
        let first = try run.run(example.policy, jobs: 1)
        #expect(first.report.outcome == "published")
        #expect(try run.run(example.policy, jobs: 4).report.outcome == "unchanged")
        #expect(try run.run(example.policy, jobs: 3, output: "again").files == first.files)
    }

    /// The digest of a rendition depends on the method, not on key periods or a clear lead.
    @Test func theStoreKnowsTheMediaAgain() throws {
        let run = try FragmentRun("fmp4")
        try run.run(.sampleAES())
        try run.run(.sampleAES(clearLead: .seconds(4)), output: "lead")
        try run.run(.seig(rotation: .seconds(4)), output: "seig")
        try run.run(.sampleAES(rotation: .seconds(4)), output: "periods")
        let uses = try run.fixture.keys.store.allRecords().flatMap {
            try run.fixture.keys.store.uses(of: $0.keyID)
        }
        let renditions = Dictionary(grouping: uses, by: \.rendition)
        #expect(renditions.count == 3)
        for (name, uses) in renditions { #expect(Set(uses.map(\.digest)).count == 1, "\(name)") }
        #expect(uses.count > 3)
    }

    /// Changed media at the same location under the same key are refused, and the first result stays.
    @Test func changedMediaAreRefused() throws {
        let run = try FragmentRun("fmp4")
        try run.run(Self.counter(.sampleAES(.identity)))
        let name = "video/240p/segment1.m4s"
        var bytes = try #require(run.clear[name])
        bytes[bytes.count - 1] ^= 1
        try run.fixture.directory.write(bytes, to: "in/" + name)
        let error = #expect(throws: RunFailure.self) {
            try run.run(Self.counter(.sampleAES(.identity)), output: "other")
        }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("key store: the media changed since their key was used"), "\(text)")
        #expect(try run.fixture.directory.names() == ["in", "out"])
    }

    @Test(arguments: [1, 2])
    func aCancelledRunLeavesNothing(jobs: Int) throws {
        let run = try FragmentRun("fmp4-byterange")
        let cancellation = Cancellation()
        #expect(throws: RunFailure.interrupted) {
            try run.fixture.run(
                run.request(.sampleAES(), jobs: jobs),
                progress: HookedProgress(onAdvance: { cancellation.cancel() }),
                cancellation: cancellation
            )
        }
        #expect(try run.fixture.directory.names() == ["in"])
    }
}
