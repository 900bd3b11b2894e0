import SampleEncryption

/// Surveys all media of a presentation, many units at once: what cannot be protected is refused here.
///
/// Of each unit no more is read than the surveyor wants, which is the start.
struct SampleSurveyReader {
    private let presentation: Presentation
    private let layout: MediaLayout
    private let cancellation: Cancellation
    private let jobs: Int

    private init(_ presentation: Presentation, _ layout: MediaLayout, _ cancellation: Cancellation, jobs: Int)
    {
        self.presentation = presentation
        self.layout = layout
        self.cancellation = cancellation
        self.jobs = jobs
    }

    /// The survey of a presentation.
    ///
    /// - Throws: `PackagingError` for the first unit that SAMPLE-AES cannot protect, sections before segments.
    static func survey(
        _ presentation: Presentation,
        _ layout: MediaLayout,
        jobs: Int,
        cancellation: Cancellation
    ) throws(PackagingError) -> SampleSurvey {
        let reader = SampleSurveyReader(presentation, layout, cancellation, jobs: jobs)
        let indices = layout.units.indices
        var survey = try reader.formats(of: indices.filter { layout.units[$0].content == .initialization }) {
            _ in nil
        }
        let sections = try InitializationTables(presentation, layout, survey)
        survey.merge(
            try reader.formats(of: indices.filter { layout.units[$0].content == .segment }) {
                sections.tables(forUnit: $0)
            }
        ) { first, _ in first }
        return AudioSetupCompletion.complete(SampleSurvey(formats: survey), of: presentation, layout)
    }

    private func formats(
        of units: [Int],
        section: @escaping @Sendable (Int) -> TransportStreamSurvey?
    ) throws(PackagingError) -> [Int: SampleAESFormat] {
        let (all, root, cancellation) = (layout.units, presentation.root, cancellation)
        let declared = presentation.renditions.map { DeclaredAudio.type(of: $0.role) }
        let found = try WorkerPool(jobs: min(jobs, units.count)).map(
            count: units.count,
            makeState: { UnitSurveyor() },
            { (surveyor, index) throws(PackagingError) in
                try cancellation.check()
                return Found(
                    unit: units[index],
                    format: try surveyor.survey(
                        all[units[index]],
                        section: section(units[index]),
                        declaredAudio: declared[all[units[index]].origin.rendition],
                        under: root
                    )
                )
            }
        )
        return found.reduce(into: [:]) { formats, found in formats[found.unit] = found.format }
    }

    private struct Found: Sendable {
        let unit: Int
        let format: SampleAESFormat?
    }
}
