import Failures
import Foundation
import Glibc
import PresentationFixtures
import Testing

@testable import Presentations
@testable import Rewriting

/// Playlists that are replaced in place.
struct InPlaceTests {
    private let fixture: RewriteFixture
    private var root: String { fixture.tree.root }

    init() throws {
        fixture = try RewriteFixture([
            "main.m3u8":
                "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na/v.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nb/v.m3u8\n",
            "a/v.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "1.ts"]),
            "b/v.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "https://far/1.ts"]),
        ])
    }

    private func run(_ base: String = "https://cdn") throws -> RewriteReport {
        var request = fixture.request(inPlace: true)
        request.segmentBase = URIBase(argument: base)
        return try fixture.run(request)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try fixture.tree.directory.read("in/" + name), as: UTF8.self)
    }

    private func inode(_ name: String) -> UInt64? { Directory.linkStatus(of: root + "/" + name)?.inode }

    @Test func replacesWhatChangedAlone() throws {
        let before = ["main.m3u8", "b/v.m3u8"].map(inode)
        #expect(unsafe chmod(root + "/a/v.m3u8", 0o640) == 0)
        let report = try run()
        #expect(report.outcome == "replaced" && report.playlists.map(\.isChanged) == [false, true, false])
        #expect(try text("a/v.m3u8").contains("\nhttps://cdn/a/1.ts\n"))
        #expect(["main.m3u8", "b/v.m3u8"].map(inode) == before)
        let mode =
            try FileManager.default.attributesOfItem(atPath: root + "/a/v.m3u8")[.posixPermissions] as? Int
        #expect(mode == 0o640)
        #expect(try fixture.tree.directory.names(in: "in/a") == ["v.m3u8"])
        #expect(try run().outcome == "unchanged")
    }

    @Test func keepsALinkALink() throws {
        try FileManager.default.moveItem(atPath: root + "/a/v.m3u8", toPath: root + "/real.m3u8")
        #expect(unsafe symlink("../real.m3u8", root + "/a/v.m3u8") == 0)
        _ = try run()
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: root + "/a/v.m3u8") == "../real.m3u8"
        )
        #expect(try text("real.m3u8").contains("https://cdn/a/1.ts"))
    }

    @Test func refusesOneFileThatWouldBecomeTwo() throws {
        try FileManager.default.removeItem(atPath: root + "/b/v.m3u8")
        #expect(unsafe symlink("../a/v.m3u8", root + "/b/v.m3u8") == 0)
        #expect(
            throws: RunFailure.oneFileForTwoPlaylists(TreePath("a/v.m3u8"), TreePath("b/v.m3u8"))
        ) {
            try run()
        }
        #expect(try text("a/v.m3u8").contains("\n1.ts\n"))
    }

    @Test func takesOverWhatAKilledRunLeft() throws {
        try fixture.tree.directory.write("half".utf8, to: "in/a/.v.m3u8.fairlead-new")
        _ = try run()
        #expect(try text("a/v.m3u8").hasSuffix("https://cdn/a/1.ts\n"))
        #expect(try fixture.tree.directory.names(in: "in/a") == ["v.m3u8"])
    }

    @Test func leavesAnotherRunAlone() throws {
        let path = try fixture.tree.directory.write([], to: "in/a/.v.m3u8.fairlead-new")
        let descriptor = unsafe open(path, O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        let error = #expect(throws: RunFailure.self) { try run() }
        #expect(error?.failureClass == .unavailable)
        #expect(try text("a/v.m3u8").contains("\n1.ts\n"))
    }

    /// Replaces a file of the tree by `text`; if that is nil, the file is only read.
    private func replacement(_ name: String, by text: String? = nil) throws -> InPlacePublisher.Replacement {
        let old = try fixture.tree.directory.read("in/" + name)
        return .init(path: TreePath(name), old: old, new: text.map { Array($0.utf8) } ?? old)
    }

    /// Two runs that read the same files must not each change one of them: the results may not fit together.
    @Test(arguments: ["a/v.m3u8", "main.m3u8"])
    func oneRunAtATimeIsAtWorkOnATree(_ changed: String) throws {
        let names = ["a/v.m3u8", "main.m3u8"]
        let publisher = InPlacePublisher(root: root, cancellation: Cancellation())
        let first = try names.map { try replacement($0, by: $0 == changed ? "#EXTM3U\n#first\n" : nil) }
        let second = try names.map { try replacement($0, by: $0 == changed ? nil : "#EXTM3U\n#second\n") }
        try publisher.publish(first) { () throws(RunFailure) in
            let error = #expect(throws: RunFailure.self) {
                try publisher.publish(second) { Issue.record("The second run goes on.") }
            }
            #expect(error?.failureClass == .unavailable)
        }
        // The file that the second run has read was changed by the first.
        #expect(throws: RunFailure.playlistChanged(TreePath(changed))) {
            try publisher.publish(second) { Issue.record("The second run goes on.") }
        }
        for name in names { #expect(try text(name).contains("#first") == (name == changed), "\(name)") }
        #expect(!(try text("a/v.m3u8") + text("main.m3u8")).contains("#second"))
        #expect(try fixture.tree.directory.names(in: "in") == ["a", "b", "main.m3u8"])
        #expect(try fixture.tree.directory.names(in: "in/a") == ["v.m3u8"])
    }

    @Test func aFileThatStaysNeedsNoLockWhereThereIsNone() throws {
        let publisher = InPlacePublisher(root: root, cancellation: Cancellation()) { _ in ENOTSUP }
        var isReached = false
        try publisher.publish([replacement("a/v.m3u8"), replacement("main.m3u8")]) { isReached = true }
        #expect(isReached)
        #expect(try fixture.tree.directory.names(in: "in/a") == ["v.m3u8"])
    }

    /// If the tree is replaced meanwhile, as by `protect --overwrite`, the two trees are not mixed.
    @Test func aTreeThatIsReplacedMeanwhileIsLeftAlone() throws {
        let publisher = InPlacePublisher(root: root, cancellation: Cancellation())
        let other = fixture.tree.directory.path + "/other"
        try FileManager.default.copyItem(atPath: root, toPath: other)
        let error = #expect(throws: RunFailure.self) {
            try publisher.publish([replacement("a/v.m3u8", by: "#EXTM3U\n")]) {
                #expect(unsafe rename(root, root + "-old") == 0 && rename(other, root) == 0)
            }
        }
        #expect(error == .playlistChanged(TreePath("a/v.m3u8")))
        #expect(try text("a/v.m3u8").contains("1.ts"))
    }

    /// The file system has no locks (ENOTSUP), or no room for another one (ENOLCK).
    @Test(arguments: [ENOTSUP, ENOLCK])
    func saysThatAFileCannotBeLocked(_ code: CInt) throws {
        let old = try fixture.tree.directory.read("in/a/v.m3u8")
        let path = TreePath("a/v.m3u8")
        let publisher = InPlacePublisher(root: root, cancellation: Cancellation()) { _ in code }
        #expect(
            throws: RunFailure.fileCannotBeLocked(
                SystemCallError("flock", path: root + "/a/v.m3u8", code: code)
            )
        ) {
            try publisher.publish([.init(path: path, old: old, new: Array("#EXTM3U\n".utf8))]) {}
        }
        #expect(try fixture.tree.directory.read("in/a/v.m3u8") == old)
        #expect(try fixture.tree.directory.names(in: "in/a") == ["v.m3u8"])
    }

    @Test func changesNothingWhenOneCannotBeWritten() throws {
        try fixture.tree.directory.write(
            TreeFixture.mediaPlaylist(["#EXTINF:6,", "2.ts"]).utf8,
            to: "in/b/v.m3u8"
        )
        // A folder has the name of the new file: not even the superuser can write there.
        _ = try fixture.tree.directory.makeDirectory("in/b/.v.m3u8.fairlead-new")
        let error = #expect(throws: RunFailure.self) { try run() }
        #expect(error?.failureClass == .cannotCreate)
        #expect(try text("a/v.m3u8").contains("\n1.ts\n"))
        #expect(try fixture.tree.directory.names(in: "in/a") == ["v.m3u8"])
    }

    @Test func saysWhichAreNewWhenItFailsInTheMiddle() throws {
        let directory = fixture.tree.directory
        let replacements = try ["a/v.m3u8", "b/v.m3u8"].map { name in
            InPlacePublisher.Replacement(
                path: TreePath(name),
                old: try directory.read("in/" + name),
                new: Array("#EXTM3U\n".utf8)
            )
        }
        let publisher = InPlacePublisher(root: root, cancellation: Cancellation())
        let error = #expect(throws: RunFailure.self) {
            try publisher.publish(replacements) { () throws(RunFailure) in
                // Another process changes the second file.
                _ = try? directory.write("#EXTM3U\n#x\n".utf8, to: "in/b/v.m3u8")
            }
        }
        #expect(
            error
                == .partlyReplaced(
                    [TreePath("a/v.m3u8")],
                    .playlistChanged(TreePath("b/v.m3u8")),
                    .sameCommand
                )
        )
        #expect(try text("a/v.m3u8") == "#EXTM3U\n" && text("b/v.m3u8") == "#EXTM3U\n#x\n")
        #expect(try directory.names(in: "in/b") == ["v.m3u8"])
    }

    @Test(arguments: [true, false])
    func stopsWhenAskedTo(_ isInPlace: Bool) throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        var request = fixture.request(inPlace: isInPlace)
        request.segmentBase = URIBase(argument: "https://cdn")
        #expect(throws: RunFailure.interrupted) {
            try RewriteRun(request, store: nil, cancellation: cancellation).execute()
        }
        #expect(try text("a/v.m3u8").contains("\n1.ts\n"))
        #expect(try fixture.tree.directory.names() == ["in"])
    }
}
