package import Failures
import Glibc
package import HLSPlaylists
import ProtectionTerms
import TextFormats

/// Failures to read playlists and other files.
extension RunFailure {
    /// A playlist or another file of the input could not be read.
    package static func input(_ error: SystemCallError) -> RunFailure {
        func failure(
            _ failureClass: FailureClass,
            _ problem: String,
            found: String? = nil,
            expected: String? = nil,
            remedy: String
        ) -> RunFailure {
            RunFailure(
                failureClass,
                at: error.path,
                problem,
                found: found,
                expected: expected,
                remedy: remedy,
                errorNumber: error.code
            )
        }
        return switch error.code {
        case ENOENT: failure(.missing, "there is no such file", remedy: "Check the path.")
        case EACCES, EPERM:
            failure(
                .permission,
                "access is denied",
                found: error.call,
                remedy: "Give the user of this process access, or run the command as another user."
            )
        case EFBIG:
            failure(
                .malformed,
                "the file is too large",
                found: "got more than 64 MiB",
                expected: "a playlist or session data of at most that",
                remedy: "Name another file."
            )
        case EISDIR: failure(.missing, "it is a directory", expected: "a file", remedy: "Name a file.")
        case _ where error.isNotRegularFile:
            failure(
                .missing,
                "it is a pipe, a device or a socket",
                expected: "a file",
                remedy: "Name a file."
            )
        default:
            .system(
                error.code,
                .missing,
                at: error.path,
                "the file cannot be read",
                found: "\(error.call): \(error.reason)",
                remedy: "Check it and its disk."
            )
        }
    }

    /// A media file that a playlist names could not be read.
    static func media(
        file: TreePath,
        _ origin: MediaReference.Origin,
        _ error: SystemCallError
    ) -> RunFailure {
        let failureClass: FailureClass =
            switch error.code {
            case EACCES, EPERM: .permission
            case EFBIG: .malformed
            default: .missing
            }
        return .system(
            error.code,
            failureClass,
            at: origin,
            "the media file \(file) cannot be read",
            found: error.reason,
            remedy: "Restore the file or remove it from the playlist."
        )
    }

    /// The clear presentation given for comparison could not be read.
    package static func source(_ failure: RunFailure) -> RunFailure { failure.labeled("source") }

    /// A playlist is malformed.
    package static func playlist(_ path: TreePath, _ error: PlaylistError) -> RunFailure {
        let line = error.line > 0 ? error.line : nil
        return RunFailure(
            .malformed,
            at: TextLocation(in: path.description, line: line, column: error.column),
            error.message.withoutFullStop
        )
    }

    /// The given playlist is not below the given root directory.
    static func playlistOutsideRoot(playlist: String, root: String) -> RunFailure {
        RunFailure(
            .usage,
            at: playlist,
            "the playlist is not below the root",
            found: "root \(root)",
            remedy: "Give a \(CommandOption.root) that contains it."
        )
    }

    /// A URI names no file of the tree.
    package static func uri(
        _ uri: String,
        playlist: TreePath,
        line: Int,
        _ failure: URIResolution.Failure
    ) -> RunFailure {
        let (location, uri) = ("\(playlist):\(line)", KeyURIRedaction.redacted(uri))
        return switch failure {
        case .remote(let scheme):
            RunFailure(
                .malformed,
                at: location,
                "the URI does not name a file in the tree",
                found: "\(scheme): \(uri)",
                remedy: "Download the presentation and make its URIs relative."
            )
        case .absolutePath:
            RunFailure(
                .malformed,
                at: location,
                "the URI starts at a server's root, which is not known here",
                found: uri,
                remedy: "Make it relative to the playlist."
            )
        case .leavesTree:
            RunFailure(
                .malformed,
                at: location,
                "the URI leaves the tree",
                found: uri,
                remedy: "Name a \(CommandOption.root) that contains all files of the presentation."
            )
        case .malformed(let reason):
            RunFailure(
                .malformed,
                at: location,
                "the URI does not name a file: \(reason)",
                found: uri,
                remedy: "Correct the playlist."
            )
        case .variable(let name):
            RunFailure(
                .malformed,
                at: location,
                "the URI depends on the variable '\(name)', whose value is not in the playlist",
                found: uri,
                remedy:
                    "Define it by NAME and VALUE; if it is a query parameter of the playlist on the command line, rewrite, verify and inspect accept \(CommandOption.query) \(name)=VALUE."
            )
        }
    }

    /// A path of the tree is used for two kinds of file (playlist, media, session data).
    static func namedTwice(_ path: TreePath, as first: String, and second: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "the path is used as \(first) and as \(second), and can be only one of them in the result",
            remedy: "Give each a file of its own."
        )
    }

    /// The playlists of two renditions differ only in their extension, so that the renditions have one name.
    static func sameRenditionName(_ path: TreePath, _ otherPath: TreePath) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "the name of the rendition is also that of \(otherPath)",
            found: "\(path.withoutExtension), the path without its extension",
            remedy: "Rename one of the two playlists."
        )
    }

    /// A symbolic link leads out of the root directory.
    static func linkLeavesRoot(_ path: TreePath, root: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "the file is a symbolic link out of the root",
            found: "root \(root)",
            remedy: "Replace the link by the file, or name a \(CommandOption.root) that contains it."
        )
    }
}
