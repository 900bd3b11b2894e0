import Foundation
import Glibc
import Testing

/// What the tests read of the report of `batch --format json`.
struct BatchReport: Decodable {
    struct Title: Decodable {
        struct Key: Decodable, Hashable {
            let keyId: String?
            let track: String
            let generation: Int
            let keyUri: String
        }
        struct Place: Decodable {
            let path: String
            let files: Int
            let bytes: Int
            let sha256: String?
        }
        struct Input: Decodable {
            let paths: [String]
            let files: Int
            let bytes: Int
            let sha256: String?
        }
        struct Verification: Decodable {
            let holds: Bool
        }
        let contentId: String
        let index: Int
        let line: Int
        let state: String
        let status: Int
        let error: String?
        let attempts: Int
        let template: String?
        let method: String?
        let warnings: [String]
        let keys: [Key]
        let input: Input
        let output: Place?
        let verification: Verification?
    }
    struct Shard: Decodable, Equatable {
        let index: Int
        let count: Int
    }
    let summary: [String: Int]
    let shard: Shard?
    let titles: [Title]

    /// What became of each title, by its content id.
    var states: [String: String] {
        Dictionary(uniqueKeysWithValues: titles.map { ($0.contentId, $0.state) })
    }

    /// The exit status of each title, by its content id.
    var statuses: [String: Int] {
        Dictionary(uniqueKeysWithValues: titles.map { ($0.contentId, $0.status) })
    }

    func title(_ id: String) throws -> Title {
        try #require(titles.first { $0.contentId == id }, "no title \(id)")
    }
}

/// A title as `batch status --format json` tells of it.
struct TitleStatus: Decodable {
    let contentId: String
    let state: String
    let status: Int?
    let error: String?
    let keyIds: [String]?
}

/// A key as `keys list --format json` tells of it.
struct ListedKey: Decodable, Hashable {
    let contentId: String
    let generation: Int
    let keyId: String
}

/// What tells a file from one that was written since, whatever is in it.
struct FileIdentity: Hashable {
    let inode: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int
}

extension Workspace {
    /// Writes a CSV manifest, `titles.csv`: columns, and a row for each title.
    func manifest(_ columns: String, _ rows: String..., to name: String = "titles.csv") throws {
        try manifest(columns, rows, to: name)
    }

    func manifest(_ columns: String, _ rows: [String], to name: String = "titles.csv") throws {
        try write(([columns] + rows).map { $0 + "\n" }.joined(), to: name)
    }

    /// The words of `batch titles.csv -o results/{content_id} --format json MORE...`.
    static func batchWords(_ more: [String]) -> [String] {
        ["batch", "titles.csv", "-o", "results/{content_id}", "--format", "json"] + more
    }

    /// Runs `batch titles.csv -o results/{content_id} --format json MORE...`.
    func batch(_ more: String...) throws -> Outcome { try start(Self.batchWords(more)).wait() }

    /// The same, and its report; a batch that fails gives one, too.
    func batchReport(
        _ more: String...,
        status: Int32 = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> BatchReport {
        let outcome = try start(Self.batchWords(more)).wait()
        try #require(
            outcome.status == status,
            "\(outcome.testDescription)",
            sourceLocation: sourceLocation
        )
        return try outcome.json(BatchReport.self)
    }

    /// What the key store knows of the titles, by their content ids.
    func batchStatus(_ more: String...) throws -> [String: TitleStatus] {
        let words = ["batch", "status", "titles.csv", "--format", "json"] + more
        let titles = try start(words).wait().succeeds().json([TitleStatus].self)
        return Dictionary(uniqueKeysWithValues: titles.map { ($0.contentId, $0) })
    }

    /// The keys of all titles, revoked ones too, each once.
    func listedKeys() throws -> Set<ListedKey> {
        let listed = try fairlead("keys", "list", "--format", "json").succeeds().output
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return Set(
            try listed.split(separator: UInt8(ascii: "\n")).map {
                try decoder.decode(ListedKey.self, from: Data($0))
            }
        )
    }

    /// Every file and folder below a folder, by its place.
    func identities(_ name: String) throws -> [String: FileIdentity] {
        var identities: [String: FileIdentity] = [:]
        for relative in try FileManager.default.subpathsOfDirectory(atPath: path(name)) {
            identities[relative] = try identity(name + "/" + relative)
        }
        return identities
    }

    func identity(_ name: String) throws -> FileIdentity {
        var status = stat()
        try #require(unsafe lstat(path(name), &status) == 0, "\(name)")
        return FileIdentity(
            inode: status.st_ino,
            size: status.st_size,
            seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec
        )
    }

    /// Sets the time of a file's last change to that of `other`, to the nanosecond; without one, to some day long ago.
    func touch(_ name: String, as other: FileIdentity? = nil) throws {
        let time = timespec(
            tv_sec: other?.seconds ?? 1_500_000_000,
            tv_nsec: other?.nanoseconds ?? 0
        )
        let times = [time, time]
        try #require(unsafe utimensat(AT_FDCWD, path(name), times, 0) == 0, "\(name)")
    }

    /// Changes the last byte of a file, and neither its size nor the time of its last change.
    func flipLastByte(of name: String) throws {
        let before = try identity(name)
        var bytes = try data(name)
        bytes[bytes.count - 1] ^= 1
        // In place: the file stays the same.
        let file = try FileHandle(forWritingTo: URL(filePath: path(name)))
        try file.write(contentsOf: bytes)
        try file.close()
        try touch(name, as: before)
        try #require(try identity(name) == before)
    }

    /// Names that begin as those of stages do, anywhere below a folder.
    func stages(in name: String = "results") -> [String] {
        (FileManager.default.subpaths(atPath: path(name)) ?? []).filter { $0.contains(".fairlead-stage-") }
    }
}
