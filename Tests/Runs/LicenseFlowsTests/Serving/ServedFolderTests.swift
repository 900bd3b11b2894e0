import Foundation
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// The files that `serve` delivers.
struct ServedFolderTests {
    @Test(arguments: [
        ("bytes=0-0", 0, 1), ("bytes=0-", 0, 10), ("bytes=9-", 9, 1), ("bytes=2-5", 2, 4),
        ("bytes=5-99", 5, 5),
        ("BYTES=0-1", 0, 2), ("bytes=0-99999999999999999999", 0, 10), ("bytes=-99999999999999999999", 0, 10),
        ("bytes=-3", 7, 3), ("bytes=-99", 0, 10),
    ])
    func `A range is a part of the file`(field: String, offset: UInt64, count: UInt64) {
        #expect(
            RequestedRange.parse(field, size: 10) == .part(RequestedRange(offset: offset, count: count))
        )
    }

    @Test(arguments: ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999-"])
    func `A range behind the end cannot be satisfied`(field: String) {
        #expect(RequestedRange.parse(field, size: 10) == .unsatisfiable)
    }

    @Test(arguments: [
        nil, "", "bytes=", "bytes=-", "bytes=5-2", "bytes=0-1,3-4", "lines=0-1", "bytes=a-b", "bytes=+1-2",
        "bytes=0x1-2",
    ])
    func `What is no range is ignored`(field: String?) {
        #expect(RequestedRange.parse(field, size: 10) == .whole)
    }

    @Test func `Of an empty file there is no part`() {
        #expect(RequestedRange.parse("bytes=0-", size: 0) == .unsatisfiable)
        #expect(RequestedRange.parse("bytes=-1", size: 0) == .unsatisfiable)
    }

    @Test(arguments: [
        "", "/", "a/", "/a", "a//b", ".", "..", "../a", "a/../b", "%2e%2e/a", "%2E%2E%2Fa", "a%2Fb", "a%00",
        "a/..", "%2e",
        "a%", "a%zz",
    ])
    func `A path that is none leads to no file`(path: String) {
        #expect(ServedFolder.components(path) == nil)
    }

    @Test func `Names are decoded`() {
        #expect(ServedFolder.components("video/240p%20x/%C3%BC.ts") == ["video", "240p x", "ü.ts"])
        #expect(ServedFolder.components("a%252e%252e/b") == ["a%2e%2e", "b"])
        #expect(ServedFolder.components("...") == ["..."])
    }

    @Test func `Links are not followed, and folders and pipes are no files`() throws {
        let folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/tree/sub",
            withIntermediateDirectories: true
        )
        try folder.write(Array("secret".utf8), to: "outside")
        try folder.write(Array("inside".utf8), to: "tree/sub/file")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: folder.path + "/tree/link", withDestinationPath: "../outside")
        try manager.createSymbolicLink(atPath: folder.path + "/tree/up", withDestinationPath: "..")
        try manager.createSymbolicLink(atPath: folder.path + "/tree/within", withDestinationPath: "sub/file")
        #expect(unsafe mkfifo(folder.path + "/tree/pipe", 0o600) == 0)
        let tree = try #require(ServedFolder(path: folder.path + "/tree"))
        for path in ["link", "up/outside", "within", "sub", "pipe", "none", "sub/file/x", "../outside"] {
            let isOpen = tree.open(path) != nil
            #expect(!isOpen, "\(path)")
        }
        guard let file = tree.open("sub/file") else {
            Issue.record("a file is not served")
            return
        }
        #expect(ServedFolder.contents(of: file) == Array("inside".utf8))
    }

    /// A hard link is another name of the same file and can be anywhere.
    @Test func `What is hidden is not served under any name`() throws {
        let folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/tree",
            withIntermediateDirectories: true
        )
        try folder.write(Array("secret".utf8), to: "kek")
        try folder.write(Array("inside".utf8), to: "tree/file")
        try FileManager.default.linkItem(atPath: folder.path + "/kek", toPath: folder.path + "/tree/link")
        let hidden = [folder.path + "/kek", folder.path + "/none"]
        let tree = try #require(ServedFolder(path: folder.path + "/tree", hiding: hidden))
        #expect(!tree.has("link") && tree.has("file"))
        let open = try #require(ServedFolder(path: folder.path + "/tree"))
        #expect(open.has("link"))
    }
}
