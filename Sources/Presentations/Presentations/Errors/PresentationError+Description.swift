import Glibc
import HLSPlaylists
import KeyStore
import KeyURITemplates
import Mezzanines
import TextFormats

extension PresentationError: CustomStringConvertible {
    /// The message in one line.
    ///
    /// Its form is `WHERE: WHAT (GOT, EXPECTED). FIX.`
    package var description: String {
        switch self {
        case .input(let error): Self.inputDescription(of: error)
        case .source(let error): "source: \(error)"
        case .playlist(let path, let error): Self.playlistDescription(of: error, in: path)
        case .playlistOutsideRoot(let playlist, let root):
            "\(playlist): the playlist is not below the root (root \(root)). Give a --root that contains it."
        case .uri(let uri, let playlist, let line, let failure):
            "\(playlist):\(line): \(Self.uriDescription(of: failure, uri: KeyURIRedaction.redacted(uri)))"
        case .media(let file, let origin, let error):
            "\(origin): the media file \(file) cannot be read (\(error.reason)). "
                + (error.shortage?.advice ?? "Restore the file or remove it from the playlist.")
        case .mediaChanged(let file):
            "\(file): the file changed while it was read. Wait until it is complete before you protect it."
        case .mezzanine(let error): MezzanineErrorText.description(of: error)
        case .inputChanged(let path):
            "\(path): the file changed while it was read. Wait until it is complete before you package it."
        case .byteRangeBeyondFile(let file, let range, let size, let origin):
            "\(origin): the byte range ends after the end of \(file) (range \(range), file of \(size) bytes). "
                + "Correct the range or restore the file."
        case .emptyByteRange(let origin):
            "\(origin): the byte range has no bytes (got 0, expected at least 1). Correct or remove it."
        case .overlappingRanges(let file, let first, let second):
            "\(second): bytes of \(file) also belong to another range (\(first)), and one byte can be encrypted "
                + "only once. Give each segment bytes of its own."
        case .segmentIsInitializationSection(let file, let first, let second):
            "\(first): the same bytes of \(file) are a segment and an initialization section (\(second)). "
                + "Correct one of the two."
        case .iFrameOutsideSegments(let file, let range, let origin):
            "\(origin): the I-frame is not inside one segment of \(file) (range \(range)). "
                + "Correct the range: an encrypted I-frame is located by the segment that contains it."
        case .namedTwice(let path, let first, let second):
            "\(path): the path is used as \(first) and as \(second), and can be only one of them in the result. "
                + "Give each a file of its own."
        case .sameRenditionName(let path, let otherPath):
            "\(path): the name of the rendition is also that of \(otherPath) (\(path.withoutExtension), the path without its "
                + "extension). Rename one of the two playlists."
        case .linkLeavesRoot(let path, let root):
            "\(path): the file is a symbolic link out of the root (root \(root)). "
                + "Replace the link by the file, or name a --root that contains it."
        case .run(let refusal): "\(refusal.error)"
        default: outputDescription
        }
    }

    private var outputDescription: String {
        switch self {
        case .keyURITaken(let uri, let identity):
            "--key-uri: the URI \(uri) already names another key of this title (\(identity)). "
                + Self.distinctTemplateAdvice(uri)
        case .noAssetID(let uri, let rules, let options):
            "--template: apps find no asset id in the URI \(uri) (expected \(AssetID.lengths.lowerBound) to "
                + "\(AssetID.lengths.upperBound) bytes by \(rules.joined(separator: ", "))). "
                + (options.isEmpty
                    ? "Use another template."
                    : "Use another \(options.joined(separator: " or ")), or another template.")
        case .template(let error):
            "--key-uri: \(error.description { TemplateVariableOption.advice(for: $0) })"
        case .templateVariable(let error): "template variable: \(error)"
        case .keyStore(let error): "key store: \(error)"
        case .output(let path, let reason):
            "\(path): the output cannot be created: \(reason). Name another directory."
        case .outputIsInput(let output):
            "\(output): the output is the folder of the input (expected another). Name a directory in it, or elsewhere."
        case .inputInsideOutput(let output, let input):
            "\(output): the input is inside the output (\(input)), and the result would take its place. "
                + "Name another directory."
        case .outputSystem(let error):
            "\(error.path): the output cannot be created (\(error.call): \(error.reason)). "
                + (error.shortage?.advice ?? "Name a directory that can be written.")
        case .differentResult(let output, let difference):
            "\(output): a different result is there already (first difference: \(difference)). "
                + "Use --overwrite to replace it, or name another directory."
        case .stage(let error): Self.stageDescription(of: error)
        case .interrupted: "this run: interrupted by SIGINT or SIGTERM. Run the same command again."
        case .fault(let problem): "a bug in fairlead: \(problem). Report it."
        default: "a bug in fairlead: no wording"
        }
    }

    private static func inputDescription(of error: SystemCallError) -> String {
        switch error.code {
        case ENOENT: "\(error.path): there is no such file. Check the path."
        case EACCES, EPERM:
            "\(error.path): access is denied (\(error.call)). Give the user of this process access, or run the command as another user."
        case EFBIG:
            "\(error.path): the file is too large (got more than 64 MiB, expected a playlist or session data of at most "
                + "that). Name another file."
        case EISDIR: "\(error.path): it is a directory (expected a file). Name a file."
        case _ where error.isNotRegularFile:
            "\(error.path): it is a pipe, a device or a socket (expected a file). Name a file."
        default:
            "\(error.path): the file cannot be read (\(error.call): \(error.reason)). "
                + (error.shortage?.advice ?? "Check it and its disk.")
        }
    }

    private static func stageDescription(of error: SystemCallError) -> String {
        switch error.code {
        case EFBIG:
            "\(error.path): the file would be larger than it may be (\(error.call): \(error.reason)). "
                + "Raise the limit of the size of files (ulimit -f)."
        case _ where error.isDiskFull:
            "\(error.path): the disk is full (\(error.call): \(error.reason)). Make room, then run it again."
        default:
            "\(error.path): the file cannot be written (\(error.call): \(error.reason)). "
                + (error.shortage?.advice ?? "Check the disk.")
        }
    }

    private static func playlistDescription(of error: PlaylistError, in path: TreePath) -> String {
        let line = error.line > 0 ? error.line : nil
        return "\(TextLocation(in: path.description, line: line, column: error.column)): \(error.message)"
    }

    private static func uriDescription(of failure: URIResolution.Failure, uri: String) -> String {
        switch failure {
        case .remote(let scheme):
            "the URI does not name a file in the tree (\(scheme): \(uri)). "
                + "Download the presentation and make its URIs relative."
        case .absolutePath:
            "the URI starts at a server's root, which is not known here (\(uri)). Make it relative to the playlist."
        case .leavesTree:
            "the URI leaves the tree (\(uri)). Name a --root that contains all files of the presentation."
        case .malformed(let reason):
            "the URI does not name a file: \(reason) (\(uri)). Correct the playlist."
        case .variable(let name):
            "the URI depends on the variable '\(name)', whose value is not in the playlist (\(uri)). "
                + "Define it by NAME and VALUE; if it is a query parameter of the playlist on the command line, rewrite, verify and inspect accept --query \(name)=VALUE."
        }
    }

    /// Returns advice for keys that got equal URIs: a template whose URIs are distinct for each key.
    package static func distinctTemplateAdvice(_ uri: String) -> String {
        uri.hasPrefix("http")
            ? "Use --template https-key, which tells all keys apart."
            : "Use --template content-id-track, which tells all keys apart."
    }
}

extension MediaReference.Origin: CustomStringConvertible {
    /// The location as `PLAYLIST:LINE`.
    package var description: String { "\(playlist):\(line)" }
}

/// Messages for inputs of `package` that cannot be packaged.
///
/// The form is `WHERE: WHAT (GOT, EXPECTED). FIX.`
enum MezzanineErrorText {
    static func description(of error: MezzanineError) -> String {
        switch error {
        case .bytes(_, let failure): PresentationError(failure).description
        case .malformed(let path, let error):
            "\(path): \(error). Export the file again; it may be damaged or incomplete."
        case .encrypted(let path, let what):
            "\(path): the input is encrypted already (got \(what), expected clear media). Give the clear file."
        case .unsupported(let path, let what, let advice):
            "\(path): the input cannot be packaged: \(what). \(advice)\(advice.hasSuffix(".") ? "" : ".")"
        }
    }
}
