import Bitstreams
import ElementaryStreams

/// A converter of samples to access units of a byte stream, in place as far as possible.
enum AccessUnitConverter {
    /// Converts a sample.
    ///
    /// Lengths of four bytes are overwritten with start codes in place. Only the bytes before the last
    /// dropped NAL unit are moved, to the end of `front`. Samples with shorter lengths are copied to `front`.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that contain the sample; its lengths are overwritten.
    ///   - range: the range of the sample in `bytes`.
    ///   - format: the format of its NAL units.
    ///   - isSync: true for a sync sample.
    ///   - location: the path of the input and the offset of the sample in it, for errors.
    ///   - front: receives the first bytes of the access unit, including the lead.
    /// - Returns: the range in `bytes` of the rest of the access unit.
    /// - Throws: `ByteSourceError` if NAL units extend beyond the sample.
    static func convert(
        _ bytes: inout [UInt8],
        _ range: Range<Int>,
        _ format: AVCByteStreamFormat,
        isSync: Bool,
        location: (path: String, offset: UInt64),
        into front: inout [UInt8]
    ) throws(ByteSourceError) -> Range<Int> {
        let ownSets = isSync && format.isInBand ? try parameterSets(bytes, range, format, location) : []
        front.append(contentsOf: format.lead(isSync: isSync, without: ownSets))
        let isInPlace = format.lengthSize == AVCByteStreamFormat.startCodeSize
        var restStart = range.lowerBound
        var position = range.lowerBound
        while position < range.upperBound {
            let unit = try self.unit(at: position, bytes, range, format, location)
            var treatment = format.treatment(
                header: unit.isEmpty ? 0 : bytes[unit.lowerBound],
                size: unit.count,
                isSync: isSync
            )
            if treatment == .droppedIfRepeated {
                treatment = format.isInConfiguration(bytes.span.extracting(unit)) ? .dropped : .kept
            }
            switch (isInPlace, treatment) {
            case (true, .dropped):
                front.append(bytes, restStart..<position)
                restStart = unit.upperBound
            case (true, _):
                bytes[position] = 0
                bytes[position + 1] = 0
                bytes[position + 2] = 0
                bytes[position + 3] = 1
            case (false, .dropped):
                break
            case (false, _):
                front.append(0)
                front.append(0)
                front.append(0)
                front.append(1)
                front.append(bytes, unit)
            }
            position = unit.upperBound
        }
        return isInPlace ? restStart..<range.upperBound : range.upperBound..<range.upperBound
    }

    /// Returns the range of the NAL unit whose length is at a position.
    private static func unit(
        at position: Int,
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ format: AVCByteStreamFormat,
        _ location: (path: String, offset: UInt64)
    ) throws(ByteSourceError) -> Range<Int> {
        let size = try NALUnitLength.read(
            format.lengthSize,
            available: range.upperBound - position,
            at: location.offset &+ UInt64(position - range.lowerBound),
            path: location.path
        ) { bytes[position + $0] }
        let start = position + format.lengthSize
        return start..<start + size
    }

    /// Returns the parameter sets in a sample.
    private static func parameterSets(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ format: AVCByteStreamFormat,
        _ location: (path: String, offset: UInt64)
    ) throws(ByteSourceError) -> [ParameterSetIdentity] {
        var sets: [ParameterSetIdentity] = []
        var position = range.lowerBound
        while position < range.upperBound {
            let unit = try self.unit(at: position, bytes, range, format, location)
            let header = unit.isEmpty ? 0 : bytes[unit.lowerBound]
            if format.treatment(header: header, size: unit.count, isSync: true) == .keptAsOwn,
                let set = AVCByteStreamFormat.identity(bytes[unit.prefix(AVCByteStreamFormat.identitySize)])
            {
                sets.append(set)
            }
            position = unit.upperBound
        }
        return sets
    }
}

extension [UInt8] {
    /// Appends a range of another array, without a slice that would retain its storage.
    mutating func append(_ source: [UInt8], _ range: Range<Int>) {
        unsafe source.withUnsafeBufferPointer { buffer in
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: buffer[range]))
        }
    }
}
