import CommonEncryption
import HLSPlaylists
import Presentations

/// Decides which forms of fMP4 initialization sections are written, and which form each segment uses.
///
/// A section has a form for each key that its segments need, or with `RotationForm.seig` for each track. The
/// first form keeps the file and the offset of the clear section; the others get files of their own.
struct SectionPlanner {
    /// A form of an initialization section.
    private struct Form {
        /// The index of the form's media resource.
        let resource: Int
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

    private let presentation: Presentation
    private let survey: SampleSurvey
    private let rotation: RotationForm
    private var layout: MediaLayout
    private var names: FormNames
    /// The forms in the order of first use, by the media resource index of the clear section.
    private var forms: [Int: [Form]] = [:]
    /// The clear segments by media resource index: whether their section names keys, and the first playlist
    /// line that names them.
    private var clearSegments: [Int: (isClearLead: Bool, origin: MediaReference.Origin)] = [:]

    /// Sets the protection of fMP4 initialization sections and the output lengths of their segments.
    ///
    /// Marks clear segments whose section names keys (`isClearLead`). The protection of segments has to be
    /// set before.
    ///
    /// - Throws: `PresentationError` if a clear segment is used twice, once with an initialization section
    ///   that names keys and once with one that names none.
    static func plan(
        _ layout: inout MediaLayout,
        for presentation: Presentation,
        _ survey: SampleSurvey,
        _ rotation: RotationForm
    ) throws(PresentationError) {
        let isNeeded = survey.formats.values.contains { format in
            if case .movie = format { true } else { false }
        }
        guard isNeeded else { return }
        var planner = SectionPlanner(layout, presentation, survey, rotation)
        try planner.plan()
        layout = planner.layout
    }

    private init(
        _ layout: MediaLayout,
        _ presentation: Presentation,
        _ survey: SampleSurvey,
        _ rotation: RotationForm
    ) {
        self.layout = layout
        self.presentation = presentation
        self.survey = survey
        self.rotation = rotation
        names = FormNames(
            usedPaths: layout.resources.map(\.file) + presentation.playlists.map(\.path)
                + presentation.companions
        )
    }

    private mutating func plan() throws(PresentationError) {
        let uses = presentation.renditions.indices.map { self.uses(ofRendition: $0) }
        for use in uses.joined() { addForm(for: use) }
        layout.usedSections = layout.segments.map { [Int?](repeating: nil, count: $0.count) }
        for (rendition, uses) in uses.enumerated() {
            for (position, use) in uses.enumerated() {
                let form = self.form(for: position, in: uses)
                layout.usedSections[rendition][use.segment] = form.map { resource(of: use.section, $0) }
                guard layout.resources[use.resource].protection == .clear else { continue }
                if let form { forms[use.section]?[form].protection.keepsClearEntries = true }
                try recordClearSegment(use, isClearLead: form != nil)
            }
        }
        for form in forms.values.joined() {
            layout.resources[form.resource].protection = .section(form.protection)
        }
        for index in layout.resources.indices { setOutputLength(index) }
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
        guard let slot = layout.resources[use.resource].protection.slot,
            case .movie(let movie) = survey.formats[use.section]
        else { return }
        if let formIndex = indexOfForm(of: use.section, for: slot) {
            let headers = forms[use.section]?[formIndex].protection.headerSlots ?? []
            if !headers.contains(slot) { forms[use.section]?[formIndex].protection.headerSlots.append(slot) }
            return
        }
        var resourceIndex = use.section
        if forms[use.section] != nil {
            var derived = layout.resources[use.section]
            derived.outputFile = names.next(of: derived.file)
            resourceIndex = layout.resources.count
            layout.resources.append(derived)
        }
        forms[use.section, default: []]
            .append(Form(resource: resourceIndex, protection: SectionProtection(slot: slot, movie: movie)))
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
            following.lazy.compactMap { layout.resources[$0.resource].protection.slot }.first
            ?? preceding.lazy.compactMap { layout.resources[$0.resource].protection.slot }.first
        return slot.flatMap { indexOfForm(of: use.section, for: $0) } ?? 0
    }

    // MARK: Clear segments

    private mutating func recordClearSegment(_ use: Use, isClearLead: Bool) throws(PresentationError) {
        if let known = clearSegments[use.resource] {
            guard known.isClearLead != isClearLead else { return }
            throw .protection(
                .clearSegmentWithTwoSections(
                    MediaLocation(layout.resources[use.resource]),
                    known.origin,
                    use.origin
                )
            )
        }
        clearSegments[use.resource] = (isClearLead, use.origin)
        layout.resources[use.resource].isClearLead = isClearLead
    }

    /// Sets the output length and offset map of a segment, which the survey computed.
    private mutating func setOutputLength(_ index: Int) {
        guard case .fragments(let survey) = layout.resources[index].sampleFormat else { return }
        let resource = layout.resources[index]
        guard resource.protection != .clear || resource.isClearLead else { return }
        let result = resource.isClearLead ? survey.clearLead : survey.encrypted
        layout.resources[index].transformation =
            MediaResource.Transformation(outputLength: result.length, map: result.map)
    }
}
