import PresentationFixtures
import Testing

@testable import Presentations

struct TreePathTests {
    @Test(
        arguments: [
            ("main.m3u8", "main", "m3u8"),
            ("video/hd.1080.M3U8", "video/hd.1080", "m3u8"),
            ("video.d/main", "video.d/main", ""),
            ("v.d/.hidden", "v.d/.hidden", "hidden"),
            ("a.", "a", ""),
        ]
    )
    func splitsTheEnding(text: String, name: String, fileExtension: String) {
        let path = TreePath(text)
        #expect(path.withoutExtension == name)
        #expect(path.fileExtension == fileExtension)
        #expect(path.path(under: "/root") == "/root/" + text)
        #expect(path.path(under: "/") == "/" + text)
    }

    /// Expected is the reference from the folder of the playlist to the file.
    @Test(
        arguments: [
            ("a.ts", "main.m3u8", "a.ts"),
            ("v/a.ts", "v/main.m3u8", "a.ts"),
            ("v/a.ts", "main.m3u8", "v/a.ts"),
            ("shared.ts", "v/hd/main.m3u8", "../../shared.ts"),
            ("v/a/b.ts", "v/c/main.m3u8", "../a/b.ts"),
        ]
    )
    func isRelativeToAFolder(text: String, playlist: String, relative: String) {
        #expect(TreePath(text).relative(to: TreePath(playlist).folder) == relative)
    }

    /// Two names that are canonically equivalent in Unicode are two files on Linux.
    @Test func comparesBytes() {
        let composed = TreePath("\u{E9}.ts")
        let decomposed = TreePath("e\u{301}.ts")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        // U+0065 < U+00E9 by their UTF-8 bytes.
        #expect(decomposed < composed)
        #expect(!(composed < decomposed))
    }

    /// By components: "a/z" is before "a.ts" although "." is before "/".
    @Test func ordersByComponents() {
        let paths = ["b.ts", "a.ts", "a/z.ts", "a"].map(TreePath.init(_:))
        #expect(paths.sorted().map(\.description) == ["a", "a/z.ts", "a.ts", "b.ts"])
    }
}
