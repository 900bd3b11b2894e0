import Bitstreams
import ISOBaseMedia
import Mezzanines
import Muxing

/// Tracks written by hand.
enum SampleTracks {
    /// `avc1` of 640 x 360 with High profile, level 3.1, pixel aspect ratio 4:3, no parameter sets.
    static let avc = BoxNode(
        "avc1",
        fields: [0, 0, 0, 0, 0, 0, 0, 7] + [UInt8](repeating: 0, count: 16) + [0x02, 0x80, 0x01, 0x68]
            + [UInt8](repeating: 0, count: 50),
        children: [
            BoxNode("avcC", fields: [1, 0x64, 0x00, 0x1F, 0xFF, 0xE0, 0x00, 0xFC, 0xF8, 0xF8, 0x00]),
            BoxNode("pasp", fields: [0, 0, 0, 4, 0, 0, 0, 3]),
        ]
    )

    /// Returns `mp4a` of 48 kHz stereo with this AudioSpecificConfig.
    static func aac(_ configuration: [UInt8] = [0x11, 0x90]) -> BoxNode {
        let specific = [5, UInt8(configuration.count)] + configuration
        let decoder: [UInt8] = [0x40, 0x15] + [UInt8](repeating: 0, count: 11) + specific
        let stream = [0, 0, 0, 4, UInt8(decoder.count)] + decoder
        return BoxNode(
            "mp4a",
            fields: [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
                + [0, 2, 0, 16, 0, 0, 0, 0, 0xBB, 0x80, 0, 0],
            children: [BoxNode("esds", fields: [0, 0, 0, 0, 3, UInt8(stream.count)] + stream)]
        )
    }

    static let video = TrackFormat(
        codec: .avc,
        sampleEntry: avc,
        codedSize: TrackFormat.Picture(width: 640, height: 360),
        audio: nil
    )

    static let audio = sound(.aac, aac())

    static func sound(_ codec: TrackFormat.Codec, _ entry: BoxNode) -> TrackFormat {
        TrackFormat(
            codec: codec,
            sampleEntry: entry,
            codedSize: nil,
            audio: TrackFormat.Sound(samplingRate: 48_000, channelCount: 2, objectCount: nil)
        )
    }

    /// Returns a segmented track; `shift` is added to composition times to get presentation times.
    static func segments(
        _ format: TrackFormat,
        _ samples: [MovieSample],
        _ bytes: any ByteSource,
        cuts: [TrackSegments.Segment],
        shift: Int64 = 0,
        timescale: UInt32 = 1000,
        language: String? = "eng"
    ) -> TrackSegments {
        var index = SampleIndex()
        for sample in samples { index.append(sample) }
        let track = SourceTrack(
            path: "in.mp4",
            identifier: 3,
            content: format.codedSize == nil ? .audio : .video,
            format: format,
            timescale: timescale,
            language: language,
            presentationShift: shift + 77,
            presentationEnd: nil,
            samples: index,
            bytes: bytes
        )
        return TrackSegments(timedTrack: TimedTrack(track: track, origin: 77), segments: cuts)
    }

    /// Returns consecutive samples of equal duration, 10 bytes each, with these composition offsets.
    static func samples(
        _ offsets: [Int32],
        duration: UInt32 = 10,
        syncEvery: Int = 1,
        decodeTime: UInt64 = 0
    ) -> [MovieSample] {
        offsets.enumerated().map { index, offset in
            MovieSample(
                decodeTime: decodeTime + UInt64(index) * UInt64(duration),
                duration: duration,
                compositionOffset: offset,
                offset: UInt64(index * 10),
                size: 10,
                isSync: index % syncEvery == 0,
                descriptionIndex: 1
            )
        }
    }
}

extension FragmentedMP4Muxer {
    /// Returns the rendition of all segments.
    func wholeRendition() throws -> GeneratedRendition {
        try rendition(of: try (0..<segmentCount).map { try draft($0) })
    }
}

extension ByteSource {
    /// Returns all bytes, read in pieces of `step` bytes.
    func contents(by step: Int = 1 << 18) throws -> [UInt8] {
        let reader = try makeReader()
        var bytes: [UInt8] = []
        while true {
            let piece = try reader.bytes(step, at: UInt64(bytes.count))
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }
}

extension GeneratedRendition {
    /// Returns the concatenation of all files.
    func joined() throws -> [UInt8] { try files.flatMap { try $0.bytes.contents() } }
}

/// The contents of generated files as `MovieReader` reads them.
struct ReadBack {
    let movie: Movie
    let fragments: [MovieReader.Fragment]
    let samples: [MovieSample]

    init(_ bytes: [UInt8]) throws {
        func read(_ offset: UInt64, _ count: Int) -> [UInt8] {
            Array(bytes[Int(offset)..<Int(offset) + count])
        }
        var reader = try MovieReader(fileSize: UInt64(bytes.count), read: read)
        movie = reader.movie
        var fragments: [MovieReader.Fragment] = []
        var samples: [MovieSample] = []
        while let fragment = try reader.nextFragment(read: read) {
            fragments.append(fragment)
            for track in fragment.tracks {
                var iterator = track.samples
                while let sample = try iterator.next() { samples.append(sample) }
            }
        }
        self.fragments = fragments
        self.samples = samples
    }

    /// The media_time of the only edit, or 0 without an edit list.
    var editMediaTime: Int64 {
        Int64(movie.tracks[0].editList?.edits[0].mediaTime ?? 0)
    }
}
