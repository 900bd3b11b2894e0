import Bitstreams
import ElementaryStreams
import TransportStreams

extension StreamAssembly {
    /// Finds units, and how many PES packets nothing unfinished touches.
    ///
    /// - Parameters:
    ///   - isClosed: whether the last unit ends with the data, too.
    ///   - skipsVideo: whether NAL units are of no interest where all PES packets are released.
    /// - Returns: how many of the first PES packets can be released.
    /// - Throws: `ParseError` with a position in `data` for bytes that are no unit.
    mutating func releasable(isClosed: Bool, skipsVideo: Bool = false) throws(ParseError) -> Int {
        guard codec == .avc else { return try findFrames() }
        units.removeAll(keepingCapacity: true)
        if isClosed {
            if !skipsVideo { try findUnits() }
            return packets.count
        }
        guard packets.count >= patience else { return 0 }
        try findUnits()
        patience = 2 * packets.count
        guard let open = units.popLast() else { return 0 }
        return endedPackets(before: startCode(of: open))
    }

    /// Where what has to go through the cipher ends, when `count` PES packets are released.
    ///
    /// That is the end of the last whole unit, or of the released data, whichever is later.
    func newProcessedEnd(_ count: Int) -> Int {
        let released = count > 0 ? packets[count - 1].dataEnd : 0
        guard codec == .avc else { return max(released, frames.last?.range.upperBound ?? 0) }
        return max(released, units.last?.range.upperBound ?? 0)
    }

    private mutating func findUnits() throws(ParseError) {
        let start = Self.findUnits(in: data.storage, processedEnd..<data.count, into: &units)
        guard units.count <= AnnexB.unitLimit else {
            throw .invalid(
                offset: UInt64(units[AnnexB.unitLimit].range.lowerBound),
                field: "NAL units",
                found: "more than \(AnnexB.unitLimit) in PES packets that belong together",
                expected: "as many as pictures have slices"
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

    /// Gives the position of a byte before the first start code that is not 0.
    private static func findUnits(
        in bytes: [UInt8],
        _ range: Range<Int>,
        into units: inout [AnnexBUnit]
    ) -> Int? {
        let span = bytes.span.extracting(range)
        let start = AnnexB.scan(span, into: &units, limit: AnnexB.unitLimit)
        if range.lowerBound > 0 {
            for index in units.indices {
                let unit = units[index]
                units[index] = AnnexBUnit(
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
        return endedPackets(before: scannedEnd)
    }

    /// Static, because a span of one property forbids to change another.
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

    /// How many PES packets end at or before a position of the data.
    private func endedPackets(before position: Int) -> Int {
        packets.firstIndex { $0.dataEnd > position } ?? packets.count
    }

    /// Where the zero bytes of a unit's start code begin.
    private func startCode(of unit: AnnexBUnit) -> Int {
        var position = max(0, unit.range.lowerBound - 3)
        while position > 0, data.storage[position - 1] == 0 { position -= 1 }
        return position
    }
}
