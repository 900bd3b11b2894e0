import Mezzanines
import ProtectionTerms

/// The first sync sample of one video rendition that another rendition does not have.
struct SyncSampleMismatch {
    /// The rendition that has the sync sample.
    private let owner: TrackTimes
    /// The presentation time of the sync sample.
    private let time: MediaTime
    /// The rendition that has no sync sample at that time.
    private let otherRendition: TrackTimes

    /// Finds the first difference in a segment that is too long, or nil if the sync samples align but are
    /// rare.
    ///
    /// - Parameters:
    ///   - videos: the renditions.
    ///   - gap: the start and end of the segment.
    init?(_ videos: [TrackTimes], _ gap: (begin: MediaTime, end: MediaTime)) {
        var first: (owner: Int, time: MediaTime, other: Int)?
        for (owner, video) in videos.enumerated() {
            guard let found = Self.first(of: video, gap, videos), first.map({ found.time < $0.time }) ?? true
            else { continue }
            first = (owner, found.time, found.other)
        }
        guard let first else { return nil }
        owner = videos[first.owner]
        time = first.time
        otherRendition = videos[first.other]
    }

    /// Finds the first sync sample of a rendition in a segment that another rendition does not have.
    private static func first(
        of video: TrackTimes,
        _ gap: (begin: MediaTime, end: MediaTime),
        _ videos: [TrackTimes]
    ) -> (time: MediaTime, other: Int)? {
        var sync = video.sync(atOrAfter: gap.begin, near: video.syncs.lowerBound)
        while sync < video.syncs.upperBound {
            let time = video.mediaTime(of: video.sample(ofSync: sync))
            guard time < gap.end else { return nil }
            // The sync sample that begins the segment is less than half a frame away from its start.
            let isBeginning = gap.begin.isWithinHalf(of: video.duration(of: video.sample(ofSync: sync)), time)
            let lacking = videos.firstIndex { other in
                !CommonSyncSamples(reference: video, others: [other]).isCommon(sync)
            }
            if gap.begin < time, !isBeginning, let lacking { return (time, lacking) }
            sync += 1
        }
        return nil
    }

    /// The error that reports the difference.
    var error: MezzanineError {
        let syncAtOrAfter = otherRendition.sync(atOrAfter: time, near: otherRendition.syncs.lowerBound)
        let nearest = [syncAtOrAfter - 1, syncAtOrAfter].filter(otherRendition.syncs.contains).map {
            otherRendition.mediaTime(of: otherRendition.sample(ofSync: $0)).secondsDescription
        }
        let name = owner.name(beside: otherRendition)
        var what = "key frames that do not line up with those of \(name): \(name) has one at "
        what += "\(time.secondsDescription), \(otherRendition.name(beside: owner)) has its nearest at "
        what += nearest.joined(separator: " and ")
        if !(time < otherRendition.mediaEnd) {
            what += ", and ends at \(otherRendition.mediaEnd.secondsDescription)"
        }
        return .unsupported(
            path: otherRendition.timedTrack.track.path,
            what: what,
            "Encode all renditions with the same fixed key frame interval and without key frames at scene cuts, "
                + "or let each be cut on its own with \(CommandOption.allowMisaligned)."
        )
    }
}

extension TrackTimes {
    /// Returns the path of the input, or the number of the track if both tracks are of the same input.
    fileprivate func name(beside other: TrackTimes) -> String {
        let track = timedTrack.track
        return track.path == other.timedTrack.track.path ? "track \(track.identifier)" : track.path
    }
}
