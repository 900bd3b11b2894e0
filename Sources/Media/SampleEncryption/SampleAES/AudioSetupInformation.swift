package import Bitstreams

/// What a decoder needs to know before the first protected audio frame.
///
/// It stands behind 'apad' in the registration descriptor of the program map, and in the
/// `com.apple.streaming.audioDescription` frame of packed audio.
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Audio Setup.
package struct AudioSetupInformation: Hashable, Sendable {
    /// audio_type.
    package enum AudioType: String, CaseIterable, Hashable, Sendable {
        /// AAC LC.
        case zaac
        /// HE-AAC: AAC with SBR.
        case zach
        /// HE-AAC v2: AAC with SBR and PS.
        case zacp
        /// AC-3.
        case zac3
        /// E-AC-3.
        case zec3

        /// The codec of the frames.
        package var codec: SampleAESCodec {
            switch self {
            case .zaac, .zach, .zacp: .aac
            case .zac3: .ac3
            case .zec3: .eac3
            }
        }
    }

    /// The version that is written.
    private static let version: UInt8 = 1

    /// What the frames are.
    package let audioType: AudioType
    /// Samples of priming; 0 when that is not known.
    package let priming: UInt16
    /// AudioSpecificConfig of AAC; the first 10 bytes of an AC-3 syncframe; the content of `dec3` for E-AC-3.
    ///
    /// At most 239 bytes, which is what a registration descriptor holds beside the rest.
    package let setupData: [UInt8]

    /// - Precondition: `setupData` has at most 239 bytes.
    package init(audioType: AudioType, priming: UInt16 = 0, setupData: [UInt8]) {
        precondition(setupData.count <= 239)
        self.audioType = audioType
        self.priming = priming
        self.setupData = setupData
    }

    /// The information as it is written: type, priming, version, length, data.
    package var bytes: [UInt8] {
        Array(audioType.rawValue.utf8) + [
            UInt8(priming >> 8), UInt8(truncatingIfNeeded: priming), Self.version,
        ]
            + [UInt8(setupData.count)] + setupData
    }

    /// Reads the information; all of `bytes` have to be used.
    ///
    /// - Parameters:
    ///   - bytes: the information.
    ///   - offset: where it stands in the stream.
    /// - Throws: `ParseError` where bytes are missing or a field has an excluded value.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = ByteReader(bytes, at: offset)
        let name = String(decoding: try reader.take(4), as: UTF8.self)
        guard let audioType = AudioType(rawValue: name) else {
            throw .invalid(
                offset: offset,
                field: "audio_type",
                found: "of another kind",
                expected: AudioType.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        self.audioType = audioType
        priming = try reader.uint16()
        let version = try reader.uint8()
        guard version == Self.version else {
            throw .invalid(offset: offset + 6, field: "version", found: "\(version)", expected: "1")
        }
        let count = try reader.uint8()
        guard Int(count) == reader.count, count <= 239 else {
            throw .invalid(
                offset: offset + 7,
                field: "setup_data_length",
                found: "\(count)",
                expected: "\(reader.count), the bytes that follow"
            )
        }
        setupData = Array(reader.rest)
    }
}
