import Testing

@testable import Verification

/// Session keys that match no key of the presentation (RFC 8216bis 4.4.6.5).
///
/// `protect` puts the session key after line 3 of the multivariant playlist.
struct SessionKeyMutationTests {
    private static let playlist = "out/multivariant.m3u8"
    private static let key = "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"skd://movie-42/all/0\""

    static let mutations = [
        Mutation("another URI", findings: ["no-record multivariant.m3u8:4"]) {
            try $0.replace("skd://movie-42/all/0", with: "skd://movie-42/all/1", in: playlist)
        },
        Mutation("another method", findings: ["session-key multivariant.m3u8:4"]) {
            try $0.replace("METHOD=AES-128", with: "METHOD=SAMPLE-AES", in: playlist)
        },
        Mutation("another key format", findings: ["session-key multivariant.m3u8:4"]) {
            try $0.replace(key, with: key + ",KEYFORMAT=\"com.example\"", in: playlist)
        },
        Mutation("other versions", findings: ["session-key multivariant.m3u8:4"]) {
            try $0.replace(key, with: key + ",KEYFORMATVERSIONS=\"1/2\"", in: playlist)
        },
        Mutation("twice", findings: ["session-key multivariant.m3u8:5"]) {
            try $0.replace(key, with: key + "\n" + key, in: playlist)
        },
        Mutation("one more", findings: ["no-record multivariant.m3u8:5"]) {
            try $0.replace(key, with: key + "\n" + key.replacing("all/0", with: "hd/0"), in: playlist)
        },
        Mutation("the key of another title", findings: ["key-line multivariant.m3u8:4"]) {
            let options = ProtectionOptions(contentID: "movie-43", keyNumber: 43)
            try $0.protect(Title.samples + "/ts/multivariant.m3u8", options, into: "other")
            try $0.replace("skd://movie-42", with: "skd://movie-43", in: playlist)
        },
    ]

    @Test(arguments: mutations)
    func isFound(_ mutation: Mutation) throws {
        let report = try mutation.apply().verify()
        #expect(report.summaries == mutation.findings)
        #expect(!report.holds)
    }
}
