import CommonEncryption
import Failures
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms
import SampleEncryption

/// Decides for every media resource of a presentation whether it is encrypted, and with which key and IV.
struct ProtectionPlanner {
    private let presentation: Presentation
    private let policy: ProtectionPolicy
    private let survey: SampleSurvey
    private let layout: MediaLayout
    /// The treatments decided so far, by media resource index; nil for those that no playlist decided yet.
    private var treatments: [ResourceTreatment?]
    private let selection: TrackSelection
    private var slots: [RenditionPeriod: KeySlot] = [:]

    /// A rendition in a key period.
    private struct RenditionPeriod: Hashable {
        let rendition: Int
        let period: Int
    }

    private init(
        _ presentation: Presentation,
        _ layout: MediaLayout,
        _ policy: ProtectionPolicy,
        _ survey: SampleSurvey,
        _ rules: (any KeySelection)?
    ) {
        selection = TrackSelection(granularity: policy.granularity, rules: rules)
        self.presentation = presentation
        self.layout = layout
        treatments = [ResourceTreatment?](repeating: nil, count: layout.resources.count)
        self.policy = policy
        self.survey = survey
    }

    /// Plans the protection of all media resources.
    ///
    /// - Parameters:
    ///   - policy: the protection policy.
    ///   - presentation: the clear presentation.
    ///   - layout: its media resources.
    ///   - survey: their formats, which methods that encrypt samples need.
    ///   - rules: the usage rules that select keys, or nil if options do.
    /// - Returns: the treatment of each media resource.
    /// - Throws: `RunFailure` if playlists contradict each other.
    static func plan(
        _ policy: ProtectionPolicy,
        for presentation: Presentation,
        _ layout: MediaLayout,
        _ survey: SampleSurvey = .none,
        rules: (any KeySelection)? = nil
    ) throws(RunFailure) -> MediaPlan {
        if let rules, rules.hasPeriods, policy.schedule.rotation == nil {
            throw .keySelection(
                rendition: nil,
                reason: "they are for key periods: give \(CommandOption.rotateEvery)"
            )
        }
        var planner = ProtectionPlanner(presentation, layout, policy, survey, rules)
        // Only renditions with media of their own need a slot: an I-frame playlist may have no resolution.
        // Usage rules need not cover renditions that stay clear.
        for index in Set(planner.layout.resources.map(\.origin.rendition)).sorted() where rules == nil {
            _ = try planner.slot(ofRendition: index, period: 0)
        }
        for index in presentation.renditions.indices {
            try planner.planSegments(of: index)
        }
        switch policy.method.form {
        case .paddedSegments, .authenticatedSegments:
            for index in presentation.renditions.indices where policy.encryptsInitializationSections {
                try planner.planInitializationSections(of: index)
            }
            let plan = MediaPlan(layout, treatments: planner.treatments.map { $0 ?? .clear(nil) })
            try GCMSegmentCheck.check(plan, of: presentation)
            return plan
        case .samples: return try planner.samplePlan()
        }
    }

    /// Returns the plan of a method that encrypts samples, after the segments are planned.
    private func samplePlan() throws(RunFailure) -> MediaPlan {
        let treatments = treatments
        let slots = treatments.map { $0?.slot }
        let tables = try ProgramTablesPlanner.treatments(of: layout, in: presentation, survey, slots: slots)
        let sections = try SectionPlanner.plan(
            layout,
            of: presentation,
            survey,
            policy.rotationForm,
            slots: slots
        )
        return MediaPlan(
            layout,
            treatments: treatments.enumerated().map { index, treatment in
                if let treatment, treatment.slot != nil { return treatment }
                if let tables = tables[index] { return tables }
                if let protection = sections.protections[index] { return .section(protection) }
                let format = survey.formats[index]
                if case .fragments(let survey) = format, sections.clearLead.contains(index) {
                    return .clearLead(survey)
                }
                return .clear(format)
            },
            furtherForms: sections.furtherForms,
            usedSections: sections.usedSections
        )
    }

    private mutating func planSegments(of index: Int) throws(RunFailure) {
        let rendition = presentation.renditions[index]
        for (segment, reference) in zip(rendition.playlist.segments, layout.segments[index]) {
            guard let reference else { continue }
            let resource = layout.resources[reference.resource]
            let isSharedIFrame =
                rendition.playlist.isIFramesOnly
                && !presentation.renditions[resource.origin.rendition].playlist.isIFramesOnly
            // The segment that holds an I-frame determines its protection, in the playlist of that segment.
            if isSharedIFrame { continue }
            let treatment = try treatment(
                of: resource,
                format: survey.formats[reference.resource],
                segment,
                isIFrame: rendition.playlist.isIFramesOnly
            )
            guard let known = treatments[reference.resource] else {
                treatments[reference.resource] = treatment
                continue
            }
            if known != treatment {
                let origin = MediaReference.Origin(
                    rendition: index,
                    playlist: rendition.path,
                    line: segment.uriLine
                )
                throw .contradictoryProtection(file: resource.file, origin, resource.origin)
            }
        }
    }

    /// Returns the treatment of a segment, which is `.clear(nil)` for every segment that stays clear.
    private mutating func treatment(
        of resource: MediaResource,
        format: SurveyedFormat?,
        _ segment: MediaSegment,
        isIFrame: Bool
    ) throws(RunFailure) -> ResourceTreatment {
        guard let period = policy.schedule.period(startingAt: segment.start) else { return .clear(nil) }
        switch policy.method.form {
        case .samples(let scheme):
            guard let format, format.hasProtectableSamples else { return .clear(nil) }
            let slot = try slot(ofRendition: resource.origin.rendition, period: period)
            switch format {
            case .transportStream(let survey): return .transportStream(slot, survey)
            case .packedAudio(let survey): return .packedAudio(slot, survey)
            case .fragments(let survey):
                // Each sample of AES-CTR needs an IV of its own; those of cbcs all start at the IV of the
                // record.
                let ivOrigin: IVOrigin = scheme == .cenc ? .location(ivContext(of: resource)) : .record
                return .fragments(slot, survey, ivOrigin)
            case .movie: return .clear(nil)
            }
        case .authenticatedSegments:
            let slot = try slot(ofRendition: resource.origin.rendition, period: period)
            return .aes256GCM(slot, ivContext(of: resource))
        case .paddedSegments:
            let ivOrigin: IVOrigin =
                switch policy.ivMode {
                case .constant: .record
                // An I-frame playlist numbers its own entries, so the numbers do not identify bytes of a file.
                case .sequence where !isIFrame: .mediaSequence(segment.mediaSequence)
                case .sequence, .segment: .location(ivContext(of: resource))
                }
            return .aes128(try slot(ofRendition: resource.origin.rendition, period: period), ivOrigin)
        }
    }

    /// Plans initialization sections, each with the key of the first segment that needs it, and its own IV.
    ///
    /// Equal IVs over equal first bytes would show equal first blocks.
    private mutating func planInitializationSections(of index: Int) throws(RunFailure) {
        for segment in presentation.renditions[index].playlist.segments {
            guard let section = segment.initializationSection else { continue }
            let reference = layout.initializationSections[index][section]
            guard treatments[reference.resource] == nil else { continue }
            let resource = layout.resources[reference.resource]
            let slot = try slot(
                ofRendition: resource.origin.rendition,
                period: policy.schedule.period(startingAt: segment.start) ?? 0
            )
            treatments[reference.resource] =
                switch policy.method.form {
                case .paddedSegments: .aes128(slot, .location(ivContext(of: resource)))
                case .authenticatedSegments: .aes256GCM(slot, ivContext(of: resource))
                case .samples: nil
                }
        }
    }

    private mutating func slot(
        ofRendition index: Int,
        period: Int
    ) throws(RunFailure) -> KeySlot {
        let renditionPeriod = RenditionPeriod(rendition: index, period: period)
        if let known = slots[renditionPeriod] { return known }
        let slot = try selection.slot(
            of: presentation.renditions[index],
            period: period,
            bitrate: bitrate(ofRendition: index)
        )
        slots[renditionPeriod] = slot
        return slot
    }

    /// Returns the average bitrate of a rendition's clear media in bits per second, or nil if unknown.
    private func bitrate(ofRendition index: Int) -> Int? {
        let segments = presentation.renditions[index].playlist.segments
        var bytes = 0.0
        var seconds = 0.0
        for (segment, reference) in zip(segments, layout.segments[index]) {
            guard let reference else { continue }
            bytes += Double(layout.resources[reference.resource].clearLength)
            seconds += segment.duration / .seconds(1)
        }
        return seconds > 0 ? Int(exactly: (8 * bytes / seconds).rounded()) : nil
    }

    private func ivContext(of resource: MediaResource) -> IVContext {
        IVContext(
            content: resource.content,
            rendition: presentation.renditions[resource.origin.rendition].name,
            path: resource.file.description,
            ordinal: resource.ordinal
        )
    }
}

extension SurveyedFormat {
    /// Indicates whether any part of the media can be encrypted.
    fileprivate var hasProtectableSamples: Bool {
        switch self {
        case .fragments(let survey): survey.movie.hasProtectableTracks
        case .transportStream, .packedAudio: true
        case .movie: false
        }
    }
}
