import Failures
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

    /// Returns the treatments of the initialization sections that declare protected streams.
    ///
    /// - Parameters:
    ///   - layout: the clear media resources.
    ///   - presentation: the clear presentation.
    ///   - survey: the formats of the media resources.
    ///   - slots: the slots of the media resources, by index; nil for clear ones.
    /// - Returns: treatments by media resource index.
    /// - Throws: `RunFailure` if clear and protected segments need the tables of the same section.
    static func treatments(
        of layout: MediaLayout,
        in presentation: Presentation,
        _ survey: SampleSurvey,
        slots: [KeySlot?]
    ) throws(RunFailure) -> [Int: ResourceTreatment] {
        var members: [Int: Members] = [:]
        for use in layout.segmentUses(in: presentation) {
            guard let section = use.section else { continue }
            let hasTables = survey.formats[use.resource]?.tables?.hasTables ?? true
            // The byte range of an I-frame seldom includes the tables of its segment.
            let needsTables = use.isSharedIFrame || !hasTables
            members[section, default: Members()].add(use, slots[use.resource], needsTables: needsTables)
        }
        var treatments: [Int: ResourceTreatment] = [:]
        for (section, members) in members.sorted(by: { $0.key < $1.key }) {
            guard let tables = survey.formats[section]?.tables, let slot = members.slot else { continue }
            if let clear = members.firstClear, let protected = members.firstProtected {
                throw .sharedSection(
                    MediaLocation(layout.resources[section]),
                    clear: clear,
                    protected: protected
                )
            }
            if members.firstProtected != nil || !members.hasClear {
                treatments[section] = .transportStream(slot, tables)
            }
        }
        return treatments
    }
}
