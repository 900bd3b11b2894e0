/// A scanner for the NAL units of a byte stream that is completely in memory (ITU-T H.264 annex B).
package enum AnnexBScanner {
    /// The largest number of NAL units to accept in PES packets that are processed together.
    ///
    /// This is thirty times the number of macroblocks in a picture of 3840 x 2160.
    package static let unitLimit = 1_000_000

    /// Appends the NAL units of `bytes`, in order.
    ///
    /// Trailing zero bytes do not belong to a unit: the last byte of a NAL unit is never 0. A start code with
    /// nothing after it gives an empty unit.
    ///
    /// - Parameters:
    ///   - bytes: the byte stream.
    ///   - units: receives the NAL units.
    ///   - limit: at most `limit` + 1 units are kept, the last one to reveal an excess. Without a limit, a
    ///     stream of start codes takes eight times its size in memory.
    /// - Returns: the position of the first start code, zero_byte included, or the number of bytes if there
    ///   is none. The bytes before it belong to no unit.
    package static func scan(
        _ bytes: Span<UInt8>,
        into units: inout [AnnexBNALUnit],
        limit: Int = .max - 1
    ) -> Int {
        unsafe bytes.withUnsafeBytes { buffer in
            var collector = UnitCollector(appendingTo: units, limit: limit)
            units = []
            let blocksEnd = unsafe scanBlocks(buffer, into: &collector)
            unsafe scanBytes(buffer, from: blocksEnd, into: &collector)
            unsafe collector.finish(in: buffer)
            units = collector.units
            return collector.firstStartCode ?? buffer.count
        }
    }

    /// Scans whole blocks.
    ///
    /// - Returns: the position up to which zero pairs were searched.
    private static func scanBlocks(
        _ buffer: UnsafeRawBufferPointer,
        into collector: inout UnitCollector
    ) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        var position = 0
        while position <= buffer.count - ZeroPairs.reach {
            // Once the unit is known to contain a zero pair, only start codes matter.
            let isOfInterest =
                unsafe collector.hasZeroPair
                ? ZeroPairs.hasPairBeforeAtMost1(base + position) : ZeroPairs.hasPair(base + position)
            if isOfInterest {
                for word in stride(from: position, to: position + ZeroPairs.blockSize, by: 8) {
                    unsafe scanWord(buffer, at: word, into: &collector)
                }
            }
            position += ZeroPairs.blockSize
        }
        return position
    }

    /// Processes the zero pairs that start in the eight bytes at `position`.
    ///
    /// No branch depends on zero pairs other than start codes, so streams full of them are not slower.
    @inline(__always)
    private static func scanWord(
        _ buffer: UnsafeRawBufferPointer,
        at position: Int,
        into collector: inout UnitCollector
    ) {
        guard let pointer = unsafe buffer.baseAddress.map({ unsafe $0 + position }) else { return }
        let pairs = unsafe ZeroPairs.pairStartMask(pointer)
        let third = unsafe ZeroPairs.load(pointer + 2)
        var startCodes = pairs & ZeroPairs.zeroByteMask(third ^ 0x0101_0101_0101_0101)
        var innerPairs = pairs & ~startCodes & ~ZeroPairs.zeroByteMask(third)
        while startCodes != 0 {
            let bitsBefore = (startCodes & (~startCodes &+ 1)) &- 1
            collector.recordZeroPair(innerPairs & bitsBefore != 0)
            unsafe collector.processStartCode(at: position + startCodes.trailingZeroBitCount / 8, in: buffer)
            innerPairs &= ~bitsBefore
            startCodes &= startCodes &- 1
        }
        collector.recordZeroPair(innerPairs != 0)
    }

    private static func scanBytes(
        _ buffer: UnsafeRawBufferPointer,
        from start: Int,
        into collector: inout UnitCollector
    ) {
        for position in start..<max(start, buffer.count - 2) {
            guard unsafe buffer[position] == 0, unsafe buffer[position + 1] == 0 else { continue }
            switch unsafe buffer[position + 2] {
            case 0: continue
            case 1: unsafe collector.processStartCode(at: position, in: buffer)
            default: collector.recordZeroPair(true)
            }
        }
    }
}

/// A collector that builds NAL units from start codes and zero pairs, which have to come in ascending order.
private struct UnitCollector {
    private(set) var units: [AnnexBNALUnit]
    private(set) var firstStartCode: Int?
    private var unitStart = 0
    private(set) var hasZeroPair = false
    private let limit: Int

    init(appendingTo units: [AnnexBNALUnit], limit: Int) {
        self.units = units
        self.limit = limit
    }

    /// Records whether a zero pair was found before a byte other than 0 and 1.
    @inline(__always)
    mutating func recordZeroPair(_ found: Bool) {
        hasZeroPair = hasZeroPair || found
    }

    /// Processes the start code 0, 0, 1 at `position`.
    mutating func processStartCode(at position: Int, in buffer: UnsafeRawBufferPointer) {
        if firstStartCode != nil {
            unsafe closeUnit(at: position, in: buffer)
        } else {
            let hasZeroByte = unsafe position > 0 && buffer[position - 1] == 0
            firstStartCode = hasZeroByte ? position - 1 : position
        }
        unitStart = position + 3
        hasZeroPair = false
    }

    /// Ends the last unit at the end of the bytes.
    mutating func finish(in buffer: UnsafeRawBufferPointer) {
        if firstStartCode != nil { unsafe closeUnit(at: buffer.count, in: buffer) }
    }

    private mutating func closeUnit(at position: Int, in buffer: UnsafeRawBufferPointer) {
        var end = position
        while end > unitStart, unsafe buffer[end - 1] == 0 { end -= 1 }
        let unit = AnnexBNALUnit(range: unitStart..<max(unitStart, end), hasZeroPair: hasZeroPair)
        if units.count <= limit { units.append(unit) }
    }
}
