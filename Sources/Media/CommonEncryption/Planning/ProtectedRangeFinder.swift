import Bitstreams
import SampleEncryption

/// Finds the bytes of the samples of one sample entry that are encrypted, sample by sample in decoding order.
struct ProtectedRangeFinder: Sendable {
    /// Bytes of the largest sample that is taken: who decrypts and compares keeps one in memory.
    static let sampleSizeLimit = 64 << 20

    /// Whether samples are encrypted as a whole.
    let isWhole: Bool
    private var units: NALUnitRanges?
    private var av1: AV1ProtectedRanges?

    /// - Parameter codec: the codec of the sample entry.
    /// - Throws: `SampleEncryptionError` where its configuration cannot be parsed.
    init(_ codec: SampleCodec) throws(SampleEncryptionError) {
        isWhole = codec == .wholeSamples
        switch codec {
        case .avc(let configuration):
            units = try parsing { () throws(ParseError) in try NALUnitRanges(avc: configuration) }
        case .hevc(let configuration):
            units = try parsing { () throws(ParseError) in try NALUnitRanges(hevc: configuration) }
        case .av1(let configuration):
            av1 = try AV1ProtectedRanges(configuration: configuration)
        case .wholeSamples, .clear:
            break
        }
    }

    /// Appends the ranges of the next sample that are encrypted, in ascending order; some may be empty.
    ///
    /// - Throws: `SampleEncryptionError` for what cannot be parsed, and what reading throws.
    mutating func append(of sample: inout some SampleBytes, to ranges: inout [Range<Int>]) throws {
        if isWhole {
            if sample.count > 0 { ranges.append(0..<sample.count) }
        } else {
            try units?.append(of: &sample, to: &ranges)
            try av1?.append(of: &sample, to: &ranges)
        }
    }
}
