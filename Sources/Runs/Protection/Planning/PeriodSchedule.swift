/// Divides a rendition's time into its clear start and its key periods, by the exact start of a segment.
package struct PeriodSchedule: Hashable, Sendable {
    /// Segments that start before it stay clear.
    package let clearLead: Duration
    /// The length of a key period; nil for one period.
    package let rotation: Duration?

    /// A schedule; `rotation` is positive.
    package init(clearLead: Duration = .zero, rotation: Duration? = nil) {
        self.clearLead = clearLead
        self.rotation = rotation
    }

    /// The key period of a segment that starts at `start`: floor(start / rotation).
    ///
    /// Nil if the segment stays clear.
    package func period(startingAt start: Duration) -> Int? {
        guard start >= clearLead else { return nil }
        guard let rotation else { return 0 }
        return Int(clamping: start.attoseconds / rotation.attoseconds)
    }
}
