import Presentations
import SampleEncryption

/// Decides which `EXT-X-MAP` sections with program tables say that streams are protected.
///
/// Segments with tables of their own do not need those of the section; the others do, and then all of them have to be
/// protected, or none.
enum ProgramTablesPlanner {
    /// The segments under one section.
    private struct Members {
        var slot: KeySlot?
        /// The first protected segment that has no tables of its own.
        var protected: MediaReference.Origin?
        /// The first clear segment that has no tables of its own.
        var clear: MediaReference.Origin?
        var hasClear = false

        mutating func add(_ use: SegmentUse, _ slot: KeySlot?, needsTables: Bool) {
            if let slot {
                self.slot = self.slot ?? slot
                if needsTables { protected = protected ?? use.origin }
            } else {
                hasClear = true
                if needsTables { clear = clear ?? use.origin }
            }
        }
    }

    /// Fills in the protection of the sections; that of the segments is there.
    ///
    /// - Throws: `PresentationError` when a section serves clear and protected segments.
    static func plan(
        _ layout: inout MediaLayout,
        for presentation: Presentation,
        _ survey: SampleSurvey
    ) throws(PresentationError) {
        var members: [Int: Members] = [:]
        for use in layout.segmentUses(in: presentation) {
            guard let section = use.section else { continue }
            let hasTables = survey.formats[use.unit]?.tables?.hasTables ?? true
            // The tables of a segment are seldom in the range of an I-frame.
            let needsTables = use.isSharedIFrame || !hasTables
            members[section, default: Members()]
                .add(use, layout.units[use.unit].protection.slot, needsTables: needsTables)
        }
        for (section, members) in members.sorted(by: { $0.key < $1.key }) {
            guard let format = survey.formats[section], format.tables != nil, let slot = members.slot else {
                continue
            }
            if let clear = members.clear, let protected = members.protected {
                throw .protection(
                    .sharedSection(MediaPlace(layout.units[section]), clear: clear, protected: protected)
                )
            }
            if members.protected != nil || !members.hasClear {
                layout.units[section].protection = .sampleAES(slot, format)
            }
        }
    }
}
