import Foundation
import Glibc
import Testing

/// The part of `batch --format json` that tests read.
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

    /// The state of each title, by content id.
    var states: [String: String] {
        Dictionary(uniqueKeysWithValues: titles.map { ($0.contentId, $0.state) })
    }

    /// The exit status of each title, by content id.
    var statuses: [String: Int] {
        Dictionary(uniqueKeysWithValues: titles.map { ($0.contentId, $0.status) })
    }

    func title(_ id: String) throws -> Title {
        try #require(titles.first { $0.contentId == id }, "no title \(id)")
    }
}

/// A title in the output of `batch status --format json`.
struct TitleStatus: Decodable {
    let contentId: String
    let state: String
    let status: Int?
    let error: String?
    let keyIds: [String]?
}

/// A key in the output of `keys list --format json`.
struct ListedKey: Decodable, Hashable {
    let contentId: String
    let generation: Int
    let keyId: String
}

/// Attributes in which a file differs from one written later, whatever its contents.
struct FileIdentity: Hashable {
    let inode: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int
}

extension Workspace {
    /// Writes a CSV manifest: the columns, and a row for each title.
    func manifest(_ columns: String, _ rows: String..., to name: String = "titles.csv") throws {
        try manifest(columns, rows, to: name)
    }

    func manifest(_ columns: String, _ rows: [String], to name: String = "titles.csv") throws {
        try write(([columns] + rows).map { $0 + "\n" }.joined(), to: name)
    }

    /// Returns the arguments `batch titles.csv -o results/{content_id} --format json MORE...`.
    static func batchWords(_ more: [String]) -> [String] {
        ["batch", "titles.csv", "-o", "results/{content_id}", "--format", "json"] + more
    }

    /// Runs `batch titles.csv -o results/{content_id} --format json MORE...`.
    func batch(_ more: String...) throws -> Outcome { try start(Self.batchWords(more)).wait() }

    /// Runs the same and returns its report, which a failed batch has, too.
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

    /// Runs `batch status` and returns the titles, by content id.
    func batchStatus(_ more: String...) throws -> [String: TitleStatus] {
        let arguments = ["batch", "status", "titles.csv", "--format", "json"] + more
        let titles = try start(arguments).wait().succeeds().json([TitleStatus].self)
        return Dictionary(uniqueKeysWithValues: titles.map { ($0.contentId, $0) })
    }

    /// Returns the keys of all titles, including revoked ones, each once.
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

    /// Returns every file and folder below a folder, by relative path.
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

    /// Sets the modification time of a file to that of `other`, to the nanosecond, or to a day long ago.
    func touch(_ name: String, as other: FileIdentity? = nil) throws {
        let time = timespec(
            tv_sec: other?.seconds ?? 1_500_000_000,
            tv_nsec: other?.nanoseconds ?? 0
        )
        let times = [time, time]
        try #require(unsafe utimensat(AT_FDCWD, path(name), times, 0) == 0, "\(name)")
    }

    /// Changes the last byte of a file, but neither its size nor its modification time.
    func flipLastByte(of name: String) throws {
        let before = try identity(name)
        var bytes = try data(name)
        bytes[bytes.count - 1] ^= 1
        // In place, so that the inode stays the same.
        let file = try FileHandle(forWritingTo: URL(filePath: path(name)))
        try file.write(contentsOf: bytes)
        try file.close()
        try touch(name, as: before)
        try #require(try identity(name) == before)
    }

    /// Returns the paths below a folder that contain a stage's name.
    func stages(in name: String = "results") -> [String] {
        (FileManager.default.subpaths(atPath: path(name)) ?? []).filter { $0.contains(".fairlead-stage-") }
    }
}
