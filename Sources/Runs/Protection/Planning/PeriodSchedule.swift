/// The division of a rendition's time into clear lead and key periods, by the exact starts of segments.
package struct PeriodSchedule: Hashable, Sendable {
    /// The length of the clear lead: segments that start before its end stay clear.
    let clearLead: Duration
    /// The length of a key period, or nil for a single period.
    package let rotation: Duration?

    /// Creates a schedule; `rotation` is positive.
    package init(clearLead: Duration = .zero, rotation: Duration? = nil) {
        self.clearLead = clearLead
        self.rotation = rotation
    }

    /// Returns the key period of a segment that starts at `start`: floor(start / rotation).
    ///
    /// Nil if the segment is in the clear lead; 0 without key rotation.
    func period(startingAt start: Duration) -> Int? {
        guard start >= clearLead else { return nil }
        guard let rotation else { return 0 }
        return Int(clamping: start.attoseconds / rotation.attoseconds)
    }
}
