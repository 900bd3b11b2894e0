package import Bitstreams

/// The header of an MPEG audio frame, for example MP3 (ISO/IEC 11172-3, 2.4.2.3 and ISO/IEC 13818-3,
/// 2.4.2.3).
package struct MPEGAudioHeader: Hashable, Sendable {
    /// The size, in bytes.
    static let size = 4

    /// The version of MPEG audio, which determines the sampling rates.
    package enum Version: UInt8, Hashable, Sendable {
        /// Quarter sampling rates, which are common although in no standard.
        case mpeg25 = 0
        /// Half sampling rates.
        case mpeg2 = 2
        /// 44.1, 48 and 32 kHz.
        case mpeg1 = 3
    }

    /// The version of MPEG audio.
    let version: Version
    /// The layer, 1 to 3; 3 is MP3.
    package let layer: Int
    /// The sampling rate, in Hz.
    package let samplingRate: Int
    /// The size of the whole frame in bytes, header included.
    package let frameSize: Int

    /// The number of samples of each channel in a frame.
    var sampleCount: Int {
        switch layer {
        case 1: 384
        case 3 where version != .mpeg1: 576
        default: 1152
        }
    }

    /// Indicates whether two bytes contain a syncword and a layer.
    static func startsFrame(_ first: UInt8, _ second: UInt8) -> Bool {
        first == 0xFF && second & 0xE0 == 0xE0 && second & 0x06 != 0
    }

    /// Parses a header.
    ///
    /// - Parameters:
    ///   - bytes: at least the first 4 bytes of the frame.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = BitReader(bytes, at: offset)
        guard try reader.bits(11) == 0x7FF else {
            throw .invalid(
                offset: offset,
                field: "bytes",
                found: "without syncword",
                expected: "0xFFE of MPEG audio"
            )
        }
        let versionCode = UInt8(try reader.bits(2))
        let layerCode = Int(try reader.bits(2))
        guard let version = Version(rawValue: versionCode), layerCode > 0 else {
            throw .invalid(
                offset: offset + 1,
                field: "MPEG audio header",
                found: "with version \(versionCode) and layer \(layerCode)",
                expected: "a version other than 1 and a layer other than 0, which are reserved"
            )
        }
        try reader.skip(1)
        let bitRateIndex = Int(try reader.bits(4))
        let samplingRateIndex = Int(try reader.bits(2))
        guard (1...14).contains(bitRateIndex), samplingRateIndex < 3 else {
            throw .invalid(
                offset: offset + 2,
                field: "bitrate_index and sampling_frequency",
                found: "\(bitRateIndex) and \(samplingRateIndex)",
                expected: "1 to 14 and at most 2"
            )
        }
        let padding = Int(try reader.bits(1))
        self.version = version
        layer = 4 - layerCode
        samplingRate = Self.samplingRate(version, index: samplingRateIndex)
        let bitRate = Self.bitRate(version, layer: layer, index: bitRateIndex)
        frameSize = Self.frameSize(
            version,
            layer,
            bitRate: bitRate,
            samplingRate: samplingRate,
            padding: padding
        )
    }

    private static func samplingRate(_ version: Version, index: Int) -> Int {
        let rate = [44_100, 48_000, 32_000][index]
        return switch version {
        case .mpeg1: rate
        case .mpeg2: rate / 2
        case .mpeg25: rate / 4
        }
    }

    /// Returns the bit rate, in bits per second.
    private static func bitRate(_ version: Version, layer: Int, index: Int) -> Int {
        let kilobits =
            switch (version, layer) {
            case (.mpeg1, 1): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
            case (.mpeg1, 2): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
            case (.mpeg1, _): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            case (_, 1): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
            default: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
            }
        return kilobits[index - 1] * 1000
    }

    private static func frameSize(
        _ version: Version,
        _ layer: Int,
        bitRate: Int,
        samplingRate: Int,
        padding: Int
    ) -> Int {
        switch layer {
        case 1: (12 * bitRate / samplingRate + padding) * 4
        case 3 where version != .mpeg1: 72 * bitRate / samplingRate + padding
        default: 144 * bitRate / samplingRate + padding
        }
    }
}
