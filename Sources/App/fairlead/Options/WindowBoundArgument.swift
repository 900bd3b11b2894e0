import ArgumentParser
import HLSPlaylists

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
