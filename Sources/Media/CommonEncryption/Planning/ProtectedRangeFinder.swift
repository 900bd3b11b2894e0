import Bitstreams
import SampleEncryption

/// Finds the bytes to encrypt in the samples of one sample entry, sample by sample in decoding order.
struct ProtectedRangeFinder: Sendable {
    /// The size of the largest sample that is accepted, in bytes: decryption and comparison keep a sample in
    /// memory.
    static let sampleSizeLimit = 64 << 20

    /// Indicates whether whole samples are encrypted.
    let encryptsWholeSamples: Bool
    private var sliceDataFinder: SliceDataFinder?
    private var tileDataFinder: TileDataFinder?

    /// - Parameter codec: the codec of the sample entry.
    /// - Throws: `SampleEncryptionError` if its configuration cannot be parsed.
    init(_ codec: SampleCodec) throws(SampleEncryptionError) {
        encryptsWholeSamples = codec == .wholeSamples
        switch codec {
        case .avc(let configuration):
            sliceDataFinder = try wrappingParseErrors { () throws(ParseError) in
                try SliceDataFinder(avc: configuration)
            }
        case .hevc(let configuration):
            sliceDataFinder = try wrappingParseErrors { () throws(ParseError) in
                try SliceDataFinder(hevc: configuration)
            }
        case .av1(let configuration):
            tileDataFinder = try TileDataFinder(configuration: configuration)
        case .wholeSamples, .clear:
            break
        }
    }

    /// Appends the ranges to encrypt in the next sample, in ascending order; some may be empty.
    ///
    /// - Throws: `SampleEncryptionError` if the sample cannot be parsed; and any error of reading.
    mutating func append(of sample: inout some SampleBytes, to ranges: inout [Range<Int>]) throws {
        if encryptsWholeSamples {
            if sample.count > 0 { ranges.append(0..<sample.count) }
        } else {
            try sliceDataFinder?.append(of: &sample, to: &ranges)
            try tileDataFinder?.append(of: &sample, to: &ranges)
        }
    }
}
