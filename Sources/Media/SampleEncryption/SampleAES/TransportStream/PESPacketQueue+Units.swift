import Bitstreams
import ElementaryStreams
import TransportStreams

extension PESPacketQueue {
    /// Finds units, and counts the PES packets that contain no part of an incomplete unit.
    ///
    /// - Parameters:
    ///   - isClosed: true if the last unit ends with the data.
    ///   - skipsVideo: true if NAL units are not needed when all PES packets are released.
    /// - Returns: the number of PES packets, from the first one, that can be released.
    /// - Throws: `ParseError` with a position in `data` for bytes that are not a unit.
    mutating func findReleasablePackets(isClosed: Bool, skipsVideo: Bool = false) throws(ParseError) -> Int {
        guard codec == .avc else { return try findFrames() }
        units.removeAll(keepingCapacity: true)
        if isClosed {
            if !skipsVideo { try findUnits() }
            return packets.count
        }
        guard packets.count >= searchThreshold else { return 0 }
        try findUnits()
        searchThreshold = 2 * packets.count
        guard let openUnit = units.popLast() else { return 0 }
        return endedPacketCount(upTo: startCode(of: openUnit))
    }

    /// Returns the position in the data up to which the cipher has worked once `count` PES packets are
    /// released.
    ///
    /// It is the end of the last complete unit or of the released data, whichever is later.
    func processedEnd(afterReleasing count: Int) -> Int {
        let released = count > 0 ? packets[count - 1].dataEnd : 0
        guard codec == .avc else { return max(released, frames.last?.range.upperBound ?? 0) }
        return max(released, units.last?.range.upperBound ?? 0)
    }

    private mutating func findUnits() throws(ParseError) {
        let start = Self.findUnits(in: data.storage, processedEnd..<data.count, into: &units)
        guard units.count <= AnnexBScanner.unitLimit else {
            throw .invalid(
                offset: UInt64(units[AnnexBScanner.unitLimit].range.lowerBound),
                field: "number of NAL units",
                found: "more than \(AnnexBScanner.unitLimit) in consecutive PES packets",
                expected: "at most \(AnnexBScanner.unitLimit), which is fairlead's own limit"
            )
        }
        guard let start, !mayBeginInside else { return }
        throw .invalid(
            offset: UInt64(start),
            field: "byte",
            found: data.storage[start].hexadecimalText,
            expected: "a start code"
        )
    }

    /// Appends the units, and returns the position of a nonzero byte before the first start code, or nil if
    /// there is none.
    private static func findUnits(
        in bytes: [UInt8],
        _ range: Range<Int>,
        into units: inout [AnnexBNALUnit]
    ) -> Int? {
        let span = bytes.span.extracting(range)
        let start = AnnexBScanner.scan(span, into: &units, limit: AnnexBScanner.unitLimit)
        if range.lowerBound > 0 {
            for index in units.indices {
                let unit = units[index]
                units[index] = AnnexBNALUnit(
                    range: unit.range.lowerBound + range.lowerBound..<unit.range.upperBound
                        + range.lowerBound,
                    hasZeroPair: unit.hasZeroPair
                )
            }
        }
        return (0..<start).first { span[$0] != 0 }.map { $0 + range.lowerBound }
    }

    private mutating func findFrames() throws(ParseError) -> Int {
        let isPacketStart = packets.indices.contains { dataRange($0).lowerBound == scannedEnd }
        scannedEnd = try Self.findFrames(
            in: data.storage,
            scannedEnd..<data.count,
            isPacketStart: isPacketStart,
            &scanner,
            into: &frames
        )
        return endedPacketCount(upTo: scannedEnd)
    }

    /// Static, because no other property can be changed while a span of one exists.
    private static func findFrames(
        in bytes: [UInt8],
        _ range: Range<Int>,
        isPacketStart: Bool,
        _ scanner: inout AudioFrameScanner,
        into frames: inout [AudioFrame]
    ) throws(ParseError) -> Int {
        try scanner.scan(
            bytes.span.extracting(0..<range.upperBound),
            from: range.lowerBound,
            isPacketStart: isPacketStart,
            into: &frames,
            at: 0
        )
    }

    /// Returns the number of PES packets that end at or before a position in the data.
    private func endedPacketCount(upTo position: Int) -> Int {
        packets.firstIndex { $0.dataEnd > position } ?? packets.count
    }

    /// Returns the position of the first zero byte of a unit's start code.
    private func startCode(of unit: AnnexBNALUnit) -> Int {
        var position = max(0, unit.range.lowerBound - 3)
        while position > 0, data.storage[position - 1] == 0 { position -= 1 }
        return position
    }
}
