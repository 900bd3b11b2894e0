import ArgumentParser
import CommandLineParts
import Failures
import HLSPlaylists
import Rewriting

/// The options for the part of a presentation that `rewrite` keeps.
struct WindowOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep the segments from this media time on, which counts from the start of the first variant, or from this date on "
                + "(2026-01-01T00:00:00Z).",
            valueName: "time"
        )
    )
    var from: WindowBoundArgument?

    @Option(help: ArgumentHelp("Keep the segments before this media time or date.", valueName: "time"))
    var to: WindowBoundArgument?

    @Option(
        help: ArgumentHelp(
            "Keep the last segments of the first variant that together last at least this long, and those of the same time in the others.",
            valueName: "duration"
        )
    )
    var last: DurationArgument?

    @Flag(help: "End media playlists that may still grow: EXT-X-ENDLIST, for a clip of a live presentation.")
    var end = false

    func window() throws -> PlaylistWindow {
        if let last {
            guard from == nil, to == nil else {
                throw RunFailure(
                    .usage,
                    at: "--last",
                    "it cannot be combined with --from or --to",
                    expected: "one of the two",
                    remedy: "Choose one."
                )
            }
            guard last.duration > .zero else {
                throw RunFailure(
                    .usage,
                    at: "--last",
                    "nothing would be kept",
                    found: "got 0",
                    expected: "more",
                    remedy: "Correct it."
                )
            }
            return .last(last.duration)
        }
        guard let bound = from ?? to else { return .all }
        switch bound {
        case .time: return try span()
        case .date: return try dates()
        }
    }

    private func span() throws -> PlaylistWindow {
        guard from?.date == nil, to?.date == nil else { throw Self.mixture }
        let start = from?.time ?? .zero
        if let end = to?.time, end <= start { throw Self.emptySpan }
        return .span(from: start, to: to?.time)
    }

    private func dates() throws -> PlaylistWindow {
        guard from?.time == nil, to?.time == nil else { throw Self.mixture }
        if let start = from?.date, let end = to?.date, end.sinceEpoch <= start.sinceEpoch {
            throw Self.emptySpan
        }
        return .dates(from: from?.date, to: to?.date)
    }

    private static let mixture = RunFailure(
        .usage,
        at: "--to",
        "one bound is a media time and the other a date",
        expected:
            "two of one kind, as --from 8 --to 90s, or --from 2026-01-01T00:00:00Z --to 2026-01-01T00:01:00Z",
        remedy: "Correct one of them."
    )
    private static let emptySpan = RunFailure(
        .usage,
        at: "--to",
        "the end is not after the start",
        found: "--from",
        remedy: "Correct one of them."
    )
}

/// A bound of a window: a media time like a `DurationArgument`, or a date as in playlists (RFC 8216bis
/// 4.4.4.6).
enum WindowBoundArgument: ExpressibleByArgument {
    case time(Duration)
    case date(DateTime)

    init?(argument: String) {
        if let time = DurationArgument(argument: argument) {
            self = .time(time.duration)
        } else if let date = DateTime(parsing: ArraySlice(argument.utf8)) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// The media time, or nil if the bound is a date.
    var time: Duration? {
        if case .time(let time) = self { time } else { nil }
    }

    /// The date, or nil if the bound is a media time.
    var date: DateTime? {
        if case .date(let date) = self { date } else { nil }
    }
}
