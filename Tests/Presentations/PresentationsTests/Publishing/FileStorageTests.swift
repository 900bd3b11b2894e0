import Failures
import Foundation
import Glibc
import PresentationFixtures
import Testing

@testable import Presentations

/// One rename makes a stage the result, and an existing result is never partly replaced.
struct FileStorageTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        _ = try directory.makeDirectory("in")
    }

    private static let files: [String: [UInt8]] = ["main.m3u8": [1, 2, 3], "v/a.ts": [4], "v/b.ts": []]

    private func location() throws -> OutputLocation {
        try OutputLocation(
            directory.path + "/out",
            input: .tree(InputTree(root: directory.path + "/in", [])),
            isDryRun: false
        )
    }

    private func stage(_ files: [String: [UInt8]] = files) throws -> Stage {
        let stage = try Stage(in: directory.path)
        for (name, bytes) in files {
            let path = stage.tree + "/" + name
            try Directory.make(Directory.parent(of: path) ?? "/")
            try OutputFile.write(bytes, to: path)
        }
        return stage
    }

    private func output() throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: directory.path + "/out")
        where Directory.status(of: directory.path + "/out/" + name)?.isRegularFile == true {
            found[name] = try directory.read("out/" + name)
        }
        return found
    }

    private func publish(_ stage: Stage, overwrites: Bool = false) throws -> PublicationOutcome {
        let storage = FileStorage(try location(), overwrites: overwrites)
        let outcome = try storage.check(stage) ? storage.publish(stage) : .unchanged
        try stage.remove()
        return outcome
    }

    @Test(arguments: [false, true])
    func publishesToAFreePlace(overwrites: Bool) throws {
        #expect(try publish(stage(), overwrites: overwrites) == .published)
        #expect(try output() == Self.files)
        #expect(try directory.names() == ["in", "out"])
    }

    /// At that moment everything is on disk, but not yet at its final path.
    @Test(arguments: [false, true])
    func asksOnceMoreBeforeItPublishes(overwrites: Bool) throws {
        if overwrites { #expect(try publish(stage([:].merging(["main.m3u8": [9]]) { $1 })) == .published) }
        let before = try directory.names()
        let stage = try stage()
        let storage = FileStorage(try location(), overwrites: overwrites)
        #expect(try storage.check(stage))
        #expect(throws: RunFailure.interrupted) {
            try storage.publish(stage) { () throws(RunFailure) in throw .interrupted }
        }
        try stage.remove()
        #expect(try directory.names() == before)
        if overwrites { #expect(try output() == ["main.m3u8": [9]]) }
    }

    /// The names are equal strings to Swift: one has U+00E9, the other U+0065 U+0301.
    @Test(arguments: ["\u{e9}.ts", "e\u{301}.ts"])
    func comparesFilesWhoseNamesAreCanonicallyEqual(changed: String) throws {
        let files: [(String, UInt8)] = [("\u{e9}.ts", 1), ("e\u{301}.ts", 2)]
        func stage() throws -> Stage {
            let stage = try self.stage(["main.m3u8": [1]])
            for (name, byte) in files { try OutputFile.write([byte], to: stage.tree + "/" + name) }
            return stage
        }
        #expect(try publish(stage()) == .published)
        #expect(try publish(stage()) == .unchanged)
        let path = directory.path + "/out/" + changed
        #expect(unsafe unlink(path) == 0)
        #expect(throws: RunFailure.self) { try publish(stage()) }
        try OutputFile.write([7], to: path)
        #expect(throws: RunFailure.self) { try publish(stage()) }
    }

    /// The bytes change, but neither the size nor the modification time, which `touch` can set.
    @Test func aFileThatWasMadeToLookUnchangedIsNoticed() throws {
        let path = try directory.write([1, 2, 3], to: "in/a.ts")
        let before = try #require(Directory.status(of: path)).version
        let times = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        // The kernel counts file times in clock ticks of at most 10 ms.
        usleep(20_000)
        try Data([3, 2, 1]).write(to: URL(filePath: path), options: [])
        try FileManager.default.setAttributes([.modificationDate: try #require(times)], ofItemAtPath: path)
        #expect(try #require(Directory.status(of: path)).version != before)
    }

    @Test(arguments: [false, true])
    func takesAnEmptyDirectory(overwrites: Bool) throws {
        _ = try directory.makeDirectory("out")
        #expect(try publish(stage(), overwrites: overwrites) == .published)
        #expect(try output() == Self.files)
    }

    @Test(arguments: [false, true])
    func anEqualResultStays(overwrites: Bool) throws {
        _ = try publish(stage())
        let inode = Directory.status(of: directory.path + "/out/v/a.ts")?.inode
        #expect(try publish(stage(), overwrites: overwrites) == .unchanged)
        #expect(Directory.status(of: directory.path + "/out/v/a.ts")?.inode == inode)
        #expect(try directory.names() == ["in", "out"])
    }

    /// The message has the first difference by name; the existing result stays.
    @Test(
        arguments: [
            ("one byte", ["main.m3u8": [1, 2, 4], "v/a.ts": [4], "v/b.ts": []], "main.m3u8"),
            ("a longer file", ["main.m3u8": [1, 2, 3], "v/a.ts": [4], "v/b.ts": [5]], "v/b.ts"),
            ("a missing file", ["main.m3u8": [1, 2, 3], "v/b.ts": []], "v/a.ts"),
            (
                "one file more",
                ["main.m3u8": [1, 2, 3], "v/a.ts": [4], "v/b.ts": [], "v/c/d.ts": []], "v/c"
            ),
            ("a folder as a file", ["main.m3u8": [1, 2, 3], "v": [4]], "v"),
        ] as [(String, [String: [UInt8]], String)]
    )
    func aDifferentResultIsRefused(name: String, there: [String: [UInt8]], difference: String) throws {
        _ = try publish(stage(there))
        let failure = RunFailure.differentResult(
            output: directory.path + "/out",
            difference: difference
        )
        let stage = try stage()
        let storage = FileStorage(try location(), overwrites: false)
        #expect(throws: failure, "\(name)") { try storage.check(stage) }
        #expect(throws: failure, "\(name)") { try storage.publish(stage) }
        #expect(try output() == there)
        try stage.remove()
        #expect(try directory.names() == ["in", "out"])
    }

    @Test func aDifferentResultIsReplacedWhole() throws {
        _ = try publish(stage(["old.m3u8": [9], "v/a.ts": [9]]))
        #expect(try publish(stage(), overwrites: true) == .replaced)
        #expect(try output() == Self.files)
        #expect(try directory.names() == ["in", "out"])
    }

    /// A link in the result is a difference, even if it leads to an equal file.
    @Test func aLinkIsADifference() throws {
        _ = try publish(stage())
        let file = directory.path + "/out/v/a.ts"
        try FileManager.default.removeItem(atPath: file)
        try directory.write([4], to: "elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: file,
            withDestinationPath: directory.path + "/elsewhere"
        )
        #expect(
            throws: RunFailure.differentResult(output: directory.path + "/out", difference: "v/a.ts")
        ) {
            try publish(stage())
        }
    }

    /// The two files are longer than the 256 KiB compared at once and differ only in the last byte.
    @Test func comparesToTheLastByte() throws {
        var bytes = [UInt8](repeating: 7, count: 262_145)
        _ = try publish(stage(["a.ts": bytes]))
        #expect(try publish(stage(["a.ts": bytes])) == .unchanged)
        bytes[262_144] = 8
        #expect(
            throws: RunFailure.differentResult(output: directory.path + "/out", difference: "a.ts")
        ) {
            try publish(stage(["a.ts": bytes]))
        }
    }

    @Test func aFileThatCameInBetweenIsRefused() throws {
        let location = try location()
        try directory.write([1], to: "out")
        let storage = FileStorage(location, overwrites: true)
        let stage = try stage()
        #expect(throws: RunFailure.self) { try storage.publish(stage) }
        #expect(try directory.read("out") == [1])
        try stage.remove()
    }

    // MARK: Races

    @Test func equalPublishersBothEndWell() async throws {
        let location = try location()
        let stages = try (0..<8).map { _ in try stage() }
        let outcomes = try await withThrowingTaskGroup(of: PublicationOutcome.self) { group in
            for stage in stages {
                group.addTask { @concurrent in
                    try FileStorage(location, overwrites: false).publish(stage)
                }
            }
            return try await group.reduce(into: [PublicationOutcome]()) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == .published } == 1)
        #expect(outcomes.count { $0 == .unchanged } == 7)
        #expect(try output() == Self.files)
    }

    /// If the results differ, one of them is published whole and the others are refused.
    @Test func oneOfDifferentPublishersWins() async throws {
        let location = try location()
        let stages = try (0..<8).map { try stage(["a.ts": [UInt8($0)], "b.ts": [UInt8($0)]]) }
        let winners = await withTaskGroup(of: Int?.self) { group in
            for (index, stage) in stages.enumerated() {
                group.addTask { @concurrent in
                    let outcome = try? FileStorage(location, overwrites: false).publish(stage)
                    return outcome == .published ? index : nil
                }
            }
            return await group.reduce(into: [Int]()) { $0 += [$1].compactMap(\.self) }
        }
        #expect(winners.count == 1)
        let winner = UInt8(try #require(winners.first))
        #expect(try output() == ["a.ts": [winner], "b.ts": [winner]])
    }

    /// If all may overwrite, the result is always one of them, whole, and the last one stays.
    @Test func overwritingPublishersAllEndWell() async throws {
        let location = try location()
        let stages = try (0..<8).map { try stage(["a.ts": [UInt8($0)], "b.ts": [UInt8($0)]]) }
        let outcomes = try await withThrowingTaskGroup(of: PublicationOutcome.self) { group in
            for stage in stages {
                group.addTask { @concurrent in
                    try FileStorage(location, overwrites: true).publish(stage)
                }
            }
            return try await group.reduce(into: [PublicationOutcome]()) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == .published } == 1)
        #expect(outcomes.count { $0 == .replaced } == 7)
        let result = try output()
        #expect(result["a.ts"] == result["b.ts"])
        #expect(result.count == 2)
    }
}
