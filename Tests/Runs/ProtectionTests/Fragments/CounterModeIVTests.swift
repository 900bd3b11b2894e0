import Ciphers
import Failures
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import SampleEncryption
import Testing

@testable import Presentations
@testable import Protection

/// The IVs of AES-CTR.
struct CounterModeIVTests {
    private static func plan(_ policy: ProtectionPolicy) throws -> PlannedTree {
        let lines =
            [#"#EXT-X-MAP:URI="init.mp4""#] + (0..<8).flatMap { ["#EXTINF:6,", "\($0).m4s"] }
        let files = ["init.mp4": 300].merging((0..<8).map { ("\($0).m4s", 400) }) { first, _ in first }
        return try PlannedTree(fragments: TreeFixture(media: lines, files: files), policy)
    }

    private static func policy(_ method: ProtectionMethod) -> ProtectionPolicy {
        var policy = ProtectionPolicy.sampleAES(.identity)
        policy.method = method
        return policy
    }

    private static func keys(_ planned: PlannedTree) -> KeyPlan {
        KeyPlan(keys: planned.lines.keys, warnings: [])
    }

    /// For cenc every segment has its own IV, never that of a whole segment; for cbcs it is the key's.
    @Test func segmentsHaveTheirOwn() throws {
        let planned = try Self.plan(Self.policy(.sampleAESCTR))
        let record = try #require(planned.lines.keys.values.first?.record)
        var ivs: Set<[UInt8]> = []
        for planned in planned.plan.media.resources where planned.resource.content == .segment {
            guard case .fragments(_, _, let source) = planned.treatment else {
                Issue.record("\(planned.treatment)")
                continue
            }
            ivs.insert(source.initializationVector(of: record, for: .samples).bytes)
            ivs.insert(source.initializationVector(of: record).bytes)
        }
        #expect(ivs.count == 16)
        try IVOverlapCheck.check(planned.plan.media, Self.keys(planned))
        #expect(try !planned.playlist().contains("IV="))
        #expect(try planned.playlist().contains("METHOD=SAMPLE-AES-CTR"))

        for planned in try Self.plan(Self.policy(.sampleAES)).plan.media.resources
        where planned.resource.content == .segment {
            guard case .fragments(_, _, .record) = planned.treatment else {
                Issue.record("\(planned.treatment)")
                continue
            }
        }
    }

    /// Two segments with one location, which no layout has, use the same counter blocks.
    @Test func overlapsAreRefused() throws {
        let planned = try Self.plan(Self.policy(.sampleAESCTR))
        let layout = planned.plan.media.layout
        let segments = layout.resources.indices.filter { layout.resources[$0].content == .segment }
        var treatments = planned.plan.media.resources.map(\.treatment)
        treatments[segments[5]] = treatments[segments[2]]
        let refusal = RunFailure.overlappingIVs(
            try #require(treatments[segments[2]].slot),
            MediaLocation(layout.resources[segments[2]]),
            MediaLocation(layout.resources[segments[5]])
        )
        #expect(throws: refusal) {
            try IVOverlapCheck.check(MediaPlan(layout, treatments: treatments), Self.keys(planned))
        }
    }
}
