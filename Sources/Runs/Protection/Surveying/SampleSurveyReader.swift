import CommonEncryption
import Failures
import Presentations
import ProtectionTerms
import SampleEncryption

/// Surveys all media of a presentation on many threads, and refuses media that cannot be protected.
///
/// Only what the surveyor needs is read of each media resource: the start, or in fMP4 the structure of
/// samples. That is a little of every sample. From a disk, reading everything at once is faster than so many
/// reads, and it costs nothing if encryption follows, which reads everything anyway.
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

    /// Surveys a presentation.
    ///
    /// - Parameters:
    ///   - presentation: the clear presentation.
    ///   - layout: its media resources.
    ///   - policy: the protection policy.
    ///   - jobs: the number of threads.
    ///   - prefetches: indicates whether encryption follows, so that reading everything ahead pays off.
    ///   - cancellation: stops the survey.
    /// - Returns: the sample formats of the media resources.
    /// - Throws: `RunFailure` for the first media resource that the method cannot protect,
    ///   initialization sections before segments.
    static func survey(
        _ presentation: Presentation,
        _ layout: MediaLayout,
        _ policy: ProtectionPolicy,
        jobs: Int,
        prefetches: Bool,
        cancellation: Cancellation
    ) throws(RunFailure) -> SampleSurvey {
        let reader = SampleSurveyReader(
            presentation,
            layout,
            policy,
            cancellation,
            jobs: jobs,
            prefetches: prefetches
        )
        let indices = layout.resources.indices
        var survey = try reader.formats(
            of: indices.filter { layout.resources[$0].content == .initialization },
            under: .none
        )
        let completion = ParameterSetCompletion(presentation, layout, jobs: jobs, cancellation: cancellation)
        if let scheme = policy.method.scheme { try completion.complete(&survey, for: scheme) }
        let sections = try SectionFormats(presentation, layout, survey)
        survey.merge(
            try reader.formats(
                of: indices.filter { layout.resources[$0].content == .segment },
                under: sections
            )
        ) { first, _ in first }
        return AudioSetupCompletion.complete(SampleSurvey(formats: survey), of: presentation, layout)
    }

    private func formats(
        of indices: [Int],
        under sections: SectionFormats
    ) throws(RunFailure) -> [Int: SurveyedFormat] {
        let (resources, files, cancellation) = (layout.resources, presentation.files, cancellation)
        let prefetches = prefetches
        let declaredAudio = presentation.renditions.map { DeclaredAudio.type(of: $0.role) }
        let usesSampleGroups = policy.rotationForm == .seig
        guard let scheme = policy.method.scheme else {
            throw .fault("a survey for \(policy.method.rawValue)")
        }
        let results = try WorkerPool(jobs: min(jobs, indices.count)).map(
            count: indices.count,
            makeState: { ResourceSurveyor(scheme: scheme, usesSampleGroups: usesSampleGroups) },
            { (surveyor, index) throws(RunFailure) in
                try cancellation.check()
                let resource = resources[indices[index]]
                let movie = sections.movie(forResource: indices[index])
                if prefetches, movie != nil { files.prefetch(resource.clearRange, of: resource.file) }
                return ResourceFormat(
                    resource: indices[index],
                    format: try surveyor.survey(
                        resource,
                        section: sections.tables(forResource: indices[index]),
                        movie: movie,
                        declaredAudio: declaredAudio[resource.origin.rendition],
                        in: files
                    )
                )
            }
        )
        return results.reduce(into: [:]) { formats, result in formats[result.resource] = result.format }
    }

    private struct ResourceFormat: Sendable {
        let resource: Int
        let format: SurveyedFormat?
    }
}

/// The extensions of AAC that playlists declare and ADTS frames do not: SBR and PS.
enum DeclaredAudio {
    private static let types: [String: AudioSetupInformation.AudioType] = [
        "mp4a.40.2": .zaac, "mp4a.40.5": .zach, "mp4a.40.29": .zacp,
    ]

    /// Returns the declared audio type of a rendition, or nil if the playlists declare none or several.
    static func type(of role: RenditionRole) -> AudioSetupInformation.AudioType? {
        guard role.audioCodecs.count == 1 else { return nil }
        return role.audioCodecs.first.flatMap { types[$0] }
    }
}
