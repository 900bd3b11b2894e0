import CommonEncryption
import Failures
import HLSPlaylists
import Presentations

/// The forms of fMP4 initialization sections, and what follows from them for segments.
struct SectionPlan {
    /// The protection of sections that name keys, by the media resource index of the clear section: that of
    /// the first form.
    var protections: [Int: SectionProtection] = [:]
    /// The further forms, in the order of their media resource indices, which follow those of the layout.
    var furtherForms: [PlannedResource] = []
    /// The clear segments whose section names keys, by media resource index.
    var clearLead: Set<Int> = []
    /// The media resource indices of the sections that segments use, by rendition and segment.
    var usedSections: [[Int?]] = []
}

/// Decides which forms of fMP4 initialization sections are written, and which form each segment uses.
///
/// A section has a form for each key that its segments need, or with `RotationForm.seig` for each track. The
/// first form keeps the file and the offset of the clear section; the others get files of their own.
struct SectionPlanner {
    /// A form of an initialization section.
    private struct Form {
        /// The index of the form's media resource in the plan.
        let resource: Int
        /// The clear section.
        let section: Int
        let outputFile: TreePath
        var protection: SectionProtection
    }

    /// A segment of a playlist and its section; `resource` and `section` are media resource indices.
    private struct Use {
        let segment: Int
        let resource: Int
        let section: Int
        /// The index of the `EXT-X-MAP` in its playlist.
        let map: Int
        let origin: MediaReference.Origin
    }

    private let layout: MediaLayout
    private let presentation: Presentation
    private let survey: SampleSurvey
    private let rotation: RotationForm
    /// The slots of the media resources, by index; nil for clear ones.
    private let slots: [KeySlot?]
    private var names: FormNames
    /// The forms in the order of first use, by the media resource index of the clear section.
    private var forms: [Int: [Form]] = [:]
    private var furtherFormCount = 0
    /// The clear segments by media resource index: whether their section names keys, and the first playlist
    /// line that names them.
    private var clearSegments: [Int: (isClearLead: Bool, origin: MediaReference.Origin)] = [:]

    /// Plans the forms of fMP4 initialization sections.
    ///
    /// - Parameters:
    ///   - layout: the clear media resources.
    ///   - presentation: the clear presentation.
    ///   - survey: the formats of the media resources.
    ///   - rotation: the form of key rotation.
    ///   - slots: the slots of the media resources, by index; nil for clear ones.
    /// - Returns: the plan; empty if nothing is fMP4.
    /// - Throws: `RunFailure` if a clear segment is used twice, once with an initialization section
    ///   that names keys and once with one that names none.
    static func plan(
        _ layout: MediaLayout,
        of presentation: Presentation,
        _ survey: SampleSurvey,
        _ rotation: RotationForm,
        slots: [KeySlot?]
    ) throws(RunFailure) -> SectionPlan {
        let isNeeded = survey.formats.values.contains { format in
            if case .movie = format { true } else { false }
        }
        guard isNeeded else { return SectionPlan() }
        var planner = SectionPlanner(layout, presentation, survey, rotation, slots)
        return try planner.plan()
    }

    private init(
        _ layout: MediaLayout,
        _ presentation: Presentation,
        _ survey: SampleSurvey,
        _ rotation: RotationForm,
        _ slots: [KeySlot?]
    ) {
        self.layout = layout
        self.presentation = presentation
        self.survey = survey
        self.rotation = rotation
        self.slots = slots
        names = FormNames(
            usedPaths: layout.resources.map(\.file) + presentation.playlists.map(\.path)
                + presentation.companions
        )
    }

    private mutating func plan() throws(RunFailure) -> SectionPlan {
        let uses = presentation.renditions.indices.map { self.uses(ofRendition: $0) }
        for use in uses.joined() { addForm(for: use) }
        var plan = SectionPlan()
        plan.usedSections = layout.segments.map { [Int?](repeating: nil, count: $0.count) }
        for (rendition, uses) in uses.enumerated() {
            for (position, use) in uses.enumerated() {
                let form = self.form(for: position, in: uses)
                plan.usedSections[rendition][use.segment] = form.map { resource(of: use.section, $0) }
                guard slots[use.resource] == nil else { continue }
                if let form { forms[use.section]?[form].protection.keepsClearEntries = true }
                try recordClearSegment(use, isClearLead: form != nil)
            }
        }
        plan.clearLead = Set(clearSegments.filter(\.value.isClearLead).keys)
        for form in forms.values.joined().sorted(by: { $0.resource < $1.resource }) {
            if form.resource == form.section {
                plan.protections[form.section] = form.protection
            } else {
                plan.furtherForms.append(
                    PlannedResource(
                        layout.resources[form.section],
                        .section(form.protection),
                        outputFile: form.outputFile
                    )
                )
            }
        }
        return plan
    }

    // MARK: Uses

    /// Returns the segments of a rendition that have fMP4 initialization sections, in order.
    private func uses(ofRendition index: Int) -> [Use] {
        let rendition = presentation.renditions[index]
        return zip(rendition.playlist.segments, layout.segments[index]).compactMap { segment, reference in
            guard let reference, let map = segment.initializationSection else { return nil }
            let section = layout.initializationSections[index][map].resource
            guard case .movie = survey.formats[section] else { return nil }
            return Use(
                segment: segment.index,
                resource: reference.resource,
                section: section,
                map: map,
                origin: MediaReference.Origin(
                    rendition: index,
                    playlist: rendition.path,
                    line: segment.uriLine
                )
            )
        }
    }

    // MARK: Forms

    private mutating func addForm(for use: Use) {
        guard let slot = slots[use.resource], case .movie(let movie) = survey.formats[use.section] else {
            return
        }
        if let formIndex = indexOfForm(of: use.section, for: slot) {
            let headers = forms[use.section]?[formIndex].protection.headerSlots ?? []
            if !headers.contains(slot) { forms[use.section]?[formIndex].protection.headerSlots.append(slot) }
            return
        }
        let file = layout.resources[use.section].file
        var form = Form(
            resource: use.section,
            section: use.section,
            outputFile: file,
            protection: SectionProtection(slot: slot, movie: movie)
        )
        if forms[use.section] != nil {
            form = Form(
                resource: layout.resources.count + furtherFormCount,
                section: use.section,
                outputFile: names.next(of: file),
                protection: form.protection
            )
            furtherFormCount += 1
        }
        forms[use.section, default: []].append(form)
    }

    private func indexOfForm(of section: Int, for slot: KeySlot) -> Int? {
        forms[section]?.firstIndex { form in
            switch rotation {
            case .sections: form.protection.slot == slot
            case .seig:
                KeySlot(track: form.protection.slot.track, period: 0) == KeySlot(track: slot.track, period: 0)
            }
        }
    }

    private func resource(of section: Int, _ form: Int) -> Int { forms[section]?[form].resource ?? section }

    /// Returns the form of the section that a segment uses, or nil if the section names no keys.
    ///
    /// A clear segment takes that of the next encrypted one under the same `EXT-X-MAP`, so that players do
    /// not have to change it.
    private func form(for position: Int, in uses: [Use]) -> Int? {
        let use = uses[position]
        guard forms[use.section] != nil else { return nil }
        let following = uses[position...].prefix { $0.map == use.map }
        let preceding = uses[..<position].reversed().prefix { $0.map == use.map }
        let slot =
            following.lazy.compactMap { slots[$0.resource] }.first
            ?? preceding.lazy.compactMap { slots[$0.resource] }.first
        return slot.flatMap { indexOfForm(of: use.section, for: $0) } ?? 0
    }

    // MARK: Clear segments

    private mutating func recordClearSegment(_ use: Use, isClearLead: Bool) throws(RunFailure) {
        if let known = clearSegments[use.resource] {
            guard known.isClearLead != isClearLead else { return }
            throw .clearSegmentWithTwoSections(
                MediaLocation(layout.resources[use.resource]),
                known.origin,
                use.origin
            )
        }
        clearSegments[use.resource] = (isClearLead, use.origin)
    }
}
