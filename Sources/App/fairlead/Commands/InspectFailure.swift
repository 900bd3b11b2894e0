import CommandLineParts
import Failures
import Inspection
import Presentations

/// Failures of `inspect` for files that it cannot read, with a guess at their format.
enum InspectFailure {
    /// Creates the failure to read a file as a playlist.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - error: the reason why it could not be read.
    /// - Returns: the failure, with the format that the file seems to have, if it is malformed.
    static func failure(of path: String, _ error: RunFailure) -> CommandFailure {
        let failure = CommandFailure(error)
        guard failure.failureClass == .malformed, let kind = FileKind.sniff(path) else { return failure }
        return CommandFailure(
            .malformed,
            "\(path): this is not a playlist (it looks like \(kind.rawValue), expected #EXTM3U on line 1). "
                + "Give a playlist, a transport stream, packed audio, MP4 or CPIX: this version of inspect reads nothing else."
        )
    }

    /// Creates the failure to inspect a media file.
    static func failure(of path: String, _ error: MediaFileError) -> CommandFailure {
        switch error {
        case .presentation(let error): CommandFailure(error)
        case .unexpectedKind(let offset, let found, let expected):
            CommandFailure(
                .malformed,
                "\(path): byte \(offset): this looks like media, but is not a transport stream, packed audio or MP4 "
                    + "(\(found), expected \(expected)). Give a whole file; decrypt it first if it is encrypted."
            )
        }
    }

    /// Creates the failure to inspect a CPIX document.
    static func failure(of path: String, _ error: CPIXInspector.Failure) -> CommandFailure {
        switch error {
        case .input(let error): CommandFailure(RunFailure.input(error))
        case .document(let error):
            CommandFailure.missingLibrary(of: error)
                ?? CommandFailure(.malformed, "\(path): \(error).")
        }
    }
}
