import HLSPlaylists

/// A media playlist in the form that checks use.
struct LintedMedia: Sendable {
    /// The role of a media playlist in the multivariant playlist.
    enum Role: Hashable, Sendable {
        case variant, iFrameVariant
        case rendition(Rendition.MediaType)
    }

    /// The lines of the playlist.
    let lintedPlaylist: LintedPlaylist
    /// The typed view of the playlist.
    let playlist: MediaPlaylist
    /// The lines of the multivariant playlist that refer to the playlist.
    let references: [Int]
    /// The measured properties of the media, or nil if they were not measured.
    let measurement: MediaMeasurement?
    /// The roles of the playlist; empty without a multivariant playlist.
    let roles: Set<Role>

    var name: String { lintedPlaylist.name }

    /// The target duration, cut to 2^32 - 1 seconds.
    var target: Duration { .seconds(Int64(clamping: min(playlist.targetDuration, UInt64(UInt32.max)))) }

    /// Indicates whether the target duration is known: present and not malformed.
    var isTargetKnown: Bool {
        guard lintedPlaylist.has(.targetDuration) else { return false }
        return playlist.targetDuration > 0
            || !lintedPlaylist.problems.contains { $0.problem.isAboutValue(of: .targetDuration) }
    }

    /// The total duration of all segments.
    var duration: Duration { playlist.segments.last.map { $0.start + $0.duration } ?? .zero }

    /// Indicates whether the playlist is used for subtitles only.
    var isSubtitles: Bool { roles == [.rendition(.subtitles)] }
}

extension PlaylistError.Problem {
    /// Returns whether the problem is a malformed value of a tag.
    fileprivate func isAboutValue(of tag: TagName) -> Bool {
        if case .tag(.invalidValue(tag, _, _)) = self { true } else { false }
    }
}

extension LintedMedia {
    /// The bitrates of the media, or nil if they were not measured.
    var bitrates: SegmentBitrates? {
        measurement.flatMap {
            SegmentBitrates(playlist.segments, sizes: $0.segments.map(\.byteCount), target: target)
        }
    }
}
