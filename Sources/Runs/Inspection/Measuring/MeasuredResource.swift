import HLSPlaylists
import Presentations

/// A file or a byte range of one, and how far it is to be looked at.
struct MeasuredResource: Sendable {
    /// How far it is looked at.
    enum Depth: Hashable, Sendable {
        /// Not at all: `EXT-X-GAP` says that it is missing.
        case nothing
        case size
        case content
    }

    /// Where it is.
    enum Location: Hashable, Sendable {
        case file(path: String)
        /// The URI names no file of the tree; why, in words.
        case none(String)
    }

    /// What messages call it.
    let name: String
    let location: Location
    let range: ByteRange?
    let depth: Depth

    /// - Parameters:
    ///   - uri: as the playlist names it.
    ///   - range: of the resource, if one is named.
    ///   - depth: how far it is to be looked at.
    ///   - folder: of the playlist.
    ///   - root: the directory that no file may be out of.
    init(_ uri: String, _ range: ByteRange?, depth: Depth, folder: ArraySlice<String>, root: String) {
        self.range = range
        self.depth = depth
        do throws(URIResolution.Failure) {
            let file = try URIResolution.resolve(uri, in: folder)
            name = file.description
            location = Self.locate(file, root: root)
        } catch {
            name = KeyURIText.redacted(uri)
            location = .none(error.reason)
        }
    }

    private static func locate(_ file: TreePath, root: String) -> Location {
        do throws(PresentationError) {
            return .file(path: try LinkCheck.path(of: file, under: root))
        } catch {
            return .none("it is a symbolic link out of the root")
        }
    }
}
