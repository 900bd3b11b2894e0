import Ciphers
import HLSPlaylists
import KeyRecordFormats
import KeyStore
import LoopbackServers
import ProtectionTerms
import Rehearsal
import TextFormats

/// The origin of `serve`: files of a tree, the key lines of identity keys changed so that players ask this server.
struct ServedOrigin: Sendable {
    let tree: ServedTree
    let keys: ServedKeys

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
        guard let file = tree.open(path) else { return LoopbackResponse(status: 404) }
        var fields: LoopbackFields = [
            "Content-Type": ServedTree.contentType(path), "Cache-Control": "no-store",
            "Accept-Ranges": "bytes",
        ]
        if path.lowercased().hasSuffix(".m3u8"), let bytes = ServedTree.contents(of: file) {
            return LoopbackResponse(status: 200, headers: fields, body: keys.addressed(bytes, base: base))
        }
        let size = file.byteCount
        switch RequestedRange.request(request.headers["Range"], size: size) {
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
}

/// The identity keys of the exported file, by addresses of this server.
struct ServedKeys: Sendable {
    /// The path of keys, behind which a number follows.
    static let path = "/keys/"

    private let lookup: KeyURLLookup
    private let keys: ExportedKeys

    init(_ keys: ExportedKeys) {
        self.keys = keys
        lookup = KeyURLLookup(keys)
    }

    /// A playlist in which the URIs of identity keys that the file has are addresses of this server; all else stays byte for byte.
    func addressed(_ bytes: [UInt8], base: String) -> [UInt8] {
        guard var document = try? PlaylistDocument(parsing: bytes) else { return bytes }
        var isChanged = false
        for line in document.lines {
            guard case .tag(let tag) = line.kind, tag == .key || tag == .sessionKey,
                let attributes = try? line.attributes(), let uri = try? attributes.quotedString("URI"),
                (try? attributes.quotedString("KEYFORMAT")) ?? KeySystem.identity.keyFormat
                    == KeySystem.identity.keyFormat, let index = index(of: uri)
            else { continue }
            let address = AttributeValue.quotedString("\(base)\(Self.path)\(index)")
            guard (try? document.setAttribute("URI", to: address, line: line.number)) != nil else { continue }
            isChanged = true
        }
        return isChanged ? document.serialized() : bytes
    }

    /// The key of a number; nil for none.
    func key(_ number: Substring) -> ExportedKey? {
        guard let index = Int(number), keys.keys.indices.contains(index), "\(index)" == number else {
            return nil
        }
        let key = keys.keys[index]
        return key.state == .revoked ? nil : key
    }

    private func index(of uri: String) -> Int? {
        guard case .success(let key) = lookup.key(for: uri) else { return nil }
        return keys.keys.firstIndex { $0.place == key.place && $0.keyID == key.keyID && $0.key == key.key }
    }
}
