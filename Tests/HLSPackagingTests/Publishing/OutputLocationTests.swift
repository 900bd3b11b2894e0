import Foundation
import Testing

@testable import HLSPackaging

/// Where a result may stand, and what is made for it.
struct OutputLocationTests {
    private let directory: TemporaryDirectory
    private var root: String { directory.path + "/in" }

    init() throws {
        directory = try TemporaryDirectory()
        _ = try directory.makeDirectory("in/v")
    }

    private func location(_ name: String, isDryRun: Bool = false) throws -> OutputLocation {
        try OutputLocation(directory.path + "/" + name, inputRoot: root, isDryRun: isDryRun)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/" + name,
            withDestinationPath: target
        )
    }

    // MARK: Accepted

    @Test(
        arguments: [
            ("absent", "out", "out"), ("a slash at the end", "out///", "out"), ("dots", "./x/../out", "out"),
            ("missing parents", "a/b/out", "a/b/out"), ("through the input", "in/../out", "out"),
            ("a name that starts like the input's", "input", "input"),
        ]
    )
    func resolvesNewPaths(name: String, given: String, expected: String) throws {
        let location = try location(given)
        #expect(location.path == directory.path + "/" + expected, "\(name)")
        #expect(location.path == location.parent + "/" + Directory.lastComponent(of: location.path))
        #expect(FileManager.default.fileExists(atPath: location.parent))
        #expect(!FileManager.default.fileExists(atPath: location.path))
    }

    @Test func resolvesLinks() throws {
        let target = try directory.makeDirectory("real/out")
        try link("link", to: target)
        #expect(try location("link").path == target)
        try link("parent", to: "real")
        #expect(try location("parent/new/out").path == directory.path + "/real/new/out")
        #expect(try location("parent/out").parent == directory.path + "/real")
    }

    @Test func makesAndRemovesParents() throws {
        _ = try directory.makeDirectory("a")
        let location = try location("a/b/c/out")
        #expect(directory.exists("a/b/c"))
        location.removeMadeDirectories()
        #expect(directory.exists("a"))
        #expect(!directory.exists("a/b"))
    }

    @Test func keepsParentsThatAreInUse() throws {
        let location = try location("a/b/out")
        try directory.write([1], to: "a/other")
        location.removeMadeDirectories()
        #expect(try directory.names(in: "a") == ["other"])
    }

    @Test func aRehearsalMakesNothing() throws {
        let location = try location("a/b/out", isDryRun: true)
        #expect(location.path == directory.path + "/a/b/out")
        #expect(try directory.names() == ["in"])
    }

    // MARK: Refused

    @Test(
        arguments: [
            ("the input itself", "in"), ("in the input", "in/out"), ("deep in the input", "in/v/a/b"),
            ("in the input, by dots", "x/../in/out"),
            ("in the input, through missing folders", "a/b/../../in/o"),
        ]
    )
    func refusesTheInput(name: String, given: String) throws {
        #expect("\(name)") {
            try location(given)
        } throws: { error in
            guard case PackagingError.outputInsideInput(_, let input) = error else { return false }
            return input == root
        }
        #expect(try directory.names() == ["in"], "nothing was made")
    }

    @Test func refusesTheInputBehindLinks() throws {
        try link("link", to: "in")
        for name in ["link", "link/out", "link/v/../a/out", "a/../link/b/out"] {
            #expect("\(name)") {
                try location(name)
            } throws: { error in
                if case PackagingError.outputInsideInput = error { true } else { false }
            }
        }
        #expect(try directory.names(in: "in") == ["v"])
    }

    @Test func refusesWhatContainsTheInput() throws {
        let failure = PackagingError.inputInsideOutput(output: directory.path, input: root)
        #expect(throws: failure) { try location(".") }
        try link("above", to: ".")
        #expect(throws: failure) { try location("above") }
        #expect(throws: PackagingError.self) { try OutputLocation("/", inputRoot: root, isDryRun: false) }
    }

    @Test(
        arguments: [
            ("a file", "file", "it exists and is no directory"),
            ("a new folder's parent", "new/..", "it does not exist and names no new directory"),
            ("a new folder's dot", "new/.", "it does not exist and names no new directory"),
        ]
    )
    func refusesNames(name: String, given: String, reason: String) throws {
        try directory.write([1], to: "file")
        let path = directory.path + "/" + given
        #expect(throws: PackagingError.output(path: path, reason: reason), "\(name)") { try location(given) }
        #expect(try directory.names() == ["file", "in"])
    }

    @Test func refusesAnEmptyPath() {
        #expect(throws: PackagingError.output(path: "", reason: "the path is empty")) {
            try OutputLocation("", inputRoot: root, isDryRun: false)
        }
    }

    /// /proc is mounted; it is no place for a result whatever is in it.
    @Test func refusesAMountPoint() {
        #expect(
            throws: PackagingError.output(
                path: "/proc",
                reason: "it is a mount point, which no rename can replace"
            )
        ) {
            try OutputLocation("/proc", inputRoot: root, isDryRun: false)
        }
    }

    @Test(arguments: ["file/out", "file/a/out"])
    func refusesAFileAsParent(given: String) throws {
        try directory.write([1], to: "file")
        #expect("\(given)") {
            try location(given)
        } throws: { error in
            guard case PackagingError.outputSystem(let failure) = error else { return false }
            return failure.code == ENOTDIR
        }
    }
}
