import Bitstreams
import ElementaryStreams
import ProtectionTerms
import SampleEncryption

/// Finds the parameter sets in the samples of a sample entry that allows them.
struct InBandParameterSetFinder: Sendable {
    /// The size in bytes of the largest parameter set that a sample entry can hold: its length field has 16
    /// bits.
    private static let sizeLimit = 0xFFFF

    private let lengthSize: Int
    private let isAVC: Bool

    /// Returns nil for a sample entry that allows no parameter sets in samples.
    init?(_ entry: MovieTrackFormat.Entry) {
        guard let configuration = entry.configuration, configuration.isInBand else { return nil }
        lengthSize = configuration.lengthSize
        if case .avc = entry.codec { isAVC = true } else { isAVC = false }
    }

    /// Parses the type and number of a parameter set.
    func identity(
        of unit: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> ParameterSetIdentity {
        try wrappingParseErrors { () throws(ParseError) in
            isAVC
                ? try ParameterSetIdentity(avc: unit, at: offset)
                : try ParameterSetIdentity(hevc: unit, at: offset)
        }
    }

    /// Calls `body` with each parameter set in a sample.
    ///
    /// - Parameters:
    ///   - sample: the sample.
    ///   - body: called with the byte range in the sample, length field included, and with the NAL unit.
    /// - Throws: `SampleEncryptionError` if the sample is malformed, has a parameter set that sample entries
    ///   cannot hold, or has nothing but parameter sets; and any error of reading and of `body`.
    func forEach(
        in sample: inout some SampleBytes,
        _ body: (Range<Int>, ArraySlice<UInt8>) throws -> Void
    ) throws {
        var position = 0
        var remainingSize = sample.count
        while position < sample.count {
            let peekedRange = position..<min(sample.count, position + lengthSize + 2)
            let bytes = try sample.bytes(peekedRange)
            let offset = sample.offset + UInt64(position)
            let size = try SliceDataFinder.unitSize(
                bytes,
                lengthSize: lengthSize,
                at: offset,
                available: sample.count - position
            )
            let unit = position + lengthSize..<position + lengthSize + size
            if try isParameterSet(bytes.dropFirst(lengthSize), at: offset) {
                guard size <= Self.sizeLimit else {
                    throw Self.unsupportedError(at: offset, "a parameter set of \(size) bytes")
                }
                try body(position..<unit.upperBound, try sample.bytes(unit))
                remainingSize -= lengthSize + size
            }
            position = unit.upperBound
        }
        guard remainingSize > 0 || sample.count == 0 else {
            throw Self.unsupportedError(at: sample.offset, "nothing but parameter sets")
        }
    }

    private func isParameterSet(
        _ header: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        let first = header.first ?? 0
        if isAVC {
            switch first & 0x1F {
            case 7, 8: return true
            case 13:
                throw Self.unsupportedError(
                    at: offset,
                    "a sequence parameter set extension (NAL unit type 13)"
                )
            case 15:
                throw Self.unsupportedError(at: offset, "a subset sequence parameter set (NAL unit type 15)")
            default: return false
            }
        }
        guard (32...34).contains(first >> 1 & 0x3F) else { return false }
        let layer = (first & 0x01) << 5 | (header.dropFirst().first ?? 0) >> 3
        guard layer == 0 else { throw Self.unsupportedError(at: offset, "a parameter set of layer \(layer)") }
        return true
    }

    /// Returns the error for parameter sets that cannot be moved to a sample entry.
    static func unsupportedError(at offset: UInt64, _ what: String) -> SampleEncryptionError {
        .unsupported(
            offset: offset,
            what: what,
            remedy:
                "Package the media again with all parameter sets in the initialization section (ffmpeg: -c copy -tag:v avc1,"
                + " or hvc1), or use \(CommandOption.method) aes-128"
        )
    }
}
