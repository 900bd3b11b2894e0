/// Finds NAL units in bytes that are all there.
package enum AnnexB {
    /// More units than pictures that belong together have: thirty times the macroblocks of one of 3840 by 2160.
    package static let unitLimit = 1_000_000

    /// Appends the units of `bytes`, in order.
    ///
    /// Zero bytes at the end of a unit are not its own: the last byte of a unit is never 0. A start code with nothing
    /// behind it gives an empty unit.
    ///
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - units: gets the units.
    ///   - limit: of the units behind so many none is kept but the first: start codes alone cost eight times their bytes.
    /// - Returns: the position of the first start code, zero_byte included: bytes before it belong to no unit.
    package static func scan(
        _ bytes: Span<UInt8>,
        into units: inout [AnnexBUnit],
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
    /// - Returns: up to where zero pairs were looked for.
    private static func scanBlocks(
        _ buffer: UnsafeRawBufferPointer,
        into collector: inout UnitCollector
    ) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        var position = 0
        while position <= buffer.count - ZeroPairs.reach {
            // Once a unit is known to have a zero pair, only start codes count.
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

    /// Looks for zero pairs that start at one of eight bytes, and at what follows each.
    ///
    /// Without a branch that depends on zero pairs: streams full of them make it no slower.
    @inline(__always)
    private static func scanWord(
        _ buffer: UnsafeRawBufferPointer,
        at position: Int,
        into collector: inout UnitCollector
    ) {
        guard let pointer = unsafe buffer.baseAddress.map({ unsafe $0 + position }) else { return }
        let pairs = unsafe ZeroPairs.flags(pointer)
        let third = unsafe ZeroPairs.load(pointer + 2)
        var startCodes = pairs & ZeroPairs.zeroBytes(third ^ 0x0101_0101_0101_0101)
        var inner = pairs & ~startCodes & ~ZeroPairs.zeroBytes(third)
        while startCodes != 0 {
            let before = (startCodes & (~startCodes &+ 1)) &- 1
            collector.noteZeroPair(inner & before != 0)
            unsafe collector.startCode(at: position + startCodes.trailingZeroBitCount / 8, in: buffer)
            inner &= ~before
            startCodes &= startCodes &- 1
        }
        collector.noteZeroPair(inner != 0)
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
            case 1: unsafe collector.startCode(at: position, in: buffer)
            default: collector.noteZeroPair(true)
            }
        }
    }
}

/// Makes units of start codes and zero pairs in ascending order.
private struct UnitCollector {
    private(set) var units: [AnnexBUnit]
    private(set) var firstStartCode: Int?
    private var unitStart = 0
    private(set) var hasZeroPair = false
    private let limit: Int

    init(appendingTo units: [AnnexBUnit], limit: Int) {
        self.units = units
        self.limit = limit
    }

    /// A zero pair with a byte behind it that is neither 0 nor 1.
    @inline(__always)
    mutating func noteZeroPair(_ found: Bool) {
        hasZeroPair = hasZeroPair || found
    }

    /// The bytes 0, 0, 1 at `position`.
    mutating func startCode(at position: Int, in buffer: UnsafeRawBufferPointer) {
        if firstStartCode != nil {
            unsafe closeUnit(at: position, in: buffer)
        } else {
            let hasZeroByte = unsafe position > 0 && buffer[position - 1] == 0
            firstStartCode = hasZeroByte ? position - 1 : position
        }
        unitStart = position + 3
        hasZeroPair = false
    }

    /// The bytes are over.
    mutating func finish(in buffer: UnsafeRawBufferPointer) {
        if firstStartCode != nil { unsafe closeUnit(at: buffer.count, in: buffer) }
    }

    private mutating func closeUnit(at limit: Int, in buffer: UnsafeRawBufferPointer) {
        var end = limit
        while end > unitStart, unsafe buffer[end - 1] == 0 { end -= 1 }
        let unit = AnnexBUnit(range: unitStart..<max(unitStart, end), hasZeroPair: hasZeroPair)
        if units.count <= limit { units.append(unit) }
    }
}
