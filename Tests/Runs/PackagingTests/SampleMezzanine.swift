import Bitstreams
import ISOBaseMedia
import Mezzanines
import PresentationFixtures
import Testing

@testable import Packaging

/// Mezzanines of SampleMedia, and others built from their tracks.
enum SampleMezzanine {
    static func read(_ name: String) throws -> Mezzanine {
        try Mezzanine.read(path: name, InMemoryByteSource(SampleFile.bytes("mezzanines/" + name)))
    }

    static func track(_ name: String, _ content: SourceTrack.Content) throws -> SourceTrack {
        let tracks = try read(name).tracks
        return try #require(tracks.first { $0.content == content })
    }

    /// Returns a mezzanine of these tracks.
    static func make(_ path: String, _ tracks: [SourceTrack], start: Int64? = nil) -> Mezzanine {
        Mezzanine(path: path, kind: .movie, timelineStart: start, tracks: tracks)
    }

    /// Returns cues of one second each, every two seconds.
    static func subtitles(_ path: String, seconds: Int = 4) -> Mezzanine {
        let cues = stride(from: 0, to: seconds - 1, by: 2).map {
            "00:00:0\($0).000 --> 00:00:0\($0 + 1).000\nCue \($0)\n\n"
        }
        return Mezzanine(path: path, kind: .webVTT, text: Array(("WEBVTT\n\n" + cues.joined()).utf8))
    }
}

extension SourceTrack {
    /// Returns a copy of the track with the given changes.
    func with(
        path: String? = nil,
        identifier: UInt32? = nil,
        language: String? = nil,
        timescale: UInt32? = nil,
        shift: Int64? = nil,
        samples: SampleIndex? = nil,
        bytes: (any ByteSource)? = nil,
        format: TrackFormat? = nil
    ) -> SourceTrack {
        SourceTrack(
            path: path ?? self.path,
            identifier: identifier ?? self.identifier,
            content: content,
            format: format ?? self.format,
            timescale: timescale ?? self.timescale,
            language: language ?? self.language,
            presentationShift: shift ?? presentationShift,
            presentationEnd: presentationEnd,
            samples: samples ?? self.samples,
            bytes: bytes ?? self.bytes
        )
    }
}

extension TrackFormat {
    /// Returns a copy of the format with another picture or audio description and an edited sample entry.
    func with(
        codec: Codec? = nil,
        picture: Picture? = nil,
        sound: Sound? = nil,
        _ edit: (inout BoxNode) -> Void = { _ in }
    ) -> TrackFormat {
        var entry = sampleEntry
        edit(&entry)
        return TrackFormat(
            codec: codec ?? self.codec,
            sampleEntry: entry,
            codedSize: picture ?? self.codedSize,
            audio: sound ?? self.audio
        )
    }
}

extension PackagingInput {
    /// Creates an input with edited options.
    init(_ path: String, _ edit: (inout PackagingInput) -> Void = { _ in }) {
        self.init(path: path)
        edit(&self)
    }
}
