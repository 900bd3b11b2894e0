import Glibc
import HLSPlaylists

/// What is done to the bytes of a playlist in one run.
struct Job {
    let name: String
    /// Whether a run leaves a document whose memory is of interest.
    var keepsDocument = false
    /// Does it; the number is something that depends on the whole work, so that none of it can be left out.
    let run: (_ bytes: [UInt8]) throws -> (check: Int, document: PlaylistDocument?)

    /// The unit comes first.
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

    /// Adds up the pieces as a file would take them.
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
