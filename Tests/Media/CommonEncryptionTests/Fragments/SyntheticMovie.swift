import Bitstreams
import Ciphers
import CommonEncryption
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption

/// The initialization section of synthetic fragments: track 1 is AVC, track 2 audio, track 3 text.
enum SyntheticMovie {
    static let keyID = [UInt8](0xE0..<0xF0)
    static let iv = [UInt8](0x90..<0xA0)

    static func key() throws -> SampleAESKey {
        SampleAESKey(
            key: try ContentKey(copying: [UInt8](1...16)),
            iv: try InitializationVector(bytes: iv)
        )
    }

    static func fragmentKey(_ scheme: ProtectionScheme, isGrouped: Bool = false) throws -> FragmentKey {
        let key = try key()
        return FragmentKey(
            scheme: scheme,
            key: key.key,
            keyID: keyID,
            iv: key.iv,
            usesSampleGroups: isGrouped
        )
    }

    static func clear(lengthSize: Int = 4, isInBand: Bool = false) throws -> MovieFormat {
        let avc = SampleCodec.avc(
            SampleCodec.NALUnitConfiguration(
                lengthSize: lengthSize,
                parameterSets: [AVCSliceBuilder.sequenceParameterSet, AVCSliceBuilder.pictureParameterSet],
                isInBand: isInBand
            )
        )
        return MovieFormat(tracks: [
            try track(1, "vide", "avc1", avc),
            try track(2, "soun", "mp4a", .wholeSamples),
            try track(3, "text", "wvtt", .clear),
        ])
    }

    /// Returns the movie with encryption; `keepsClearEntries` keeps the clear entries too, for a clear lead.
    static func protected(
        _ movie: MovieFormat,
        _ scheme: ProtectionScheme,
        isGrouped: Bool = false,
        keepsClearEntries: Bool = false
    ) -> MovieFormat {
        var movie = movie
        for index in movie.tracks.indices {
            let clear = movie.tracks[index].entries
            guard clear.contains(where: { $0.codec != .clear }) else { continue }
            movie.tracks[index].entries = clear.map { entry in
                var entry = entry
                let isPatterned = scheme == .cbcs && entry.codec != .wholeSamples
                entry.encryption = MovieTrackFormat.Encryption(
                    scheme: scheme,
                    trackEncryption: TrackEncryption(
                        encryptedBlocks: isPatterned ? 1 : 0,
                        skippedBlocks: isPatterned ? 9 : 0,
                        perSampleIVSize: scheme == .cenc ? 8 : 0,
                        keyID: isGrouped ? [UInt8](repeating: 1, count: 16) : keyID,
                        constantIV: scheme == .cbcs
                            ? (isGrouped ? [UInt8](repeating: 0, count: 16) : iv) : nil
                    )
                )
                return entry
            }
            if keepsClearEntries { movie.tracks[index].entries += clear }
        }
        return movie
    }

    private static func track(
        _ id: UInt32,
        _ handler: FourCharacterCode,
        _ format: FourCharacterCode,
        _ codec: SampleCodec
    ) throws -> MovieTrackFormat {
        let fields =
            FragmentBytes.number(0, 4) + FragmentBytes.number(Int(id), 4) + FragmentBytes.number(1, 4)
            + FragmentBytes.number(1024, 4) + FragmentBytes.number(99, 4) + FragmentBytes.number(0, 4)
        var reader = ByteReader(FragmentBytes.box("trex", fields)[...])
        return MovieTrackFormat(
            trackID: id,
            handlerType: handler,
            entries: [MovieTrackFormat.Entry(format: format, codec: codec)],
            defaults: try TrackExtendsBox(try Box(&reader))
        )
    }
}
