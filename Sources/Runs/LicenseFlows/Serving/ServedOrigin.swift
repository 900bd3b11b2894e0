import HLSPlaylists
import LoopbackServers
import ProtectionTerms

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
        switch RequestedRange.parse(range(of: request), size: size) {
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
            return Self.refusal(
                "the playlist has \(file.byteCount) bytes (expected up to \(ServedFolder.playlistLimit))"
            )
        }
        guard let bytes = ServedFolder.contents(of: file) else {
            return Self.refusal("the playlist cannot be read")
        }
        do throws(PlaylistError) {
            return LoopbackResponse(
                status: 200,
                headers: fields,
                body: try keys.replacingKeyURIs(bytes, base: base)
            )
        } catch {
            return Self.refusal("the playlist cannot be parsed: \(error)")
        }
    }

    private static func refusal(_ reason: String) -> LoopbackResponse {
        ServeAccessControl.textResponse(
            500,
            "The key lines of identity keys cannot be changed: \(reason). Correct the file, or serve it without \(CommandOption.flow) key-delivery."
        )
    }
}

/// A byte range that a client requests (RFC 9110 section 14.1.2).
struct RequestedRange: Hashable {
    let offset: UInt64
    let count: UInt64

    /// The meaning of a `Range` field.
    enum Selection: Hashable {
        /// The whole file: there is no field, or it is ignored (several ranges, another range unit, invalid
        /// syntax).
        case whole
        case part(RequestedRange)
        /// No byte of the file is in the range.
        case unsatisfiable
    }

    /// Parses a field.
    ///
    /// - Parameters:
    ///   - field: the value of `Range`, or nil for none.
    ///   - size: the size of the file, in bytes.
    /// - Returns: the bytes to send.
    static func parse(_ field: String?, size: UInt64) -> Selection {
        guard let field, field.prefix(6).lowercased() == "bytes=" else { return .whole }
        let parts = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return .whole }
        let (first, last) = (number(parts[0]), number(parts[1]))
        if parts[0].isEmpty {
            guard let last else { return .whole }
            guard last > 0, size > 0 else { return .unsatisfiable }
            let count = min(last, size)
            return .part(RequestedRange(offset: size - count, count: count))
        }
        guard let first, parts[1].isEmpty || last != nil else { return .whole }
        if let last, last < first { return .whole }
        guard first < size else { return .unsatisfiable }
        let end = min(last ?? size - 1, size - 1)
        return .part(RequestedRange(offset: first, count: end - first + 1))
    }

    private static func number(_ digits: Substring) -> UInt64? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        // A number that overflows is beyond the end of any file.
        return UInt64(digits) ?? .max
    }
}
