import Foundation
import Testing

/// `openssl enc -d`, with the exported key and the IV from the playlist, restores the clear bytes.
struct IndependentDecryptionTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// A media playlist of a sample, and the options that protect it.
    struct Case: Sendable, CustomTestStringConvertible {
        let sample: Sample
        let playlist: String
        let options: [String]

        init(_ sample: Sample, _ playlist: String, _ options: String...) {
            self.sample = sample
            self.playlist = playlist
            self.options = options
        }

        var testDescription: String { "\(sample.folder)/\(playlist) \(options.joined(separator: " "))" }
    }

    static let modes = ["segment", "sequence", "constant"].flatMap { mode in
        [
            Case(.transportStream, "video/240p/index.m3u8", "--iv-mode", mode),
            Case(.transportStream, "subtitles/en/index.m3u8", "--iv-mode", mode),
            Case(.transportStreamRanges, "index.m3u8", "--iv-mode", mode),
            Case(.fragmentedMP4Ranges, "index.m3u8", "--iv-mode", mode, "--encrypt-init"),
            Case(.fragmentedMP4, "audio/en/index.m3u8", "--iv-mode", mode, "--encrypt-init"),
            // EXT-X-MEDIA-SEQUENCE is 7.
            Case(.packedAudio, "index.m3u8", "--iv-mode", mode),
        ]
    }

    @Test(arguments: modes)
    func `Every segment decrypts to the clear bytes`(of variation: Case) throws {
        let arguments = [
            "protect", variation.sample.path, "-o", workspace.path("out"), "--content-id", "movie-42",
            "--method", "aes-128",
        ]
        try workspace.start(arguments + variation.options).wait().succeeds()
        let key = try workspace.key(for: "skd://movie-42")
        let source = PlaylistText(
            try String(
                contentsOfFile: TestPaths.samples + "/\(variation.sample.folder)/\(variation.playlist)",
                encoding: .utf8
            )
        )
        let protected = try workspace.playlist("out/" + variation.playlist)
        try #require(protected.segments.count == source.segments.count)
        for (segment, clear) in zip(protected.segments, source.segments) {
            let iv = try #require(segment.iv)
            let ciphertext = try bytes(segment.uri, segment.range, variation, protected: true)
            let expected = try bytes(clear.uri, clear.range, variation, protected: false)
            #expect(ciphertext.count == (expected.count / 16 + 1) * 16)
            #expect(try OpenSSL.decrypt(ciphertext, key: key, iv: iv) == expected, "\(segment.uri)")
        }
        for (map, clear) in zip(protected.maps, source.maps) {
            let iv = try #require(map.key?.iv, "an encrypted init section needs an IV")
            let ciphertext = try bytes(map.uri, map.range, variation, protected: true)
            let expected = try bytes(clear.uri, clear.range, variation, protected: false)
            #expect(try OpenSSL.decrypt(ciphertext, key: key, iv: iv) == expected, "\(map.uri)")
        }
        #expect(protected.maps.count == source.maps.count)
    }

    /// Returns the bytes of a URI of the playlist, from the result or from the sample.
    private func bytes(
        _ uri: String,
        _ range: Range<Int>?,
        _ variation: Case,
        protected: Bool
    ) throws -> Data {
        let root = protected ? workspace.path("out") : TestPaths.samples + "/" + variation.sample.folder
        let playlist = URL(filePath: root + "/" + variation.playlist)
        let file = try Data(contentsOf: playlist.deletingLastPathComponent().appending(path: uri))
        guard let range else { return file }
        try #require(range.upperBound <= file.count)
        return Data(file[range])
    }

    @Test func `Each rotated key opens its own segments only`() throws {
        try workspace.protect(
            Sample.transportStream.path,
            "--rotate-every",
            "4",
            "--template",
            "content-id-track",
            "--key-per",
            "presentation"
        ).succeeds()
        let playlist = try workspace.playlist("out/video/720p/index.m3u8")
        let keys = try playlist.segments.map { try workspace.key(for: try #require($0.key?.uri)) }
        #expect(Set(keys).count == 3)
        for (index, segment) in playlist.segments.enumerated() {
            let ciphertext = try workspace.data("out/video/720p/" + segment.uri)
            let clear = FileManager.default.contents(
                atPath: TestPaths.samples + "/ts/video/720p/" + segment.uri
            )
            let iv = try #require(segment.iv)
            #expect(try OpenSSL.decrypt(ciphertext, key: keys[index], iv: iv) == clear)
            #expect(try OpenSSL.decrypt(ciphertext, key: keys[(index + 1) % 3], iv: iv) != clear)
        }
    }
}
