import Bitstreams
import ElementaryStreams
import HLSPlaylists
import MediaProbing
import Mezzanines
import PlaylistLinting
import PresentationFixtures
import Testing

@testable import Packaging
@testable import Presentations

/// A generated presentation with access to its playlists and files.
struct GeneratedLadder {
    let presentation: GeneratedPresentation

    init(
        _ inputs: [PackagingInput],
        _ mezzanines: [Mezzanine],
        seconds: Int64 = 2,
        _ edit: (inout PackagingRequest) -> Void = { _ in }
    ) throws {
        var request = PackagingRequest(inputs: inputs, output: "out")
        request.segmentDuration = MediaTime(ticks: seconds, timescale: 1)
        request.jobs = 2
        edit(&request)
        presentation = try PresentationGenerator(request).generate(mezzanines)
    }

    /// Creates a presentation from all inputs without options.
    init(
        _ mezzanines: [Mezzanine],
        _ edit: (inout PackagingRequest) -> Void = { _ in }
    ) throws {
        try self.init(mezzanines.map { PackagingInput(path: $0.path) }, mezzanines, edit)
    }

    /// Returns the lines of a playlist.
    func lines(_ name: String = "main.m3u8") throws -> [String] {
        let bytes = try #require(presentation.playlists[TreePath(name)])
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Returns the lines of the multivariant playlist with a tag.
    func lines(of tag: String) throws -> [String] {
        try lines().filter { $0.hasPrefix("#EXT-X-" + tag + ":") }
    }

    func document(_ path: TreePath) throws -> PlaylistDocument {
        try PlaylistDocument(parsing: try #require(presentation.playlists[path]))
    }

    func playlist(_ name: String) throws -> MediaPlaylist { try MediaPlaylist(document(TreePath(name))) }

    /// Returns the bytes of a range of a file, or of the whole file.
    func bytes(_ uri: String, _ range: ByteRange?) throws -> [UInt8] {
        let source = try #require(presentation.media[TreePath(uri)])
        let reader = try source.makeReader()
        let (start, count) = range.map { ($0.offset, $0.length) } ?? (0, source.size)
        return try reader.bytes(Int(count), at: start)
    }

    /// Returns the lint findings of the playlists and their media.
    func findings() throws -> [String] {
        let multivariant = MultivariantPlaylist.reading(try document(presentation.entry))
        var media: [LintInput.Media] = []
        for path in presentation.playlists.keys.sorted() where path != presentation.entry {
            let reading = MediaPlaylist.reading(try document(path))
            let references =
                multivariant.playlist.variants.filter { $0.uri == path.description }.map(\.line)
                + multivariant.playlist.renditions.filter { $0.uri == path.description }.map(\.line)
                + multivariant.playlist.iFrameVariants.filter { $0.uri == path.description }.map(\.line)
            media.append(
                LintInput.Media(
                    name: path.description,
                    reading: reading,
                    references: references,
                    measurement: try measure(reading.playlist)
                )
            )
        }
        let subject = LintInput(
            name: presentation.entry.description,
            multivariant: multivariant,
            media: media
        )
        return PlaylistLinter.findings(subject).map {
            "\($0.playlist):\($0.line ?? 0): \($0.rule.id): \($0.message)"
        }
    }

    private func measure(_ playlist: MediaPlaylist) throws -> MediaMeasurement {
        var measurement = MediaMeasurement(segmentCount: playlist.segments.count)
        for (index, segment) in playlist.segments.enumerated() {
            let bytes = try bytes(segment.uri, segment.byteRange)
            measurement.segments[index].byteCount = UInt64(bytes.count)
            // The range of an I-frame ends within its `mdat` box.
            guard !playlist.isIFramesOnly else { continue }
            var probe = MediaProbe()
            if let index = segment.initializationSection {
                let section = playlist.initializationSections[index]
                let initialization = try self.bytes(section.uri, section.byteRange)
                try probe.consume(initialization.span)
            }
            try probe.consume(bytes.span)
            let content = try probe.finish()
            measurement.segments[index].startsWithKeyFrame = content.mainTrack?.startsWithKeyFrame
            switch content.kind {
            case .fragmentedMP4, .initializationSection: measurement.container = .fragmentedMP4
            case .transportStream: measurement.container = .transportStream
            case .packedAudio: measurement.container = .packedAudio
            default: measurement.container = .webVTT
            }
            for track in content.tracks {
                for codec in track.codecs where !measurement.codecs.contains(codec.name) {
                    measurement.codecs.append(codec.name)
                    measurement.codecAlternatives[codec.name] = codec.alternatives
                }
                if let size = track.pictureSize {
                    measurement.displayResolution = track.displaySize.map {
                        Resolution(width: UInt64($0.width), height: UInt64($0.height))
                    }
                    measurement.resolution = Resolution(
                        width: UInt64(size.width),
                        height: UInt64(size.height)
                    )
                }
            }
        }
        return measurement
    }
}
