import HLSPlaylists

/// A media playlist as the rules see it.
struct LintedMedia: Sendable {
    /// What it is in the multivariant playlist.
    enum Role: Hashable, Sendable {
        case variant, iFrameVariant
        case rendition(Rendition.MediaType)
    }

    /// Its text.
    let text: LintedText
    /// Its view.
    let playlist: MediaPlaylist
    /// The lines of the multivariant playlist that name it.
    let references: [Int]
    /// What its media are; nil when they were not looked at.
    let measurement: MediaMeasurement?
    /// Its roles; none without a multivariant playlist.
    let roles: Set<Role>

    /// The name of the playlist.
    var name: String { text.name }

    /// The target duration in seconds.
    var target: Duration { .seconds(Int64(clamping: min(playlist.targetDuration, UInt64(UInt32.max)))) }

    /// Whether the target duration is known.
    var knowsTarget: Bool {
        guard text.has(.targetDuration) else { return false }
        return playlist.targetDuration > 0
            || !text.problems.contains { $0.problem.isAboutValue(of: .targetDuration) }
    }

    /// How long all segments are together.
    var duration: Duration { playlist.segments.last.map { $0.start + $0.duration } ?? .zero }

    /// Whether it is about subtitles only.
    var isSubtitles: Bool { roles == [.rendition(.subtitles)] }
}

extension PlaylistError.Problem {
    /// Whether it is that the value of a tag is malformed.
    fileprivate func isAboutValue(of tag: TagName) -> Bool {
        if case .tag(.invalidValue(tag, _, _)) = self { true } else { false }
    }
}

extension LintedMedia {
    /// The bitrates of the media; nil when they were not measured.
    var bitrates: SegmentBitrates? {
        measurement.flatMap {
            SegmentBitrates(playlist.segments, sizes: $0.segments.map(\.bytes), target: target)
        }
    }
}
