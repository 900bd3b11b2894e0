import Failures
import Foundation
import HLSPlaylists
import PresentationFixtures
import Testing

@testable import Presentations

/// Allowed locations of a result, and the parent folders created for it.
struct OutputLocationTests {
    private let directory: TemporaryDirectory
    private var root: String { directory.path + "/in" }

    init() throws {
        directory = try TemporaryDirectory()
        _ = try directory.makeDirectory("in/v")
    }

    private func location(_ name: String, isDryRun: Bool = false) throws -> OutputLocation {
        try OutputLocation(directory.path + "/" + name, input: try input, isDryRun: isDryRun)
    }

    /// The playlist in `v` references a file in `v`, one in `w`, a key and a server.
    private var input: InputLocation {
        get throws {
            let texts = [
                ("main.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv/a.m3u8\n"),
                (
                    "v/a.m3u8",
                    "#EXTM3U\n#EXT-X-DEFINE:NAME=\"w\",VALUE=\"../w\"\n#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/1?x\"\n"
                        + "#EXTINF:6,\n{$w}/1%2E.ts?q\n#EXTINF:6,\n2.ts\n#EXTINF:6,\nhttps://a/out/3.ts\n"
                ),
            ]
            let playlists = try texts.map { name, text in
                InputTree.Playlist(
                    path: TreePath(text: name),
                    document: try PlaylistDocument(parsing: Array(text.utf8)),
                    variables: VariableScope(["w": "../w"])
                )
            }
            return .tree(InputTree(root: root, playlists))
        }
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
            ("a name that starts like the input's", "input", "input"), ("in the input", "in/out", "in/out"),
            ("in a folder of the input", "in/v/a/b/", "in/v/a/b"), ("by dots", "x/../in/./out", "in/out"),
            ("a name that starts like a folder's", "in/vv", "in/vv"),
            ("where no file is named", "in/keys/2", "in/keys/2"),
            ("through missing folders", "a/b/../../in/o", "in/o"),
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
        location.removeCreatedDirectories()
        #expect(directory.exists("a"))
        #expect(!directory.exists("a/b"))
    }

    @Test func keepsParentsThatAreInUse() throws {
        let location = try location("a/b/out")
        try directory.write([1], to: "a/other")
        location.removeCreatedDirectories()
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
            ("a folder of media", "in/v", "in/v/a.m3u8"),
            ("a folder that is not there", "in/w", "in/w/1..ts"),
            ("a file that is not there", "in/v/2.ts", "in/v/2.ts"),
            ("a folder of keys", "in/keys", "in/keys/1"),
            ("by dots", "in/v/../v", "in/v/a.m3u8"), ("through missing folders", "a/../in/w", "in/w/1..ts"),
        ]
    )
    func refusesWhatTheInputNames(name: String, given: String, file: String) throws {
        let output =
            directory.path + "/"
            + given.replacing("v/../", with: "").replacing("a/../", with: "")
        #expect(
            throws: RunFailure.inputInsideOutput(output: output, input: directory.path + "/" + file),
            "\(name)"
        ) {
            try location(given)
        }
        #expect(try directory.names() == ["in"], "nothing was made")
    }

    @Test(arguments: ["in", "in/", "./in/.", "in/v/..", "x/../in", "link", "link/v/../"])
    func refusesTheInput(given: String) throws {
        try link("link", to: "in")
        #expect(throws: RunFailure.outputIsInput(root)) { try location(given) }
        #expect(try directory.names() == ["in", "link"], "nothing was made")
    }

    @Test func seesLinks() throws {
        try link("link", to: "in")
        #expect(try location("link/out").path == root + "/out")
        #expect(throws: RunFailure.self) { try location("link/v") }
        // The real location of a referenced file or of its folder, and the folder with the link.
        _ = try directory.makeDirectory("in/store/w")
        try link("in/w", to: "store/w")
        try directory.write([1], to: "in/files/2.ts")
        try link("in/v/2.ts", to: "../files/2.ts")
        for name in ["in/store", "in/store/w", "in/files", "in/v"] {
            let error = #expect(throws: RunFailure.self, "\(name)") { try location(name) }
            #expect(error?.problem.hasPrefix("the input is inside the output") == true)
        }
        #expect(try location("in/store/x").path == root + "/store/x")
    }

    @Test func refusesWhatContainsTheInput() throws {
        let failure = RunFailure.inputInsideOutput(output: directory.path, input: root)
        #expect(throws: failure) { try location(".") }
        try link("above", to: ".")
        #expect(throws: failure) { try location("above") }
        #expect(throws: RunFailure.self) {
            try OutputLocation("/", input: try input, isDryRun: false)
        }
    }

    @Test(
        arguments: [
            ("a file", "file", "it exists and is not a directory"),
            (
                "a new folder's parent", "new/..",
                "it does not exist, and a path that ends in . or .. cannot be created"
            ),
            (
                "a new folder's dot", "new/.",
                "it does not exist, and a path that ends in . or .. cannot be created"
            ),
        ]
    )
    func refusesNames(name: String, given: String, reason: String) throws {
        try directory.write([1], to: "file")
        let path = directory.path + "/" + given
        #expect(throws: RunFailure.outputNotCreated(path: path, reason: reason), "\(name)") {
            try location(given)
        }
        #expect(try directory.names() == ["file", "in"])
    }

    @Test func refusesAnEmptyPath() {
        #expect(throws: RunFailure.outputNotCreated(path: "", reason: "the path is empty")) {
            try OutputLocation("", input: try input, isDryRun: false)
        }
    }

    /// /proc is a mount point, whatever is in it.
    @Test func refusesAMountPoint() {
        #expect(
            throws: RunFailure.outputNotCreated(
                path: "/proc",
                reason: "it is a mount point, which cannot be replaced by a rename"
            )
        ) {
            try OutputLocation("/proc", input: try input, isDryRun: false)
        }
    }

    @Test(arguments: ["file/out", "file/a/out"])
    func refusesAFileAsParent(given: String) throws {
        try directory.write([1], to: "file")
        let error = #expect(throws: RunFailure.self, "\(given)") { try location(given) }
        #expect(error?.kind == .outputNotCreated)
        #expect(error?.errorNumber == ENOTDIR)
    }
}
