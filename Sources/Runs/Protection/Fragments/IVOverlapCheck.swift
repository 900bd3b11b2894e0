import Ciphers
import CommonEncryption
import Failures
import Presentations
import SampleEncryption

/// Refuses a plan in which two samples of AES-CTR would have one IV under one key.
///
/// The IVs of a segment count up from a number that is derived from its location. An overlap of two ranges is
/// as improbable as a correct guess of a 64-bit number, but two samples under one IV reveal both.
enum IVOverlapCheck {
    private struct Span {
        let first: UInt64
        let count: UInt64
        let resource: Int
    }

    /// Checks the segments of a plan, key by key.
    static func check(_ plan: MediaPlan, _ keys: KeyPlan) throws(RunFailure) {
        var spans: [KeySlot: [Span]] = [:]
        for (index, planned) in plan.resources.enumerated() {
            guard case .fragments(let slot, let survey, .location(let ivContext)) = planned.treatment,
                let record = keys.keys[slot]?.record
            else { continue }
            let iv = IVOrigin.location(ivContext).initializationVector(of: record, for: .samples)
            let first = iv.high
            spans[slot, default: []].append(Span(first: first, count: survey.sampleCount, resource: index))
        }
        for (slot, spans) in spans.sorted(by: { $0.key < $1.key }) {
            guard let (first, second) = overlap(spans) else { continue }
            let indices = [first, second].sorted()
            throw .overlappingIVs(
                slot,
                MediaLocation(plan.resources[indices[0]].resource),
                MediaLocation(plan.resources[indices[1]].resource)
            )
        }
    }

    /// Returns two media resources whose IVs overlap, or nil; after the largest number, IVs continue at 0.
    private static func overlap(_ spans: [Span]) -> (Int, Int)? {
        let ordered = spans.filter { $0.count > 0 }.sorted { $0.first < $1.first }
        guard let last = ordered.last, ordered.count > 1 else { return nil }
        var previous = last
        for span in ordered {
            // The distance modulo 2^64, which is 0 for two ranges that start together.
            if span.first &- previous.first < previous.count { return (previous.resource, span.resource) }
            previous = span
        }
        return nil
    }
}
