import HLSPlaylists
import PlaylistFixtures
import Testing

/// `EXT-X-DEFINE:QUERYPARAM` (RFC 8216bis 4.4.2.3).
@Suite struct QueryParameterTests {
    @Test(
        arguments: [
            ("https://h/p.m3u8?a=1&b=2", "b", "2"), ("?a=1", "a", "1"), ("p?a=%C3%BC%2F", "a", "ü/"),
            ("p?a=1#a=2", "a", "1"), ("p#?a=2", "a", nil), ("p?a", "a", nil), ("p?a=", "a", ""),
            ("p?a=1&a=2", "a", "1"), ("p?a=b=c", "a", "b=c"), ("p?A=1", "a", nil), ("p?%61=1", "a", "1"),
            ("p?a=%", "a", nil), ("p?a=%4", "a", nil), ("p?a=%zz", "a", nil), ("p?a=%FF", "a", nil),
            ("p?a=1+2", "a", "1+2"), ("p?x?a=1", "x?a", "1"), ("p", "a", nil), ("", "a", nil),
        ] as [(String, String, String?)]
    )
    func findsParameters(uri: String, name: String, value: String?) {
        #expect(QueryParameters(of: uri)[name] == value)
    }

    private static let lines =
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n#EXTINF:1,\na?{$t}"

    @Test func replacesThem() throws {
        let parameters = QueryParameters(of: "https://h/p.m3u8?t=x%26y")
        let playlist = try MediaPlaylist(document(Self.lines), queryParameters: parameters)
        #expect(playlist.segments.map(\.uri) == ["a?x&y"])
    }

    @Test func replacesThemInMultivariantPlaylists() throws {
        let lines = "#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\na?{$t}"
        let parameters = QueryParameters(["t": "1"])
        let playlist = try MultivariantPlaylist(document(lines), queryParameters: parameters)
        #expect(playlist.variants.map(\.uri) == ["a?1"])
        #expect(playlist.variables["t"] == "1")
        #expect(try MultivariantPlaylist(document(lines)).variants.map(\.uri) == ["a?{$t}"])
        let otherParameters = QueryParameters(of: "p?u=1")
        #expect(
            problem { try MultivariantPlaylist(document(lines), queryParameters: otherParameters) }?.line == 2
        )
    }

    @Test(
        arguments: [
            ("p", .unknownQueryParameter("t")), ("p?t", .unknownQueryParameter("t")),
            ("p?t=%22", .unquotableQueryParameter("t")), ("p?t=%0A", .unquotableQueryParameter("t")),
            ("p?t=%0D", .unquotableQueryParameter("t")),
        ] as [(String, VariableProblem)]
    )
    func refuses(uri: String, expected: VariableProblem) {
        let parameters = QueryParameters(of: uri)
        let error = problem { try MediaPlaylist(document(Self.lines), queryParameters: parameters) }
        #expect(error?.problem == .variable(expected))
        #expect(error?.line == 3)
    }

    /// 20,000 segments of 8,000 bytes each would have 160 MB.
    @Test func limitsWhatVariablesAdd() throws {
        let value = String(repeating: "x", count: 8000)
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(value)\"\n"
        let few = head + String(repeating: "#EXTINF:1,\n{$a}\n", count: 100)
        #expect(try MediaPlaylist(document(few)).segments.count == 100)
        let many = head + String(repeating: "#EXTINF:1,\n{$a}\n", count: 20_000)
        let error = problem { try MediaPlaylist(document(many)) }
        #expect(error?.problem == .variable(.expansionTooLong))
    }
}
