import Presentations

/// A media resource as it is written: its clear bytes, its treatment and its output file.
struct PlannedResource: Sendable {
    /// The clear media resource.
    let resource: MediaResource
    /// The treatment of its bytes.
    let treatment: ResourceTreatment
    /// The path of the output file.
    ///
    /// Differs from that of the clear file for the further forms of an initialization section that has to
    /// name several keys.
    let outputFile: TreePath

    /// Creates a planned resource; without `outputFile` it has the path of the clear file.
    init(_ resource: MediaResource, _ treatment: ResourceTreatment, outputFile: TreePath? = nil) {
        self.resource = resource
        self.treatment = treatment
        self.outputFile = outputFile ?? resource.file
    }

    /// Indicates whether this is a further form of an initialization section, in a file of its own.
    var isFurtherForm: Bool { outputFile != resource.file }
}

/// The media resources of the output.
struct MediaPlan: Sendable {
    /// The clear media resources, and the playlist lines that refer to them.
    let layout: MediaLayout
    /// The media resources of the layout, with the same indices, and after them the further forms of
    /// initialization sections.
    let resources: [PlannedResource]
    /// The indices in `resources` of the initialization sections that segments use, by rendition and segment.
    ///
    /// Tells which form of a section a segment uses; nil if it uses none or one that names no key. Empty if
    /// the samples of fMP4 are not encrypted.
    let usedSections: [[Int?]]
    /// The output files in the order of their paths, each with the indices of its media resources in the
    /// order of their offsets.
    let files: [(file: TreePath, resources: [Int])]

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - layout: the clear media resources.
    ///   - treatments: their treatments, in the same order.
    ///   - furtherForms: the further forms of initialization sections.
    ///   - usedSections: the sections that segments use; empty if the samples of fMP4 are not encrypted.
    init(
        _ layout: MediaLayout,
        treatments: [ResourceTreatment],
        furtherForms: [PlannedResource] = [],
        usedSections: [[Int?]] = []
    ) {
        self.layout = layout
        self.usedSections = usedSections
        let resources =
            zip(layout.resources, treatments).map { PlannedResource($0, $1) } + furtherForms
        files = Dictionary(grouping: resources.indices) { resources[$0].outputFile }
            .map { file, members in
                (
                    file,
                    members.sorted {
                        resources[$0].resource.clearRange.lowerBound
                            < resources[$1].resource.clearRange.lowerBound
                    }
                )
            }
            .sorted { $0.file < $1.file }
        self.resources = resources
    }

    /// Returns the slots of the keys that a rendition needs, in order.
    func slots(ofRendition rendition: Int, in presentation: Presentation) -> [KeySlot] {
        Set(
            layout.resources(ofRendition: rendition, in: presentation)
                .compactMap { resources[$0].treatment.slot }
        )
        .sorted()
    }

    /// Returns the indices of a rendition's media resources in the output, with the used forms of fMP4
    /// initialization sections.
    func outputResources(ofRendition rendition: Int, in presentation: Presentation) -> Set<Int> {
        let named = layout.resources(ofRendition: rendition, in: presentation)
        guard !usedSections.isEmpty else { return Set(named) }
        let others = named.filter { index in
            if case .section = resources[index].treatment { false } else { true }
        }
        return Set(others).union(usedSections[rendition].compactMap(\.self))
    }
}
