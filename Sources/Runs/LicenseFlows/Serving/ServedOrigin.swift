import HLSPlaylists
import LoopbackServers

/// The origin server of `serve`: the files of a folder, with changed key lines if this server delivers
/// identity keys.
struct ServedOrigin: Sendable {
    let tree: ServedFolder
    /// The identity keys to deliver, or nil if playlists stay unchanged.
    let keys: ServedKeys?

    /// Answers a request for a file.
    ///
    /// - Parameters:
    ///   - request: the HTTP request.
    ///   - path: the path in the folder, percent-encoded.
    ///   - base: the base URL of this server, for key lines.
    /// - Returns: the file or a part of it, or an error status.
    func answer(_ request: LoopbackRequest, at path: String, base: String) -> LoopbackResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            return LoopbackResponse(status: 405, headers: ["Allow": "GET, HEAD"])
        }
        guard let file = tree.open(path), let name = ServedFolder.components(path)?.last else {
            return LoopbackResponse(status: 404)
        }
        var fields: LoopbackFields = [
            "Content-Type": ServedFolder.contentType(name), "Cache-Control": "no-store",
        ]
        if let keys, ServedFolder.isPlaylist(name) {
            return playlist(file, fields, keys, base: base)
        }
        fields.append("Accept-Ranges", "bytes")
        let size = file.byteCount
        switch RequestedRange.request(range(of: request), size: size) {
        case .whole:
            return LoopbackResponse(
                status: 200,
                headers: fields,
                file: LoopbackFile(descriptor: file.releaseDescriptor(), count: size)
            )
        case .part(let range):
            fields.append("Content-Range", "bytes \(range.offset)-\(range.offset + range.count - 1)/\(size)")
            return LoopbackResponse(
                status: 206,
                headers: fields,
                file: LoopbackFile(
                    descriptor: file.releaseDescriptor(),
                    offset: range.offset,
                    count: range.count
                )
            )
        case .unsatisfiable:
            fields.append("Content-Range", "bytes */\(size)")
            return LoopbackResponse(status: 416, headers: fields)
        }
    }

    /// Returns the `Range` field, or nil if it does not apply.
    ///
    /// It applies only to GET (RFC 9110 section 14.2), and not with `If-Range`: that names a validator, and
    /// answers have none (section 13.1.5).
    private func range(of request: LoopbackRequest) -> String? {
        request.method == "GET" && request.headers["If-Range"] == nil ? request.headers["Range"] : nil
    }

    /// Creates the answer with a playlist whose key lines name this server.
    ///
    /// A playlist that cannot be changed is refused, because its key lines lead to other servers.
    private func playlist(
        _ file: borrowing ServedFolder.File,
        _ fields: LoopbackFields,
        _ keys: ServedKeys,
        base: String
    ) -> LoopbackResponse {
        guard file.byteCount <= ServedFolder.playlistLimit else {
            return Self.refuse(
                "the playlist has \(file.byteCount) bytes (expected up to \(ServedFolder.playlistLimit))"
            )
        }
        guard let bytes = ServedFolder.contents(of: file) else {
            return Self.refuse("the playlist cannot be read")
        }
        do throws(PlaylistError) {
            return LoopbackResponse(
                status: 200,
                headers: fields,
                body: try keys.addressed(bytes, base: base)
            )
        } catch {
            return Self.refuse("the playlist cannot be parsed: \(error)")
        }
    }

    private static func refuse(_ words: String) -> LoopbackResponse {
        ServeAccessControl.text(
            500,
            "The key lines of identity keys cannot be changed: \(words). Correct the file, or serve it without --flow key-delivery."
        )
    }
}
