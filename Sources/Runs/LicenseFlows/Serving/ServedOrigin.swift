import HLSPlaylists
import LoopbackServers

/// The origin of `serve`: files of a tree, the key lines of identity keys changed where this server gives the keys.
struct ServedOrigin: Sendable {
    let tree: ServedTree
    /// The identity keys that are given here; nil where none are, and playlists are files like others.
    let keys: ServedKeys?

    /// Answers a request for a file.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - path: the path within the tree, percent-encoded.
    ///   - base: the address of this server, for key lines.
    /// - Returns: the answer.
    func answer(_ request: LoopbackRequest, at path: String, base: String) -> LoopbackResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            return LoopbackResponse(status: 405, headers: ["Allow": "GET, HEAD"])
        }
        guard let file = tree.open(path), let name = ServedTree.components(path)?.last else {
            return LoopbackResponse(status: 404)
        }
        var fields: LoopbackFields = [
            "Content-Type": ServedTree.contentType(name), "Cache-Control": "no-store",
        ]
        if let keys, ServedTree.isPlaylist(name) {
            return playlist(file, fields, keys, base: base)
        }
        fields.append("Accept-Ranges", "bytes")
        let size = file.byteCount
        switch RequestedRange.request(range(of: request), size: size) {
        case .whole:
            return LoopbackResponse(
                status: 200,
                headers: fields,
                file: LoopbackFile(descriptor: file.take(), count: size)
            )
        case .part(let range):
            fields.append("Content-Range", "bytes \(range.offset)-\(range.offset + range.count - 1)/\(size)")
            return LoopbackResponse(
                status: 206,
                headers: fields,
                file: LoopbackFile(descriptor: file.take(), offset: range.offset, count: range.count)
            )
        case .unsatisfiable:
            fields.append("Content-Range", "bytes */\(size)")
            return LoopbackResponse(status: 416, headers: fields)
        }
    }

    /// The `Range` field where it counts: of GET alone (RFC 9110 section 14.2), and not with `If-Range`, which names a validator: no
    /// answer had one (section 13.1.5).
    private func range(of request: LoopbackRequest) -> String? {
        request.method == "GET" && request.headers["If-Range"] == nil ? request.headers["Range"] : nil
    }

    /// A playlist with the addresses of this server.
    ///
    /// One that cannot be changed is not given: its key lines lead elsewhere.
    private func playlist(
        _ file: borrowing ServedTree.File,
        _ fields: LoopbackFields,
        _ keys: ServedKeys,
        base: String
    ) -> LoopbackResponse {
        guard file.byteCount <= ServedTree.playlistLimit else {
            return Self.refuse(
                "the playlist has \(file.byteCount) bytes (expected up to \(ServedTree.playlistLimit))"
            )
        }
        guard let bytes = ServedTree.contents(of: file) else {
            return Self.refuse("the playlist cannot be read")
        }
        do throws(PlaylistError) {
            return LoopbackResponse(
                status: 200,
                headers: fields,
                body: try keys.addressed(bytes, base: base)
            )
        } catch {
            return Self.refuse("this is no playlist that can be read: \(error)")
        }
    }

    private static func refuse(_ words: String) -> LoopbackResponse {
        ServeGuard.text(
            500,
            "The key lines of identity keys cannot be changed: \(words). Correct the file, or serve it without --flow key-delivery."
        )
    }
}
