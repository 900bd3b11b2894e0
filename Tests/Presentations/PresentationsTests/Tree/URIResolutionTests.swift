import Testing

@testable import Presentations

/// Reference resolution of RFC 3986 section 5.2 for relative paths, percent-decoding of section 2.1.
struct URIResolutionTests {
    @Test(
        arguments: [
            ("a plain name", "a.ts", "", "a.ts"),
            ("a name in the playlist's folder", "a.ts", "video/hd", "video/hd/a.ts"),
            ("a path", "x/y/a.ts", "video", "video/x/y/a.ts"),
            ("a dot segment", "./a.ts", "video", "video/a.ts"),
            ("dot segments inside", "x/./y/../a.ts", "", "x/a.ts"),
            ("the parent folder", "../a.ts", "video/hd", "video/a.ts"),
            ("down to the root, not below", "../../a.ts", "video/hd", "a.ts"),
            ("a query", "a.ts?token=1/../../2", "", "a.ts"),
            ("a query with a colon", "a.ts?u=http://x", "", "a.ts"),
            ("a fragment", "a.ts#t=1", "", "a.ts"),
            ("a fragment with a question mark", "a.ts#t?1", "", "a.ts"),
            ("an encoded space", "a%20b.ts", "", "a b.ts"),
            ("lower and upper case digits", "%c3%A9.ts", "", "é.ts"),
            ("an encoded percent sign is decoded once", "%2541.ts", "", "%41.ts"),
            ("an encoded question mark", "a%3Fb.ts", "", "a?b.ts"),
            ("an encoded number sign", "a%23b.ts", "", "a#b.ts"),
            ("an encoded dot", "a%2Ets", "", "a.ts"),
            ("encoded dots are dot segments", "%2e%2E/a.ts", "video", "a.ts"),
            ("an encoded dot is a dot segment", "%2e/a.ts", "video", "video/a.ts"),
            ("three dots are a name", ".../a.ts", "", ".../a.ts"),
            ("a hidden file", ".a.ts", "", ".a.ts"),
            ("a plus sign is no space", "a+b.ts", "", "a+b.ts"),
            ("a backslash is no slash", "..\\a.ts", "", "..\\a.ts"),
            ("a colon behind a slash is no scheme", "x/a:b.ts", "", "x/a:b.ts"),
            ("a colon behind a dot segment is no scheme", "./a:b.ts", "", "a:b.ts"),
            ("a scheme does not start with a digit", "1a:b.ts", "", "1a:b.ts"),
            ("a combining mark behind the question mark", "a.ts?\u{301}x", "", "a.ts"),
            ("a combining mark behind the number sign", "a.ts#\u{301}x", "", "a.ts"),
            ("a combining mark at the start of a name", "v/\u{301}a.ts", "", "v/\u{301}a.ts"),
        ]
    )
    func accepts(name: String, uri: String, folder: String, expected: String) throws {
        let folder = folder.split(separator: "/").map(String.init)
        let path = try URIResolution.resolve(uri, in: folder[...])
        #expect(Array(path.description.utf8) == Array(expected.utf8), "\(name)")
    }

    @Test(
        arguments: [
            ("http", "http://host/a.ts", .remote(scheme: "http")),
            ("https in capitals", "HTTPS://host/a.ts", .remote(scheme: "https")),
            ("a scheme without authority", "file:a.ts", .remote(scheme: "file")),
            ("data", "data:video/mp2t;base64,AA==", .remote(scheme: "data")),
            ("signs in a scheme", "a+b-c.d:e", .remote(scheme: "a+b-c.d")),
            ("an authority", "//host/a.ts", .remote(scheme: "//")),
            ("an absolute path", "/a.ts", .absolutePath),
            ("an absolute path before a combining mark", "/\u{301}a.ts", .absolutePath),
            ("above the root", "../a.ts", .leavesTree),
            ("above the root and back", "../in/a.ts", .leavesTree),
            ("above the root from inside", "x/../../a.ts", .leavesTree),
            ("above the root, encoded", "%2e%2e/a.ts", .leavesTree),
            ("above the root, half encoded", ".%2E/a.ts", .leavesTree),
        ] as [(String, String, URIResolution.Failure)]
    )
    func refusesElsewhere(name: String, uri: String, failure: URIResolution.Failure) {
        #expect(throws: failure, "\(name)") { try URIResolution.resolve(uri, in: []) }
    }

    @Test(
        arguments: [
            ("nothing", ""),
            ("a query alone", "?a.ts"),
            ("a fragment alone", "#a.ts"),
            ("an empty component", "x//a.ts"),
            ("a slash at the end", "x/"),
            ("a folder", "x/."),
            ("a parent folder", "x/y/.."),
            ("this folder", "."),
            ("this folder, encoded", "x/%2e"),
            ("a parent folder, encoded", "x/y/%2E%2e"),
            ("an encoded slash", "x%2Fa.ts"),
            ("an encoded slash between dots", "..%2f..%2fa.ts"),
            ("an encoded zero byte", "a.ts%00.txt"),
            ("a percent sign at the end", "a.ts%"),
            ("one digit", "a%2"),
            ("no digits", "a%zz.ts"),
            ("a sign is no digit", "a%+1.ts"),
            ("full-width digits", "a%２０.ts"),
            ("half a UTF-8 sequence", "%c3.ts"),
            ("an overlong slash", "%c0%af"),
            ("a surrogate", "%ed%a0%80"),
        ]
    )
    func refusesMalformed(name: String, uri: String) {
        #expect("\(name)") {
            try URIResolution.resolve(uri, in: ["folder"])
        } throws: { error in
            if case URIResolution.Failure.malformed = error { true } else { false }
        }
    }
}
