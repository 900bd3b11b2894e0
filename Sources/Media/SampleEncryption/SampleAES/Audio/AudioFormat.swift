import ElementaryStreams

/// What all frames of an audio stream have in common, as far as setup information says it.
///
/// Frames of one format can share one setup information, although what is taken of the first frame of each segment
/// differs: AC-3 has a checksum there and E-AC-3 a measured rate, and whether AAC has SBR shows only where it sounds.
package struct AudioFormat: Hashable, Sendable {
    /// The codec of the frames.
    package let codec: SampleAESCodec
    /// The fields that do not change from frame to frame.
    private let fields: [UInt8]

    /// The format of the frames that `setup` was made of.
    package init(_ setup: AudioSetupInformation) {
        codec = setup.audioType.codec
        fields =
            switch setup.audioType {
            case .zaac: setup.setupData
            case .zach, .zacp: Self.core(setup.setupData)
            case .zac3: Self.syncFrame(setup.setupData)
            case .zec3: Self.withoutRate(setup.setupData)
            }
    }

    /// The configuration before the extensions, which begin with syncExtensionType 0x2B7 and the object type of SBR, five
    /// bits, in whole bytes (ISO/IEC 14496-3, 1.6.2.1).
    private static func core(_ data: [UInt8]) -> [UInt8] {
        let place = data.indices.dropLast().last { data[$0] == 0x56 && data[$0 + 1] == 0xE5 }
        return Array(data.prefix(place ?? data.count))
    }

    /// fscod, the bit rate of frmsizecod, bsid, bsmod, acmod and lfeon (ETSI TS 102 366, 4.3).
    ///
    /// At 44.1 kHz frmsizecod is odd or even by turns.
    private static func syncFrame(_ data: [UInt8]) -> [UInt8] {
        guard let frame = try? AC3SyncFrame(data[...], at: 0),
            let information = try? DolbyBitStreamInformation(data[...], at: 0)
        else { return data }
        return [
            frame.samplingRateCode, frame.frameSizeCode / 2, frame.bitstreamID,
            information.bitstreamMode, information.codingMode, information.hasLowFrequencyChannel ? 1 : 0,
        ]
    }

    /// The content of `dec3` without data_rate, its first 13 bits (ETSI TS 102 366, F.6).
    private static func withoutRate(_ data: [UInt8]) -> [UInt8] {
        guard data.count > 2 else { return data }
        return [data[1] & 0x07] + data[2...]
    }
}
