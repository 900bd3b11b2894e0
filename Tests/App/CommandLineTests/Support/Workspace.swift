import Foundation
import Testing

/// A temporary folder for one test, with a key store; both are removed when this object is released.
final class Workspace {
    let folder: String
    /// The environment of the program, which inherits nothing else.
    var environment: [String: String]

    /// The origin of a workspace's key store.
    enum Store {
        /// A copy of an empty store that is created once for all tests.
        case copied
        /// A new store, with its own key-encryption key.
        case fresh
        case none
    }

    /// The files of an empty store and its key-encryption key, kept because `keys init` takes as long as a
    /// test.
    private static let emptyStore = Result {
        let fresh = try Workspace(.fresh)
        return (store: try fresh.data("keys.sqlite"), kek: try Data(contentsOf: URL(filePath: fresh.kekFile)))
    }

    /// Creates a folder, with or without a store.
    init(_ store: Store = .copied) throws {
        folder = try Self.makeFolder()
        environment = [
            "PATH": "/usr/bin:/bin",
            "HOME": folder + "/home",
            "XDG_DATA_HOME": folder + "/data",
            "XDG_CONFIG_HOME": folder + "/config",
            "FAIRLEAD_KEY_STORE": "sqlite:" + folder + "/keys.sqlite",
        ]
        switch store {
        case .copied:
            let empty = try Self.emptyStore.get()
            try writeSecret(empty.store, to: "keys.sqlite")
            try writeSecret(empty.kek, to: "config/fairlead/kek")
        case .fresh: try fairlead("keys", "init").succeeds()
        case .none: break
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Creates a folder and returns its real path, because the program reports real paths.
    private static func makeFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairlead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.resolvingSymlinksInPath().path
    }

    var kekFile: String { folder + "/config/fairlead/kek" }
    var storeFile: String { folder + "/keys.sqlite" }

    /// Indicates whether the copied store is unchanged to the byte, so that no key was minted.
    var hasEmptyStore: Bool {
        get throws { try data("keys.sqlite") == Self.emptyStore.get().store }
    }

    func path(_ name: String) -> String { folder + "/" + name }

    // MARK: Running the program

    func start(_ arguments: [String], input: Data = Data()) throws -> ChildProcess {
        try ChildProcess(TestPaths.fairlead, arguments, environment: environment, input: input, in: folder)
    }

    @discardableResult
    func fairlead(_ arguments: String..., input: Data = Data()) throws -> Outcome {
        try start(arguments, input: input).wait()
    }

    /// Runs `protect PLAYLIST -o OUTPUT --content-id ID --method aes-128 MORE...`, with OUTPUT in the
    /// workspace.
    func protect(
        _ playlist: String,
        to output: String = "out",
        id: String = "movie-42",
        _ more: String...,
        input: Data = Data()
    ) throws -> Outcome {
        let arguments = ["protect", playlist, "-o", path(output), "--content-id", id, "--method", "aes-128"]
        return try start(arguments + more, input: input).wait()
    }

    /// Runs `protect PLAYLIST -o OUTPUT --content-id ID MORE...` with the default method, which is
    /// sample-aes.
    func protectSamples(
        _ playlist: String,
        to output: String = "out",
        id: String = "movie-42",
        _ more: [String] = []
    ) throws -> Outcome {
        try start(["protect", playlist, "-o", path(output), "--content-id", id] + more).wait()
    }

    /// Runs `verify PLAYLIST MORE...`, with PLAYLIST in the workspace.
    func verify(_ playlist: String, _ more: String...) throws -> Outcome {
        try start(["verify", path(playlist)] + more).wait()
    }

    // MARK: Files

    /// Copies a sample into a folder of the workspace, and returns the path of its playlist there.
    func copy(_ sample: Sample, to name: String = "in") throws -> String {
        try FileManager.default.copyItem(atPath: TestPaths.samples + "/" + sample.folder, toPath: path(name))
        return path(name) + "/" + sample.playlist
    }

    func write(_ text: String, to name: String) throws {
        try write(Data(text.utf8), to: name)
    }

    func write(_ data: Data, to name: String) throws {
        let file = URL(filePath: path(name))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try data.write(to: file)
    }

    /// Writes a file that only its owner can read.
    func writeSecret(_ data: Data, to name: String) throws {
        try write(data, to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(name))
    }

    func data(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path(name))) }

    func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }

    /// Replaces a text in a file, which has to contain it.
    func edit(_ name: String, _ old: String, _ new: String) throws {
        let text = try text(name)
        try #require(text.contains(old), "\(name) has no \(old)")
        try write(text.replacingOccurrences(of: old, with: new), to: name)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Returns the names in a folder, hidden ones included, sorted.
    func names(in name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    }

    /// Returns every file below a folder with its bytes, by relative path.
    func tree(_ name: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for relative in try FileManager.default.subpathsOfDirectory(atPath: path(name)) {
            var isFolder: ObjCBool = false
            let file = path(name) + "/" + relative
            guard unsafe FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
                continue
            }
            if !isFolder.boolValue { files[relative] = try Data(contentsOf: URL(filePath: file)) }
        }
        return files
    }
}
