import CommonEncryption
import Presentations
import ProtectionTerms
import SampleEncryption

/// Surveys all media of a presentation, many units at once: what cannot be protected is refused here.
///
/// Of each unit no more is read than the surveyor wants: the start, or of fMP4 what tells the structure of samples. That is a little
/// of every sample: from a disk, to read all at once takes less time than so many reads, and all is read anyway where it is going to
/// be encrypted.
struct SampleSurveyReader {
    private let presentation: Presentation
    private let layout: MediaLayout
    private let policy: ProtectionPolicy
    private let cancellation: Cancellation
    private let jobs: Int
    private let prefetches: Bool

    private init(
        _ presentation: Presentation,
        _ layout: MediaLayout,
        _ policy: ProtectionPolicy,
        _ cancellation: Cancellation,
        jobs: Int,
        prefetches: Bool
    ) {
        self.presentation = presentation
        self.layout = layout
        self.policy = policy
        self.cancellation = cancellation
        self.jobs = jobs
        self.prefetches = prefetches
    }

    /// The survey of a presentation.
    ///
    /// - Parameters:
    ///   - presentation: what is to be protected.
    ///   - layout: its units.
    ///   - policy: how they are to be protected.
    ///   - jobs: threads.
    ///   - prefetches: whether all that is surveyed is going to be encrypted, so that it is worth it to read it all.
    ///   - cancellation: what stops the work.
    /// - Returns: how the samples of the units are packed.
    /// - Throws: `PresentationError` for the first unit that the method cannot protect, sections before segments.
    static func survey(
        _ presentation: Presentation,
        _ layout: MediaLayout,
        _ policy: ProtectionPolicy,
        jobs: Int,
        prefetches: Bool,
        cancellation: Cancellation
    ) throws(PresentationError) -> SampleSurvey {
        let reader = SampleSurveyReader(
            presentation,
            layout,
            policy,
            cancellation,
            jobs: jobs,
            prefetches: prefetches
        )
        let indices = layout.units.indices
        var survey = try reader.formats(
            of: indices.filter { layout.units[$0].content == .initialization },
            under: .none
        )
        let completion = SectionCompletion(presentation, layout, jobs: jobs, cancellation: cancellation)
        if let scheme = policy.method.scheme { try completion.complete(&survey, for: scheme) }
        let sections = try SectionFormats(presentation, layout, survey)
        survey.merge(
            try reader.formats(
                of: indices.filter { layout.units[$0].content == .segment },
                under: sections
            )
        ) { first, _ in first }
        return AudioSetupCompletion.complete(SampleSurvey(formats: survey), of: presentation, layout)
    }

    private func formats(
        of units: [Int],
        under sections: SectionFormats
    ) throws(PresentationError) -> [Int: SampleAESFormat] {
        let (all, files, cancellation) = (layout.units, presentation.files, cancellation)
        let prefetches = prefetches
        let declared = presentation.renditions.map { DeclaredAudio.type(of: $0.role) }
        let isGrouped = policy.rotationForm == .seig
        guard let scheme = policy.method.scheme else {
            throw .fault("a survey for \(policy.method.rawValue)")
        }
        let found = try WorkerPool(jobs: min(jobs, units.count)).map(
            count: units.count,
            makeState: { UnitSurveyor(scheme: scheme, isGrouped: isGrouped) },
            { (surveyor, index) throws(PresentationError) in
                try cancellation.check()
                let unit = all[units[index]]
                let movie = sections.movie(forUnit: units[index])
                if prefetches, movie != nil { files.prefetch(unit.clearRange, of: unit.file) }
                return Found(
                    unit: units[index],
                    format: try surveyor.survey(
                        unit,
                        section: sections.tables(forUnit: units[index]),
                        movie: movie,
                        declaredAudio: declared[unit.origin.rendition],
                        in: files
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
