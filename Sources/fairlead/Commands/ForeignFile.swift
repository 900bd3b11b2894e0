import HLSPackaging
import HLSVerification
import KeyStore

/// Says of a file that is no playlist what it looks like.
enum ForeignFile {
    /// The failure to read a file as a playlist.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - error: why it could not be read.
    /// - Returns: the failure, with a guess where the file begins as something else does.
    static func failure(of path: String, _ error: PackagingError) -> CommandFailure {
        let failure = CommandFailure(error)
        guard failure.failureClass == .malformed, let kind = FileKind.sniff(path) else { return failure }
        return CommandFailure(
            .malformed,
            "\(path): this is no playlist (it looks like \(kind.rawValue), expected #EXTM3U on line 1). "
                + "Give a playlist: this version of inspect reads nothing else."
        )
    }
}
