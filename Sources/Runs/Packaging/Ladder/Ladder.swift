import Bitstreams
import Failures
import Mezzanines
import Muxing
import Presentations
import ProtectionTerms

/// The renditions of a presentation and their groups.
struct Ladder: Sendable {
    let renditions: [PlannedRendition]
    private let warnings: [String]
    private let audio: RenditionGroups
    private let subtitles: RenditionGroups
    private let policy: ContentPolicy
    private let request: PackagingRequest

    /// Plans a presentation.
    ///
    /// - Parameters:
    ///   - request: the packaging request.
    ///   - mezzanines: one for each input, in the same order.
    /// - Throws: `RunFailure` if the inputs cannot be one presentation.
    init(_ request: PackagingRequest, of mezzanines: [Mezzanine]) throws(RunFailure) {
        self.request = request
        let plan = try RenditionPlan(request, of: mezzanines)
        renditions = plan.renditions
        warnings = plan.warnings
        audio = try .audio(renditions)
        subtitles = try .subtitles(renditions)
        policy = try ContentPolicy(request, renditions)
    }

    /// Checks that the time of `EXT-X-START` is within the presentation.
    ///
    /// - Parameter end: the end of the presentation.
    /// - Throws: `RunFailure` if the time is outside.
    func checkStart(end: MediaTime) throws(RunFailure) {
        guard let start = request.startOffset else { return }
        let distance = MediaTime(ticks: Int64(clamping: start.ticks.magnitude), timescale: start.timescale)
        guard distance > end else { return }
        throw .unsuitableOption(
            CommandOption.startOffset.rawValue,
            reason:
                "the start is outside of the presentation (got \(start.seconds) s, expected at most \(end.seconds) s from "
                + "its start, or negative from its end)",
            advice: "Give a time in it."
        )
    }

    /// Writes the playlists.
    ///
    /// - Parameters:
    ///   - generated: the generated renditions, in the order of the plan.
    ///   - segmentation: the segments of their tracks.
    ///   - warnings: the earlier warnings about the inputs.
    /// - Returns: the generated presentation.
    func presentation(
        of generated: [GeneratedRendition],
        _ segmentation: Segmenter.Result,
        warnings: [String]
    ) -> GeneratedPresentation {
        let target = SegmentDurations.target(
            of: generated.flatMap {
                SegmentDurations.durations($0.segments) + SegmentDurations.iFrameDurations($0.segments)
            }
        )
        let wantsIFrames = request.hasIFramePlaylists
        let ladderRenditions = zip(renditions, generated).map {
            LadderRendition($0, $1, target: target, wantsIFrames: wantsIFrames)
        }
        let multivariant = MultivariantText(
            renditions: ladderRenditions,
            audio: audio.groups,
            subtitles: subtitles.groups,
            policy: policy,
            start: request.startOffset,
            isIndependent: IndependentSegments.areAll(segmentation.tracks)
        )
        let entry = TreePath(components: [RenditionNames.entry + ".m3u8"])
        var playlists = [entry: Array(multivariant.text.utf8)]
        var media: [TreePath: any ByteSource] = [:]
        for rendition in ladderRenditions {
            playlists[TreePath(components: [rendition.uri])] = Array(rendition.playlist.utf8)
            if let iFrames = rendition.iFramePlaylist {
                playlists[TreePath(components: [rendition.iFrameURI])] = Array(iFrames.utf8)
            }
            for file in rendition.generated.files {
                media[TreePath(components: [rendition.planned.outputName, file.name])] = file.bytes
            }
        }
        let video = renditions.filter { $0.video != nil }
        return GeneratedPresentation(
            entry: entry,
            playlists: playlists,
            media: media,
            warnings: warnings + self.warnings
                + (wantsIFrames || video.isEmpty
                    ? []
                    : [
                        "no I-frame playlists are written: a part of an AES-256-GCM segment cannot be decrypted"
                    ])
                + policy.warnings(video.isEmpty ? renditions.filter { $0.audio != nil } : video)
        )
    }
}
