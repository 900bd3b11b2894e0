import ProtectionTerms
import Synchronization
import TestRandomness
import Testing

@testable import LicenseFlows

/// A random byte of each message changes: the flow fails before segments are checked, or nothing changes.
struct ChangedMessageTests {
    private static let rounds = 150

    /// Changes one byte of each message.
    private final class Changes: Sendable {
        private let generator: Mutex<SeededGenerator>

        init(_ generator: SeededGenerator) { self.generator = Mutex(generator) }

        func change(_ bytes: [UInt8]) -> [UInt8] {
            generator.withLock { generator in
                var bytes = bytes
                let index = Int.random(in: bytes.indices, using: &generator)
                bytes[index] ^= UInt8.random(in: 1...255, using: &generator)
                return bytes
            }
        }
    }

    @Test(arguments: [true, false])
    func `A changed byte never gives segments another key`(isInRequest: Bool) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let changes = Changes(SeededGenerator(seed: seed))
        var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
        planted.request.source = nil
        if isInRequest {
            planted.faults.request = { changes.change($0) }
        } else {
            planted.faults.answer = { answer, _ in
                guard answer.status == 200 else { return answer }
                return LicenseResponse(status: 200, body: changes.change(answer.body))
            }
        }
        // A changed asset id is not found; a changed transaction id does not match that of the answer.
        let expected: Set<FlowStep> =
            isInRequest ? [.request, .opening, .lookup, .answer, .renewal] : [.answer, .renewal]
        var detected = 0
        for round in 0..<Self.rounds {
            let report = try planted.run()
            let failed = report.steps.filter { $0.outcome == .fails }.map(\.code)
            #expect(Set(failed).isSubset(of: expected), "round \(round) of seed \(seed): \(failed)")
            if !failed.isEmpty { detected += 1 }
        }
        // Nothing reads the padding, so a change there has no effect.
        #expect(detected > Self.rounds / 2, "\(detected) of \(Self.rounds), seed \(seed)")
    }
}
