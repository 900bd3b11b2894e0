import Failures
import HLSPlaylists
import Presentations

/// A file or byte range to measure, and how much of it to read.
struct MeasuredResource: Sendable {
    /// The amount of a resource to read.
    enum Depth: Hashable, Sendable {
        /// Nothing: `EXT-X-GAP` marks it as missing, or its contents are encrypted or not needed.
        case nothing
        case size
        case content
    }

    /// The location of a resource.
    enum Location: Hashable, Sendable {
        case file(path: String)
        /// The URI names no file of the tree; the reason as a clause.
        case none(String)
    }

    /// The name for messages: the path in the tree, or the redacted URI.
    let name: String
    let location: Location
    let range: ByteRange?
    let depth: Depth

    /// Creates a resource.
    ///
    /// - Parameters:
    ///   - uri: the URI in the playlist.
    ///   - range: the byte range, or nil for the whole file.
    ///   - depth: the amount to read.
    ///   - folder: the path components of the playlist's folder, relative to `root`.
    ///   - root: the directory that no file may be outside of.
    init(_ uri: String, _ range: ByteRange?, depth: Depth, folder: ArraySlice<String>, root: String) {
        self.range = range
        self.depth = depth
        do throws(URIResolution.Failure) {
            let file = try URIResolution.resolve(uri, in: folder)
            name = file.description
            location = Self.locate(file, root: root)
        } catch {
            name = KeyURIRedaction.redacted(uri)
            location = .none(error.reason)
        }
    }

    private static func locate(_ file: TreePath, root: String) -> Location {
        do throws(RunFailure) {
            return .file(path: try LinkCheck.path(of: file, under: root))
        } catch {
            return .none("it is a symbolic link out of the root")
        }
    }
}
