import Ciphers
import CommonEncryption
import Presentations
import SampleEncryption

/// Refuses a plan in which two samples of AES-CTR would have one initialization vector under one key.
///
/// The vectors of a segment are counted from one that is derived from its place. That two ranges meet is as likely as
/// guessing a number of 64 bits; but what two samples under one vector give away is everything.
enum VectorOverlapCheck {
    private struct Span {
        let first: UInt64
        let count: UInt64
        let unit: Int
    }

    /// Checks the segments of a layout, key by key.
    static func check(_ layout: MediaLayout, _ keys: KeyPlan) throws(PresentationError) {
        var spans: [KeySlot: [Span]] = [:]
        for (index, unit) in layout.units.enumerated() {
            guard case .fragments(let slot, let survey, .place(let place)) = unit.protection,
                let record = keys.keys[slot]?.record
            else { continue }
            let vector = MediaUnit.UnitVector.place(place).initializationVector(of: record, for: .samples)
            let first = vector.high
            spans[slot, default: []].append(Span(first: first, count: survey.sampleCount, unit: index))
        }
        for (slot, spans) in spans.sorted(by: { $0.key < $1.key }) {
            guard let (first, second) = overlap(spans) else { continue }
            let units = [first, second].sorted()
            throw .protection(
                .overlappingVectors(
                    slot,
                    MediaPlace(layout.units[units[0]]),
                    MediaPlace(layout.units[units[1]])
                )
            )
        }
    }

    /// Two units whose vectors meet; behind the last number comes the first one again.
    private static func overlap(_ spans: [Span]) -> (Int, Int)? {
        let ordered = spans.filter { $0.count > 0 }.sorted { $0.first < $1.first }
        guard let last = ordered.last, ordered.count > 1 else { return nil }
        var previous = last
        for span in ordered {
            // The distance on the circle, which is 0 for two that start together.
            if span.first &- previous.first < previous.count { return (previous.unit, span.unit) }
            previous = span
        }
        return nil
    }
}
