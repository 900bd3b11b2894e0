import HLSPlaylists

/// What a run of `fairlead protect` is going to do, apart from its keys.
struct ProtectionPlan: Sendable {
    /// The clear presentation.
    let presentation: Presentation
    /// Its units with their protection.
    let layout: MediaLayout
    /// For each rendition the segment before which an `EXT-X-DISCONTINUITY` is inserted.
    let discontinuities: [Int: Int]
    /// What the user should know.
    let warnings: [String]

    init(presentation: Presentation, layout: MediaLayout) {
        let placement = DiscontinuityPlacement(presentation, layout)
        self.presentation = presentation
        self.layout = layout
        discontinuities = placement.segments
        warnings = placement.warning.map { [$0] } ?? []
    }

    private init(_ plan: ProtectionPlan, layout: MediaLayout) {
        presentation = plan.presentation
        discontinuities = plan.discontinuities
        warnings = plan.warnings
        self.layout = layout
    }

    /// The slots whose keys are needed.
    var slots: [KeySlot] { Set(layout.units.compactMap(\.protection.slot)).sorted() }

    /// The plan with the places that the units have in the output.
    func replacing(_ layout: MediaLayout) -> ProtectionPlan { ProtectionPlan(self, layout: layout) }

    /// The renditions that the method leaves clear.
    func notes(_ policy: ProtectionPolicy) -> [String] {
        guard policy.method == .sampleAES else { return [] }
        return presentation.renditions.indices.compactMap { index in
            let references = layout.segments[index].compactMap(\.self)
            let isText = references.allSatisfy { reference in
                let unit = layout.units[reference.unit]
                return unit.protection == .clear && unit.clearFormat == nil
            }
            guard isText, !references.isEmpty else { return nil }
            return "\(presentation.renditions[index].path): WebVTT stays clear, SAMPLE-AES has no rule for it"
        }
    }
}
