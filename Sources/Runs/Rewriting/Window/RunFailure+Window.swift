import Failures
import Presentations
import ProtectionTerms

/// Failures to cut or end playlists.
extension RunFailure {
    /// The playlist omits segments (`EXT-X-SKIP`), so it cannot be cut or ended.
    static func skippedSegments(_ location: LineLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "a playlist that skips segments cannot be cut or ended",
            found: "EXT-X-SKIP",
            expected: "all segments",
            remedy: "Get the whole playlist."
        )
    }

    /// The start of a playlist relative to that of another playlist is unknown.
    static func unknownStart(_ path: TreePath, beside other: TreePath) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "it is not known which of its segments have the same time as those of \(other)",
            found:
                "the playlists do not both have a usable EXT-X-PROGRAM-DATE-TIME, and do not start together",
            remedy: "Get playlists with dates, or cut the media playlists one by one."
        )
    }

    /// The playlist begins long after the start of the window; `by` is the delay after the first variant.
    static func startsAfterWindow(_ path: TreePath, by offset: Duration) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "the playlist has no media at the start of the window",
            found: "it begins \(offset) after the first variant",
            expected: "at most a segment",
            remedy: "Give a later \(CommandOption.from)."
        )
    }

    /// A cut in place would cut again if it were repeated, since no dates tell when the playlists start.
    static func unrepeatableCut(_ path: TreePath) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "in place, repeating the cut would remove more segments, as no dates tell when the playlists "
                + "start",
            expected: "EXT-X-PROGRAM-DATE-TIME in all",
            remedy: "Use \(CommandOption.output)."
        )
    }

    /// The date of a segment is unknown.
    static func undatedSegment(_ location: LineLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the segment cannot be cut by date",
            found: "no date",
            expected: "EXT-X-PROGRAM-DATE-TIME before it, or after it without a discontinuity between",
            remedy: "Give \(CommandOption.from) and \(CommandOption.to) as media times."
        )
    }

    /// No segment of the playlist is in the window.
    static func emptyWindow(_ path: TreePath) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "no segment is in the window",
            expected: "one at least",
            remedy: "Correct \(CommandOption.from), \(CommandOption.to) or \(CommandOption.last)."
        )
    }

    /// The date in the line cannot be parsed.
    static func malformedDate(_ location: LineLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the date cannot be carried over the cut",
            expected: "YYYY-MM-DDThh:mm:ss, decimals and a time zone",
            remedy: "Correct it."
        )
    }

    /// A discontinuity sequence number would be too large.
    static func discontinuityOverflow(_ location: LineLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "a discontinuity sequence number is too large",
            expected: "at most 2^64 - 1",
            remedy: "Correct EXT-X-DISCONTINUITY-SEQUENCE."
        )
    }
}
