import Bitstreams
import SampleEncryption

/// Finds the bytes to encrypt in the samples of one sample entry, sample by sample in decoding order.
struct ProtectedRangeFinder: Sendable {
    /// The size of the largest sample that is accepted, in bytes: decryption and comparison keep a sample in
    /// memory.
    static let sampleSizeLimit = 64 << 20

    /// Indicates whether whole samples are encrypted.
    let isWhole: Bool
    private var units: SliceDataFinder?
    private var av1: TileDataFinder?

    /// - Parameter codec: the codec of the sample entry.
    /// - Throws: `SampleEncryptionError` if its configuration cannot be parsed.
    init(_ codec: SampleCodec) throws(SampleEncryptionError) {
        isWhole = codec == .wholeSamples
        switch codec {
        case .avc(let configuration):
            units = try wrappingParseErrors { () throws(ParseError) in try SliceDataFinder(avc: configuration)
            }
        case .hevc(let configuration):
            units = try wrappingParseErrors { () throws(ParseError) in
                try SliceDataFinder(hevc: configuration)
            }
        case .av1(let configuration):
            av1 = try TileDataFinder(configuration: configuration)
        case .wholeSamples, .clear:
            break
        }
    }

    /// Appends the ranges to encrypt in the next sample, in ascending order; some may be empty.
    ///
    /// - Throws: `SampleEncryptionError` if the sample cannot be parsed; and any error of reading.
    mutating func append(of sample: inout some SampleBytes, to ranges: inout [Range<Int>]) throws {
        if isWhole {
            if sample.count > 0 { ranges.append(0..<sample.count) }
        } else {
            try units?.append(of: &sample, to: &ranges)
            try av1?.append(of: &sample, to: &ranges)
        }
    }
}
