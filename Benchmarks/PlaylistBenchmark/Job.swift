import Glibc
import HLSPlaylists

/// A measured operation on the bytes of a playlist.
struct Job {
    let name: String
    /// Indicates whether a run leaves a document whose memory is measured.
    var keepsDocument = false
    /// Runs the operation.
    ///
    /// The check depends on the whole work, so that the compiler can leave none of it out.
    let run: (_ bytes: [UInt8]) throws -> (check: Int, document: PlaylistDocument?)

    /// Returns all jobs; the first, `memchr`, is what the others are compared with.
    static func all() throws -> [Job] {
        let attribute = try WrittenAttribute(
            "URI",
            .quotedString("skd://ent.example.com/v1/keys?tenant=7&cid=movie-42")
        )
        let keyLine = try LineText("#EXT-X-KEY:METHOD=AES-128,URI=\"https://keys.example.com/1\"")
        return [
            Job(name: "memchr for LF") { (countLines($0), nil) },
            Job(name: "parse", keepsDocument: true) {
                let document = try PlaylistDocument(parsing: $0)
                return (document.lines.count, document)
            },
            Job(name: "parse, write to memory") {
                (try PlaylistDocument(parsing: $0).serialized().count, nil)
            },
            Job(name: "parse, write in pieces") { (written(try PlaylistDocument(parsing: $0)), nil) },
            Job(name: "parse, insert a key line, write to memory") {
                (try inserting(keyLine, $0).serialized().count, nil)
            },
            Job(name: "parse, insert a key line, write in pieces", keepsDocument: true) {
                let document = try inserting(keyLine, $0)
                return (written(document), document)
            },
            Job(name: "parse, replace key URIs, write to memory") {
                (try replacing(attribute, $0).serialized().count, nil)
            },
            Job(name: "parse, replace key URIs, write in pieces", keepsDocument: true) {
                let document = try replacing(attribute, $0)
                return (written(document), document)
            },
            Job(name: "parse, typed view") {
                (try MediaPlaylist(PlaylistDocument(parsing: $0)).segments.count, nil)
            },
        ]
    }

    private static func countLines(_ bytes: [UInt8]) -> Int {
        unsafe bytes.withUnsafeBytes { buffer in
            guard var next = buffer.baseAddress else { return 0 }
            let end = unsafe next + buffer.count
            var count = 0
            while unsafe next < end, let found = unsafe memchr(next, 10, end - next) {
                count += 1
                unsafe next = UnsafeRawPointer(found) + 1
            }
            return count
        }
    }

    /// Writes the document in pieces, as to a file, and returns the sum of their sizes.
    private static func written(_ document: PlaylistDocument) -> Int {
        var count = 0
        document.write { count += $0.count }
        return count
    }

    private static func inserting(_ text: LineText, _ bytes: [UInt8]) throws -> PlaylistDocument {
        var document = try PlaylistDocument(parsing: bytes)
        if let line = document.firstLine(tagged: .segmentInformation) {
            try document.insert(text, before: line.number)
        }
        return document
    }

    private static func replacing(_ attribute: WrittenAttribute, _ bytes: [UInt8]) throws -> PlaylistDocument
    {
        var document = try PlaylistDocument(parsing: bytes)
        try document.set(attribute, lines: document.lineNumbers(tagged: .key))
        return document
    }
}
