import ArgumentParser
import HLSPackaging
import KeyStore

/// The part of a presentation that `rewrite` keeps.
struct WindowOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep the segments from this media time on; the first segment begins at 0.",
            valueName: "duration"
        )
    )
    var from: DurationArgument?

    @Option(help: ArgumentHelp("Keep the segments before this media time.", valueName: "duration"))
    var to: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "Keep the last segments that last so long, in each rendition.",
            valueName: "duration"
        )
    )
    var last: DurationArgument?

    func window() throws -> PlaylistWindow {
        if let last {
            guard from == nil, to == nil else {
                throw CommandFailure(
                    .usage,
                    "--last: it stands with --from or --to (expected one of the two). Choose one."
                )
            }
            guard last.duration > .zero else {
                throw CommandFailure(
                    .usage,
                    "--last: nothing would be kept (got 0, expected more). Correct it."
                )
            }
            return .last(last.duration)
        }
        guard from != nil || to != nil else { return .all }
        let start = from?.duration ?? .zero
        if let end = to?.duration, end <= start {
            throw CommandFailure(
                .usage,
                "--to: the end is not behind the start (--from). Correct one of them."
            )
        }
        return .span(from: start, to: to?.duration)
    }
}
