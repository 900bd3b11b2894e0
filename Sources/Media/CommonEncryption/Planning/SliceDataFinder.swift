import Bitstreams
import ElementaryStreams
import SampleEncryption
import TextFormats

/// Finds the slice data in the samples of an AVC or HEVC track, sample by sample in decoding order.
///
/// NAL units follow their lengths (ISO/IEC 14496-15, 5.3.2). Everything after a slice header is encrypted.
/// Parameter sets in samples apply to the NAL units after them.
struct SliceDataFinder: Sendable {
    private enum Role {
        case slice
        case parameterSet
        case other
        /// A slice data partition.
        case partition
    }

    /// The number of bytes of a NAL unit that are read first; few slice headers are longer.
    private static let firstReadSize = 64

    private let lengthSize: Int
    /// The slice header reader of the codec; the other one is nil.
    private var avc: AVCSliceHeaderReader?
    private var hevc: HEVCSliceHeaderReader?

    init(avc configuration: SampleCodec.NALUnitConfiguration) throws(ParseError) {
        lengthSize = configuration.lengthSize
        var reader = AVCSliceHeaderReader()
        for unit in configuration.parameterSets { try reader.store(parameterSet: unit[...], at: 0) }
        avc = reader
    }

    init(hevc configuration: SampleCodec.NALUnitConfiguration) throws(ParseError) {
        lengthSize = configuration.lengthSize
        var reader = HEVCSliceHeaderReader()
        for unit in configuration.parameterSets { try reader.store(parameterSet: unit[...], at: 0) }
        hevc = reader
    }

    /// Appends the slice data ranges of the next sample, in ascending order.
    ///
    /// - Throws: `SampleEncryptionError` if the sample cannot be parsed; and any error of reading.
    mutating func append(of sample: inout some SampleBytes, to ranges: inout [Range<Int>]) throws {
        var position = 0
        while position < sample.count {
            let peekedRange = position..<min(sample.count, position + lengthSize + Self.firstReadSize)
            let bytes = try sample.bytes(peekedRange)
            let offset = sample.offset + UInt64(position)
            let size = try Self.unitSize(
                bytes,
                lengthSize: lengthSize,
                at: offset,
                available: sample.count - position
            )
            let unit = position + lengthSize..<position + lengthSize + size
            let prefix = bytes.dropFirst(lengthSize).prefix(size)
            switch try role(of: prefix, at: offset + UInt64(lengthSize)) {
            case .slice:
                let clearCount = try clearSize(of: unit, startingWith: prefix, in: &sample)
                ranges.append(unit.lowerBound + clearCount..<unit.upperBound)
            case .parameterSet:
                let parameterSet = prefix.count == size ? prefix : try sample.bytes(unit)
                try storeParameterSet(parameterSet, at: offset + UInt64(lengthSize))
            case .other:
                break
            case .partition:
                throw SampleEncryptionError.unsupported(
                    offset: offset,
                    what: "slices of H.264 in data partitions (NAL unit types 2 to 4)",
                    remedy: "Encode it in a profile other than Extended"
                )
            }
            position = unit.upperBound
        }
    }

    /// Reads the length before a NAL unit in bytes, and throws if it is 0 or exceeds the sample.
    static func unitSize(
        _ bytes: ArraySlice<UInt8>,
        lengthSize: Int,
        at offset: UInt64,
        available: Int
    ) throws(SampleEncryptionError) -> Int {
        guard available > lengthSize else {
            throw .malformed(
                .invalid(
                    offset: offset,
                    field: "rest of the sample",
                    found: "of \(CountText.text(available, "byte")) after the last NAL unit",
                    expected: "a length of \(lengthSize) bytes and a NAL unit, or nothing"
                )
            )
        }
        let size = bytes.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
        guard size > 0, size <= available - lengthSize else {
            throw .malformed(
                .invalid(
                    offset: offset,
                    field: "NAL unit length",
                    found: "\(size)",
                    expected: "1 to \(available - lengthSize), the bytes left in the sample"
                )
            )
        }
        return size
    }

    private func role(
        of unit: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Role {
        let first = unit.first ?? 0
        if avc != nil {
            return switch first & 0x1F {
            case 1, 5: .slice
            case 2...4: .partition
            case 7, 8: .parameterSet
            default: .other
            }
        }
        guard let second = unit.dropFirst().first else {
            throw .malformed(
                .invalid(offset: offset, field: "NAL unit length", found: "1", expected: "at least 2")
            )
        }
        let layer = (first & 0x01) << 5 | second >> 3
        guard layer == 0 else { return .other }
        return switch first >> 1 & 0x3F {
        case 0...9, 16...21: .slice
        case 32...34: .parameterSet
        default: .other
        }
    }

    private mutating func storeParameterSet(
        _ unit: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) {
        try wrappingParseErrors { () throws(ParseError) in
            try avc?.store(parameterSet: unit, at: offset)
            try hevc?.store(parameterSet: unit, at: offset)
        }
    }

    /// Returns the number of clear bytes at the start of a slice, reading more and more of it until its
    /// header is complete.
    private func clearSize(
        of unit: Range<Int>,
        startingWith prefix: ArraySlice<UInt8>,
        in sample: inout some SampleBytes
    ) throws -> Int {
        let offset = sample.offset + UInt64(unit.lowerBound)
        if let size = try clearSize(prefix, at: offset, isWhole: prefix.count == unit.count) {
            return size
        }
        var readCount = prefix.count
        while true {
            readCount = min(unit.count, readCount * 4)
            let bytes = try sample.bytes(unit.prefix(readCount))
            if let size = try clearSize(bytes, at: offset, isWhole: readCount == unit.count) { return size }
        }
    }

    /// Returns the number of clear bytes at the start of a slice.
    ///
    /// Returns nil if the header does not end in `bytes`, which are not the whole slice.
    private func clearSize(
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64,
        isWhole: Bool
    ) throws(SampleEncryptionError) -> Int? {
        do throws(ParseError) {
            if let avc { return min(bytes.count, try avc.clearLength(ofSlice: bytes, at: offset)) }
            if let hevc { return min(bytes.count, try hevc.clearLength(ofSlice: bytes, at: offset)) }
            return nil
        } catch {
            if case .truncated = error, !isWhole { return nil }
            throw .malformed(error)
        }
    }
}
