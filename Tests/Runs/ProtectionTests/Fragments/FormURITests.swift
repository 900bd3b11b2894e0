import PresentationFixtures
import Testing

@testable import Presentations
@testable import Protection

/// File names and URIs of further forms of an initialization section.
struct FormURITests {
    @Test(
        arguments: [
            ("init.mp4", [], ["init.key1.mp4", "init.key2.mp4"]),
            ("v/init.mp4", ["v/init.key1.mp4"], ["v/init.key2.mp4", "v/init.key3.mp4"]),
            ("v/init.mp4", ["init.key1.mp4"], ["v/init.key1.mp4"]),
            ("init", [], ["init.key1"]),
            (".init", [], [".init.key1"]),
            ("a.b.c", [], ["a.b.key1.c"]),
        ] as [(String, [String], [String])]
    )
    func names(file: String, used: [String], expected: [String]) {
        var names = FormNames(usedPaths: used.map { TreePath($0) })
        #expect(expected.map { _ in names.next(of: TreePath(file)).description } == expected)
    }

    @Test(
        arguments: [
            ("init.mp4", "v/init.key1.mp4", "init.key1.mp4"),
            ("../v/init.mp4?token=a/b.mp4#f", "v/init.key1.mp4", "../v/init.key1.mp4?token=a/b.mp4#f"),
            ("./init%2Emp4", "v/init.key1.mp4", "./init.key1.mp4"),
            ("a%20b.mp4", "v/a b.key1.mp4", "a%20b.key1.mp4"),
            ("%22x%22.mp4", "v/\"x\".key1.mp4", "%22x%22.key1.mp4"),
            ("100%25.mp4", "v/100%.key1.mp4", "100%25.key1.mp4"),
            ("a%3Fb.mp4", "v/a?b.key1.mp4", "a%3Fb.key1.mp4"),
            ("%C3%A9.mp4", "v/\u{E9}.key1.mp4", "%C3%A9.key1.mp4"),
            ("%7B$x%7D.mp4", "v/{$x}.key1.mp4", "%7B%24x%7D.key1.mp4"),
            ("a%3Ab.mp4", "v/a:b.key1.mp4", "a%3Ab.key1.mp4"),
        ] as [(String, String, String)]
    )
    func uris(uri: String, file: String, expected: String) throws {
        #expect(try FormURI.uri(uri, naming: TreePath(file), in: ["v"]) == expected)
    }
}
