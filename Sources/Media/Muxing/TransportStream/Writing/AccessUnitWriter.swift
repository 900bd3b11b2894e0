import Bitstreams
import ElementaryStreams

/// Makes access units of a byte stream of samples, in place as far as it goes.
enum AccessUnitWriter {
    /// Converts a sample.
    ///
    /// Where lengths have four bytes, start codes take their place, and nothing moves but what stands in front of the last
    /// unit that is dropped: that goes behind the lead.
    ///
    /// - Parameters:
    ///   - bytes: holds the sample; its lengths are overwritten.
    ///   - range: where the sample is.
    ///   - format: how its NAL units are packed.
    ///   - isSync: whether it is a sync sample.
    ///   - place: the input, and where the sample is in it, for failures.
    ///   - front: gets what comes first of the access unit, the lead included.
    /// - Returns: where the rest is in `bytes`.
    /// - Throws: `ByteSourceFailure` where lengths do not fit into the sample.
    static func convert(
        _ bytes: inout [UInt8],
        _ range: Range<Int>,
        _ format: AVCFormat,
        isSync: Bool,
        place: (path: String, offset: UInt64),
        into front: inout [UInt8]
    ) throws(ByteSourceFailure) -> Range<Int> {
        let own = isSync && format.isInBand ? try parameterSets(bytes, range, format, place) : []
        front.append(contentsOf: format.lead(isSync: isSync, without: own))
        let isInPlace = format.lengthSize == AVCFormat.startCodeSize
        var kept = range.lowerBound
        var position = range.lowerBound
        while position < range.upperBound {
            let unit = try self.unit(at: position, bytes, range, format, place)
            var fate = format.fate(
                header: unit.isEmpty ? 0 : bytes[unit.lowerBound],
                size: unit.count,
                isSync: isSync
            )
            if fate == .droppedIfRepeated {
                fate = format.repeats(bytes.span.extracting(unit)) ? .dropped : .kept
            }
            switch (isInPlace, fate) {
            case (true, .dropped):
                front.append(bytes, kept..<position)
                kept = unit.upperBound
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
        return isInPlace ? kept..<range.upperBound : range.upperBound..<range.upperBound
    }

    /// Where the NAL unit is whose length stands at a position.
    private static func unit(
        at position: Int,
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ format: AVCFormat,
        _ place: (path: String, offset: UInt64)
    ) throws(ByteSourceFailure) -> Range<Int> {
        let size = try NALUnitLength.read(
            format.lengthSize,
            left: range.upperBound - position,
            at: place.offset &+ UInt64(position - range.lowerBound),
            path: place.path
        ) { bytes[position + $0] }
        let start = position + format.lengthSize
        return start..<start + size
    }

    /// The parameter sets that a sample has itself.
    private static func parameterSets(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ format: AVCFormat,
        _ place: (path: String, offset: UInt64)
    ) throws(ByteSourceFailure) -> [ParameterSetIdentity] {
        var sets: [ParameterSetIdentity] = []
        var position = range.lowerBound
        while position < range.upperBound {
            let unit = try self.unit(at: position, bytes, range, format, place)
            let header = unit.isEmpty ? 0 : bytes[unit.lowerBound]
            if format.fate(header: header, size: unit.count, isSync: true) == .keptAsOwn,
                let set = AVCFormat.identity(bytes[unit.prefix(AVCFormat.identitySize)])
            {
                sets.append(set)
            }
            position = unit.upperBound
        }
        return sets
    }
}

extension [UInt8] {
    /// Appends a part of another array, without a slice that would share its bytes.
    mutating func append(_ source: [UInt8], _ range: Range<Int>) {
        unsafe source.withUnsafeBufferPointer { buffer in
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: buffer[range]))
        }
    }
}
