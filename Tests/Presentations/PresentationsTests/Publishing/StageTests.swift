import Failures
import Foundation
import Glibc
import PresentationFixtures
import Testing

@testable import Presentations

/// Stages are created next to the destination; those of dead runs are removed, others never.
struct StageTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func stages() throws -> [String] {
        try directory.names().filter { $0.hasPrefix(".fairlead-stage-") }
    }

    @Test func aStageIsThereUntilItIsRemoved() throws {
        let stage = try Stage(in: directory.path)
        #expect(try stages().count == 1)
        #expect(stage.tree.hasPrefix(directory.path + "/.fairlead-stage-"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: stage.tree).isEmpty)
        try OutputFile.write([1], to: stage.tree + "/a.ts")
        try stage.remove()
        #expect(try directory.names().isEmpty)
    }

    /// The stage is private, the result is not.
    @Test func onlyItsOwnerSeesWhatIsInIt() throws {
        let stage = try Stage(in: directory.path)
        func mode(_ path: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return try #require(attributes[.posixPermissions] as? Int)
        }
        #expect(try mode(directory.path + "/" + #require(stages().first)) == 0o700)
        #expect(try mode(stage.tree) & 0o700 == 0o700)
        #expect(try mode(stage.tree) == mode(directory.makeDirectory("plain")))
    }

    @Test func stagesOfThisProcessSurviveEachOther() throws {
        let first = try Stage(in: directory.path)
        let second = try Stage(in: directory.path)
        #expect(first.tree != second.tree)
        #expect(try stages().count == 2)
        try first.remove()
        #expect(try stages().count == 1)
        #expect(FileManager.default.fileExists(atPath: second.tree))
        try second.remove()
    }

    @Test(
        arguments: [
            ("with a tree", ["lock", "tree/v/a.ts", "tree/main.m3u8"]), ("before its tree", ["lock"]),
        ]
    )
    func aDeadStageIsCollected(name: String, files: [String]) throws {
        for file in files {
            try directory.write([1], to: ".fairlead-stage-0123456789abcdef/" + file)
        }
        let stage = try Stage(in: directory.path)
        #expect(!directory.exists(".fairlead-stage-0123456789abcdef"), "\(name)")
        #expect(try stages().count == 1)
        try stage.remove()
    }

    @Test func anEmptyStageIsCollected() throws {
        _ = try directory.makeDirectory(".fairlead-stage-0123456789abcdef")
        try Stage(in: directory.path).remove()
        #expect(try directory.names().isEmpty)
    }

    /// Links in a dead stage are removed, but not the files to which they lead.
    @Test func linksAreNotFollowed() throws {
        let keptFile = try directory.write([1], to: "kept/a.ts")
        try directory.write([], to: ".fairlead-stage-0123456789abcdef/lock")
        let tree = try directory.makeDirectory(".fairlead-stage-0123456789abcdef/tree")
        try FileManager.default.createSymbolicLink(
            atPath: tree + "/link",
            withDestinationPath: directory.path + "/kept"
        )
        try Stage(in: directory.path).remove()
        #expect(try directory.names() == ["kept"])
        #expect(FileManager.default.fileExists(atPath: keptFile))
    }

    @Test func othersFilesStay() throws {
        try directory.write([1], to: ".fairlead-stage/lock")
        try directory.write([1], to: "stage/lock")
        try Stage(in: directory.path).remove()
        #expect(try directory.names() == [".fairlead-stage", "stage"])
    }

    /// `flock(1)` holds the lock as another run would; once it is killed, the stage is dead.
    @Test func aStageOfALiveProcessSurvives() throws {
        let lock = try directory.write([], to: ".fairlead-stage-0123456789abcdef/lock")
        try directory.write([1], to: ".fairlead-stage-0123456789abcdef/tree/a.ts")
        let output = Pipe()
        let otherProcess = Process()
        otherProcess.executableURL = URL(filePath: "/usr/bin/env")
        // With "exec" one process holds the lock, and no child outlives it.
        otherProcess.arguments = [
            "bash", "-c", "exec 9<\"$0\" && flock 9 && echo locked && exec sleep 60", lock,
        ]
        otherProcess.standardOutput = output
        try otherProcess.run()
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "locked\n")
        try Stage(in: directory.path).remove()
        #expect(directory.exists(".fairlead-stage-0123456789abcdef/tree/a.ts"))
        #expect(kill(otherProcess.processIdentifier, SIGKILL) == 0)
        otherProcess.waitUntilExit()
        try Stage(in: directory.path).remove()
        #expect(try directory.names().isEmpty)
    }

    /// Trees replaced by `--overwrite` can have names that are not UTF-8.
    @Test func namesThatAreNotUTF8AreRemoved() throws {
        let stage = try Stage(in: directory.path)
        let path = Array(stage.tree.utf8CString.dropLast()) + [47, -1, 0]
        let descriptor = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
        #expect(descriptor >= 0)
        close(descriptor)
        try stage.remove()
        #expect(try directory.names().isEmpty)
    }

    @Test func refusesADirectoryThatIsMissing() {
        let error = #expect(throws: RunFailure.self) { try Stage(in: directory.path + "/none") }
        #expect(error?.kind == .outputNotCreated)
        #expect(error?.found?.hasPrefix("mkdir: ") == true)
        #expect(error?.errorNumber == ENOENT)
    }

    /// Many runs that start at once in one directory all get a stage.
    @Test func concurrentStages() async throws {
        let path = directory.path
        let trees = try await withThrowingTaskGroup(of: Stage.self) { group in
            for _ in 0..<32 {
                group.addTask { @concurrent in try Stage(in: path) }
            }
            return try await group.reduce(into: [Stage]()) { $0.append($1) }
        }
        #expect(Set(trees.map(\.tree)).count == 32)
        #expect(trees.allSatisfy { FileManager.default.fileExists(atPath: $0.tree) })
        for stage in trees { try stage.remove() }
        #expect(try directory.names().isEmpty)
    }
}
