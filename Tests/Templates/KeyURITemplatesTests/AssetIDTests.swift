import Foundation
import Testing

@testable import KeyURITemplates

/// Asset ids cut by hand from the key URI forms of the providers named below.
@Suite struct AssetIDTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let uri: String
        let expected: [String]
        var testDescription: String { uri }
    }

    @Test(arguments: [
        // Apple HLSCatalog
        Row(uri: "skd://twelve", expected: ["host=twelve", "afterScheme=twelve", "whole=skd://twelve"]),
        // Adobe, first and second form
        Row(uri: "skd:movie-1", expected: ["whole=skd:movie-1", "afterColon=movie-1"]),
        Row(
            uri: "skd:https://h/p?cid=m%201",
            expected: [
                "query:cid=m 1", "queryAsWritten:cid=m%201",
                "whole=skd:https://h/p?cid=m%201", "afterColon=https://h/p?cid=m%201",
            ]
        ),
        // EZDRM
        Row(
            uri: "skd://fps.ezdrm.com/;b0-1",
            expected: [
                "host=fps.ezdrm.com", "afterScheme=fps.ezdrm.com/;b0-1", "afterSemicolon=b0-1",
                "whole=skd://fps.ezdrm.com/;b0-1",
            ]
        ),
        // castLabs DRMtoday, with a parameter that lacks its equals sign
        Row(
            uri: "skd://drmtoday?assetId=a1&variantId&keyId=00ff",
            expected: [
                "host=drmtoday", "afterScheme=drmtoday?assetId=a1&variantId&keyId=00ff",
                "afterSchemeAndQueryMark=assetId=a1&variantId&keyId=00ff",
                "query:assetId=a1", "query:keyId=00ff",
                "whole=skd://drmtoday?assetId=a1&variantId&keyId=00ff",
            ]
        ),
        // Axinom: a colon that is followed by no port, so Foundation finds no host
        Row(uri: "skd://b0-1:00ff", expected: ["afterScheme=b0-1:00ff", "whole=skd://b0-1:00ff"]),
        // ExpressPlay: a port
        Row(
            uri: "skd://fp.example.com:80/r/?T=x",
            expected: [
                "host=fp.example.com", "afterScheme=fp.example.com:80/r/?T=x", "afterSchemeAndQueryMark=T=x",
                "whole=skd://fp.example.com:80/r/?T=x",
            ]
        ),
        Row(
            uri: "skd://a%20b",
            expected: ["host=a b", "hostAsWritten=a%20b", "afterScheme=a%20b", "whole=skd://a%20b"]
        ),
        Row(uri: "skd://a%FFb", expected: ["hostAsWritten=a%FFb", "afterScheme=a%FFb", "whole=skd://a%FFb"]),
        Row(uri: "skd://me@host", expected: ["host=host", "afterScheme=me@host", "whole=skd://me@host"]),
        Row(uri: "skd:///path", expected: ["afterScheme=/path", "whole=skd:///path"]),
        Row(
            uri: "skd://h?k=aa&k=aa&k=bb#f?z=zz",
            expected: [
                "afterScheme=h?k=aa&k=aa&k=bb#f?z=zz", "afterSchemeAndQueryMark=k=aa&k=aa&k=bb#f?z=zz",
                "query:k=aa", "query:k=bb", "whole=skd://h?k=aa&k=aa&k=bb#f?z=zz",
            ]
        ),
        Row(uri: "skd://", expected: ["whole=skd://"]),
        Row(uri: "skd:", expected: ["whole=skd:"]),
        Row(uri: "skd", expected: []),
        Row(uri: "https://host/key", expected: []),
        Row(uri: "SKD://movie", expected: []),
        Row(uri: "", expected: []),
    ])
    func candidates(_ row: Row) {
        let found = AssetIDRule.candidates(forKeyURI: row.uri)
        #expect(found.map { "\($0.rule.name)=\($0.id)" } == row.expected)
    }

    /// An asset id has 2 to 200 bytes.
    @Test(arguments: [(1, false), (2, true), (200, true), (201, false)])
    func lengths(count: Int, isAssetID: Bool) {
        let id = String(repeating: "x", count: count)
        let found = AssetIDRule.candidates(forKeyURI: "skd://" + id)
        #expect(found.contains { $0.rule == .host && $0.id == id } == isAssetID)
    }

    @Test func hexadecimalOfUTF8() throws {
        let found = AssetIDRule.candidates(forKeyURI: "skd://m%C3%B6x")
        #expect(try #require(found.first).hex == "6dc3b678")
    }

    @Test func bytesAreComparedAndNotText() {
        let found = AssetIDRule.candidates(forKeyURI: "skd://x?k=\u{E9}&k=e\u{301}")
        #expect(found.filter { $0.rule == .query("k") }.map(\.hex) == ["c3a9", "65cc81"])
    }

    /// The `host` rule means Foundation's `URL.host`.
    @Test(arguments: [
        "skd://twelve", "skd://a%20b", "skd://movie+hd+0+1", "skd://a%2Fb%25c", "skd://ab:80/x",
        "skd://me@host/x",
        "skd://ab;cd", "skd://AbC", "skd://m%C3%B6x", "skd://ab#x", "skd:///path", "skd:movie", "skd://a%FFb",
        "skd://movie:hd",
    ])
    func hostAsFoundationSeesIt(uri: String) {
        let found = AssetIDRule.candidates(forKeyURI: uri).first { $0.rule == .host }
        #expect(found?.id == URL(string: uri)?.host)
    }
}
