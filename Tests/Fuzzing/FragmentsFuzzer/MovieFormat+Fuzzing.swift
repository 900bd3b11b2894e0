import Bitstreams
import Ciphers
import CommonEncryption
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption

let keyID = [UInt8](100..<116)

let key: SampleAESKey? = {
    guard let key = try? ContentKey(copying: [UInt8](0..<16)) else { return nil }
    return SampleAESKey(key: key, iv: InitializationVector(mediaSequence: 7))
}()

/// A movie with tracks 1 to 4: AVC, audio, text, AV1.
let movie: MovieFormat? = {
    // Baseline profile, 320 by 240, CAVLC, one slice group.
    let sets: [[UInt8]] = [
        [0x67, 0x42, 0xC0, 0x1E, 0xDA, 0x05, 0x07, 0xE7],
        [0x68, 0xCE, 0x38, 0x80],
    ]
    let avc = SampleCodec.NALUnitConfiguration(lengthSize: 4, parameterSets: sets)
    let tracks: [(FourCharacterCode, FourCharacterCode, SampleCodec)] = [
        ("vide", "avc1", .avc(avc)),
        ("soun", "mp4a", .wholeSamples),
        ("text", "wvtt", .clear),
        ("vide", "av01", .av1(configuration: [])),
    ]
    let formats = tracks.enumerated().compactMap { index, track in
        defaults(UInt8(index + 1)).map { defaults in
            MovieTrackFormat(
                trackID: UInt32(index + 1),
                handlerType: track.0,
                entries: [MovieTrackFormat.Entry(format: track.1, codec: track.2)],
                defaults: defaults
            )
        }
    }
    return MovieFormat(tracks: formats)
}()

/// Returns the `trex` of a track, with a default sample size of 20 bytes.
private func defaults(_ track: UInt8) -> TrackExtendsBox? {
    let body: [UInt8] =
        [0, 0, 0, 0, 0, 0, 0, track] + [0, 0, 0, 1] + [0, 0, 4, 0] + [0, 0, 0, 20] + [0, 0, 0, 0]
    return try? TrackExtendsBox(Box(type: "trex", offset: 0, bodyOffset: 8, body: body[...]))
}

/// Returns the movie with encrypted sample entries, followed by the clear ones.
func protected(_ movie: MovieFormat, _ scheme: ProtectionScheme) -> MovieFormat {
    var movie = movie
    for index in movie.tracks.indices {
        let clear = movie.tracks[index].entries
        guard clear.contains(where: { $0.codec != .clear }) else { continue }
        movie.tracks[index].entries =
            clear.map { entry in
                let isPatterned = scheme == .cbcs && entry.codec != .wholeSamples
                let encryption = TrackEncryption(
                    encryptedBlocks: isPatterned ? 1 : 0,
                    skippedBlocks: isPatterned ? 9 : 0,
                    perSampleIVSize: scheme == .cenc ? 8 : 0,
                    keyID: keyID,
                    constantIV: scheme == .cbcs ? key?.iv.bytes : nil
                )
                var entry = entry
                entry.encryption = MovieTrackFormat.Encryption(scheme: scheme, trackEncryption: encryption)
                return entry
            } + clear
    }
    return movie
}

extension MovieFormat {
    /// Returns the movie with AVC sample entries that allow parameter sets in samples (`avc3`) or do not
    /// (`avc1`).
    func withParameterSets(inBand: Bool) -> MovieFormat {
        var movie = self
        for track in movie.tracks.indices {
            for entry in movie.tracks[track].entries.indices {
                guard case .avc(var configuration) = movie.tracks[track].entries[entry].codec else {
                    continue
                }
                configuration.isInBand = inBand
                movie.tracks[track].entries[entry].codec = .avc(configuration)
                movie.tracks[track].entries[entry].format = inBand ? "avc3" : "avc1"
            }
        }
        return movie
    }
}
