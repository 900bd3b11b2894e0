import Presentations

extension DiscontinuityPlacement {
    /// Creates the placement for planned media.
    init(_ presentation: Presentation, _ plan: MediaPlan) {
        let changes = Self.changes(in: plan)
        let programMapRendition = presentation.renditions.indices.first { index in
            changes[index] != nil && Self.hasProgramMap(index, plan)
        }
        self.init(presentation, changes: changes, programMapRendition: programMapRendition)
    }

    /// Returns the indices of the first protected segments after a clear lead, by rendition.
    private static func changes(in plan: MediaPlan) -> [Int: Int] {
        var changes: [Int: Int] = [:]
        for (index, references) in plan.layout.segments.enumerated() {
            var hasClear = false
            segments: for (segmentIndex, reference) in references.enumerated() {
                guard let reference else { continue }
                switch plan.resources[reference.resource].treatment {
                case .transportStream, .packedAudio:
                    if hasClear { changes[index] = segmentIndex }
                    break segments
                default: hasClear = true
                }
            }
        }
        return changes
    }

    private static func hasProgramMap(_ rendition: Int, _ plan: MediaPlan) -> Bool {
        plan.layout.segments[rendition].contains { reference in
            guard let reference, case .transportStream = plan.resources[reference.resource].treatment else {
                return false
            }
            return true
        }
    }
}
