import Foundation
import HLSPlaylists
import PlaylistLinting
import RepositoryFiles
import Testing

/// The playlists of `SampleMedia`, which have no findings, and the seeds of the fuzz target, which may.
@Suite struct LintSampleTests {
    private static let root = Repository.root

    @Test(arguments: ["fmp4", "fmp4-byterange", "ts", "ts-byterange"])
    func findsNothingInSamples(name: String) throws {
        let folder = Self.root.appending(path: "SampleMedia/" + name)
        let main = MultivariantPlaylist.reading(
            try Self.document(folder.appending(path: "multivariant.m3u8"))
        )
        let uris =
            main.playlist.variants.map { ($0.uri, $0.line) }
            + main.playlist.iFrameVariants.map { ($0.uri, $0.line) }
            + main.playlist.renditions.compactMap { rendition in rendition.uri.map { ($0, rendition.line) } }
        let media = try Dictionary(grouping: uris, by: \.0).map { uri, references in
            let file = folder.appending(path: uri)
            let reading = MediaPlaylist.reading(try Self.document(file))
            return LintInput.Media(
                name: uri,
                reading: reading,
                references: references.map(\.1),
                measurement: try Self.sizes(of: reading.playlist, beside: file)
            )
        }
        let findings = PlaylistLinter.findings(LintInput(name: "main", multivariant: main, media: media))
        #expect(findings.isEmpty, "\(findings)")
        #expect(!media.isEmpty)
    }

    @Test func lintsWhateverParses() throws {
        let corpus = Self.root.appending(path: "Tests/Fuzzing/HLSPlaylistsFuzzer/Corpus")
        let files = try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            guard let document = try? Self.document(file) else { continue }
            let media = LintInput.Media(
                name: "m",
                reading: MediaPlaylist.reading(document),
                references: [1, 2, 99]
            )
            let main = MultivariantPlaylist.reading(document)
            let findings = PlaylistLinter.findings(
                LintInput(name: "x", multivariant: main, media: [media, media])
            )
            for finding in findings {
                #expect((finding.line ?? 1) >= 1 && (finding.line ?? 1) <= document.lines.count)
            }
        }
    }

    /// Returns the sizes of the segments, from which the bandwidths of the samples were computed.
    private static func sizes(of playlist: MediaPlaylist, beside file: URL) throws -> MediaMeasurement {
        var measurement = MediaMeasurement(segmentCount: playlist.segments.count)
        for (index, segment) in playlist.segments.enumerated() {
            let media = file.deletingLastPathComponent().appending(path: segment.uri)
            let size = try FileManager.default.attributesOfItem(atPath: media.path)[.size] as? UInt64
            measurement.segments[index].byteCount = segment.byteRange?.length ?? size
        }
        return measurement
    }

    private static func document(_ file: URL) throws -> PlaylistDocument {
        try PlaylistDocument(parsing: Array(try Data(contentsOf: file)))
    }
}
