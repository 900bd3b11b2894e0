import Testing

@testable import HLSPlaylists

/// Limits on the number of lines of a tag: a playlist above them is refused before it fills the memory.
struct TagLimitTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let tag: TagName
        let limit: Int
        /// Returns the line of the tag with this index, with the lines it requires.
        let lines: @Sendable (Int) -> String

        var testDescription: String { tag.name }
    }

    private static let media = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-VERSION:8\n"
    private static let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n"

    private static let ofMultivariant: [Case] = [
        Case(tag: .streamInformation, limit: 10_000) { "#EXT-X-STREAM-INF:BANDWIDTH=\($0 + 1)\nv\($0)\n" },
        Case(tag: .iFrameStreamInformation, limit: 10_000) {
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"v\($0)\"\n"
        },
        Case(tag: .media, limit: 10_000) { "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"\($0)\"\n" },
        Case(tag: .sessionData, limit: 10_000) { "#EXT-X-SESSION-DATA:DATA-ID=\"\($0)\",VALUE=\"a\"\n" },
        Case(tag: .define, limit: 10_000) { "#EXT-X-DEFINE:NAME=\"v\($0)\",VALUE=\"a\"\n" },
        Case(tag: .sessionKey, limit: 100_000) { "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\($0)\"\n" },
    ]

    private static let ofMedia: [Case] = [
        Case(tag: .define, limit: 10_000) { "#EXT-X-DEFINE:NAME=\"v\($0)\",VALUE=\"a\"\n" },
        Case(tag: .key, limit: 1_000) { "#EXT-X-KEY:METHOD=AES-128,URI=\"k\($0)\"\n" },
    ]

    private static func document(_ head: String, _ input: Case, _ count: Int, _ end: String) throws
        -> PlaylistDocument
    {
        try PlaylistDocument(parsing: Array((head + (0..<count).map(input.lines).joined() + end).utf8))
    }

    /// Returns the line of the first tag above the limit.
    private static func line(_ input: Case, behind head: Int) -> Int {
        head + input.limit * input.lines(0).split(separator: "\n").count + 1
    }

    @Test(arguments: ofMultivariant)
    func `Of a multivariant playlist`(input: Case) throws {
        let whole = try Self.document("#EXTM3U\n", input, input.limit, Self.variant)
        // The document has one more variant than the limit.
        if input.tag != .streamInformation { _ = try MultivariantPlaylist(whole) }
        let document = try Self.document("#EXTM3U\n", input, input.limit + 3, "")
        let error = try #require(throws: PlaylistError.self) { _ = try MultivariantPlaylist(document) }
        #expect(error.line == Self.line(input, behind: 1))
        #expect(error.problem == .tag(.tooMany(input.tag, count: input.limit + 3, limit: input.limit)))
        let reading = MultivariantPlaylist.reading(document)
        #expect(reading.problems == [error])
        #expect(reading.playlist.variants.isEmpty)
    }

    @Test(arguments: ofMedia)
    func `Of a media playlist`(input: Case) throws {
        let segment = "#EXTINF:6,\na\n#EXT-X-ENDLIST\n"
        let whole = try MediaPlaylist(Self.document(Self.media, input, input.limit, segment))
        #expect(whole.segments.count == 1)
        let document = try Self.document(Self.media, input, input.limit + 1, segment)
        let error = try #require(throws: PlaylistError.self) { _ = try MediaPlaylist(document) }
        #expect(error.line == Self.line(input, behind: 3))
        #expect(error.problem == .tag(.tooMany(input.tag, count: input.limit + 1, limit: input.limit)))
        let reading = MediaPlaylist.reading(document)
        #expect(reading.problems == [error])
    }

    /// The limit on key lines is for one segment, not for all together.
    @Test func `Keys of all segments have no limit`() throws {
        let lines = (0..<2000).map { "#EXT-X-KEY:METHOD=AES-128,URI=\"k\($0)\"\n#EXTINF:6,\na\($0)\n" }
        let document = try PlaylistDocument(parsing: Array((Self.media + lines.joined()).utf8))
        #expect(try MediaPlaylist(document).keys.count == 2000)
    }

    @Test func `The message tells the tag, how many there are, the limit and what to do`() throws {
        let error = PlaylistError(line: 7, .tag(.tooMany(.media, count: 1_000_000, limit: 10_000)))
        #expect(
            error.description
                == "line 7: Too many lines have the same tag (got 1000000 of EXT-X-MEDIA, expected at most 10000, which is "
                + "fairlead's own limit). Remove those that no player needs, or split the presentation."
        )
    }

    @Test(arguments: [(1000, true), (1001, false), (100_000, false)])
    func `Attributes of a line`(count: Int, isRead: Bool) throws {
        let text = (0..<count).map { "X-\($0)=1" }.joined(separator: ",")
        let list = Result { () throws(PlaylistError) in
            try AttributeList(parsing: Array(text.utf8)[...], line: 3, column: 10)
        }
        switch list {
        case .success(let list): #expect(isRead && list.names.count == count)
        case .failure(let error):
            #expect(!isRead)
            #expect(error.problem == .attribute(.tooMany(limit: 1000)))
            // The column after 1,000 attributes with their commas.
            #expect(error.line == 3)
            #expect(error.column == 10 + (0..<1000).reduce(0) { $0 + "X-\($1)=1,".utf8.count })
        }
    }
}
