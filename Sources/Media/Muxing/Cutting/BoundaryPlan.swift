import Mezzanines

/// The segment boundaries for all tracks of a presentation.
struct BoundaryPlan {
    /// The starts of the segments of the presentation, beginning with 0.
    let boundaries: [MediaTime]
    /// The end of the longest track.
    let end: MediaTime
    /// The end of the longest video track, or of the longest track if there is no video.
    let videoEnd: MediaTime
    /// The boundaries of each video track, in the order of the tracks, if their sync samples do not align;
    /// empty if they do.
    let misaligned: [(track: TimedTrack, boundaries: [MediaTime])]

    /// Plans the boundaries.
    ///
    /// - Parameters:
    ///   - times: all tracks, at least one.
    ///   - options: the target duration and whether misaligned video is allowed.
    /// - Throws: `MezzanineError` if the sync samples of the videos do not align and this is not allowed.
    init(_ times: [TrackTimes], _ options: Segmenter.Options) throws(MezzanineError) {
        let videos = times.filter { $0.timedTrack.track.content == .video }
        let reference = videos.first ?? times[0]
        let longest = times.longest(or: reference)
        let longestVideo = videos.longest(or: longest)
        end = longest.mediaEnd
        videoEnd = longestVideo.mediaEnd
        let candidates = CommonSyncSamples(reference: reference, others: Array(videos.dropFirst()))
        let chooser = BoundaryChooser(candidates, target: options.target, end: videoEnd)
        let common = chooser.boundaries()
        let mismatch = chooser.firstLongGap(common).flatMap { gap in
            SyncSampleMismatch(videos, gap)
        }
        if let mismatch, !options.allowsMisaligned { throw mismatch.error }
        let target = options.target
        let addingAudio: (BoundaryChooser, TrackTimes, [Int]) -> [MediaTime] = { chooser, reference, syncs in
            let boundaries = syncs.map { reference.mediaTime(of: reference.sample(ofSync: $0)) }
            let earliest = times.min { $0.mediaStart < $1.mediaStart } ?? reference
            return chooser.addingAudioTail(
                chooser.audioLead(of: reference, before: boundaries, earliest, target) + boundaries,
                longest,
                target
            )
        }
        guard mismatch != nil else {
            boundaries = addingAudio(chooser, reference, common)
            misaligned = []
            return
        }
        misaligned = videos.map { video in
            let ownChooser = BoundaryChooser(
                CommonSyncSamples(reference: video, others: []),
                target: target,
                end: video.mediaEnd
            )
            return (video.timedTrack, addingAudio(ownChooser, video, ownChooser.boundaries()))
        }
        boundaries = misaligned.first?.boundaries ?? []
    }

    /// Returns the boundaries for a track.
    ///
    /// - Parameter times: a track of the presentation.
    /// - Returns: the starts of its segments; a misaligned video has its own, and audio has those of the
    ///   video from the same input.
    func boundaries(of times: TrackTimes) -> [MediaTime] {
        let track = times.timedTrack.track
        let ofSameInput = misaligned.filter { $0.track.track.path == track.path }
        let sameTrack = ofSameInput.first {
            track.content == .video && $0.track.track.identifier == track.identifier
                && $0.track.origin == times.timedTrack.origin
        }
        return (sameTrack ?? ofSameInput.first)?.boundaries ?? boundaries
    }
}

extension [TrackTimes] {
    /// Returns the track that ends last, or `fallback` if the array is empty.
    fileprivate func longest(or fallback: TrackTimes) -> TrackTimes {
        self.max { $0.mediaEnd < $1.mediaEnd } ?? fallback
    }
}
