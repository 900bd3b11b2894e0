import Presentations
import SampleEncryption

/// Decides which initialization sections with program tables declare streams as protected.
///
/// Segments with their own tables do not need those of the section. All others have to be protected, or none.
enum ProgramTablesPlanner {
    /// The segments with one initialization section.
    private struct Members {
        var slot: KeySlot?
        /// The first protected segment without tables of its own.
        var firstProtected: MediaReference.Origin?
        /// The first clear segment without tables of its own.
        var firstClear: MediaReference.Origin?
        var hasClear = false

        mutating func add(_ use: SegmentUse, _ slot: KeySlot?, needsTables: Bool) {
            if let slot {
                self.slot = self.slot ?? slot
                if needsTables { firstProtected = firstProtected ?? use.origin }
            } else {
                hasClear = true
                if needsTables { firstClear = firstClear ?? use.origin }
            }
        }
    }

    /// Sets the protection of the initialization sections.
    ///
    /// The protection of the segments has to be set before.
    ///
    /// - Throws: `PresentationError` if clear and protected segments need the tables of the same section.
    static func plan(
        _ layout: inout MediaLayout,
        for presentation: Presentation,
        _ survey: SampleSurvey
    ) throws(PresentationError) {
        var members: [Int: Members] = [:]
        for use in layout.segmentUses(in: presentation) {
            guard let section = use.section else { continue }
            let hasTables = survey.formats[use.resource]?.tables?.hasTables ?? true
            // The byte range of an I-frame seldom includes the tables of its segment.
            let needsTables = use.isSharedIFrame || !hasTables
            members[section, default: Members()]
                .add(use, layout.resources[use.resource].protection.slot, needsTables: needsTables)
        }
        for (section, members) in members.sorted(by: { $0.key < $1.key }) {
            guard let format = survey.formats[section], format.tables != nil, let slot = members.slot else {
                continue
            }
            if let clear = members.firstClear, let protected = members.firstProtected {
                throw .protection(
                    .sharedSection(
                        MediaLocation(layout.resources[section]),
                        clear: clear,
                        protected: protected
                    )
                )
            }
            if members.firstProtected != nil || !members.hasClear {
                layout.resources[section].protection = .sampleAES(slot, format)
            }
        }
    }
}
