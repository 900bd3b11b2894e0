import TransportStreams

/// The transport packets of a PES packet and of what stands in front of it (ISO/IEC 13818-1, 2.4.3.2 and 2.4.3.4).
struct UnitPackets: Sendable {
    /// How the bytes are divided.
    let layout: UnitLayout
    /// The header of its packets without control bits and counter, as a number.
    private let header: UInt32
    /// continuity_counter of the first packet with payload, and of the tables.
    private let counter: UInt8
    private let tableCounter: UInt8
    /// The flags of the first adaptation field, and its PCR base.
    private let flags: UInt8
    private let clock: UInt64

    private static let unitStart: UInt32 = 0x40_0000
    private static let hasField: UInt32 = 0x20
    private static let hasPayload: UInt32 = 0x10

    /// Packets of a unit.
    ///
    /// - Parameters:
    ///   - unit: what they carry.
    ///   - layout: how it is divided.
    ///   - pid: whose packets they are.
    ///   - counter: continuity_counter of the next packet with payload.
    ///   - tableCounter: continuity_counter of the next packet of each table.
    init(
        _ unit: MultiplexUnit,
        _ layout: UnitLayout,
        pid: PacketIdentifier,
        counter: UInt8,
        tableCounter: UInt8
    ) {
        self.layout = layout
        header = UInt32(TransportPacketHeader.syncByte) << 24 | UInt32(pid.rawValue) << 8
        self.counter = counter
        self.tableCounter = tableCounter
        flags = 0x10 | (unit.isRandomAccess ? 0x40 : 0)
        let base = unit.decodingTime &- MultiplexSchedule.clockLead
        clock = UInt64(bitPattern: base) & UInt64(TransportClock.wrap - 1)
    }

    /// Writes packets.
    ///
    /// - Parameters:
    ///   - range: which, the tables' counted, all of the unit.
    ///   - tables: the packets of both tables.
    ///   - front: the first bytes of the PES packet.
    ///   - tail: the rest of them.
    ///   - target: has room for the packets.
    @unsafe func write(
        _ range: Range<Int>,
        tables: UnsafeRawBufferPointer,
        front: UnsafeRawBufferPointer,
        tail: UnsafeRawBufferPointer,
        to target: UnsafeMutableRawPointer
    ) {
        var index = range.lowerBound
        var target = unsafe target
        let full = fullPackets(frontSize: front.count)
        while index < range.upperBound {
            let end = min(range.upperBound, full.upperBound)
            if full.contains(index), index < end {
                unsafe writeFull(index..<end, frontSize: front.count, tail: tail, to: target)
                unsafe target += (end - index) * UnitLayout.packetSize
                index = end
                continue
            }
            if index < layout.tableCount {
                unsafe writeTable(index, tables, to: target)
            } else {
                unsafe writeOne(index - layout.tableCount, front: front, tail: tail, to: target)
            }
            unsafe target += UnitLayout.packetSize
            index += 1
        }
    }

    /// The packets that hold nothing but a header and bytes of the tail.
    private func fullPackets(frontSize: Int) -> Range<Int> {
        let behindFirst = layout.size - layout.firstCapacity
        guard behindFirst >= UnitLayout.capacity else { return 0..<0 }
        let inFront = max(0, frontSize - layout.firstCapacity)
        let first = 1 + (inFront + UnitLayout.capacity - 1) / UnitLayout.capacity
        let end = 1 + behindFirst / UnitLayout.capacity
        return layout.tableCount + min(first, end)..<layout.tableCount + end
    }

    /// Packets without adaptation field.
    private func writeFull(
        _ range: Range<Int>,
        frontSize: Int,
        tail: UnsafeRawBufferPointer,
        to target: UnsafeMutableRawPointer
    ) {
        let first = range.lowerBound - layout.tableCount
        guard let base = tail.baseAddress else { return }
        var source = unsafe base + (layout.payload(of: first).lowerBound - frontSize)
        var target = unsafe target
        var count = UInt32(truncatingIfNeeded: Int(counter) + first)
        for _ in range {
            let word = header | Self.hasPayload | count & 0x0F
            unsafe target.storeBytes(of: word.bigEndian, as: UInt32.self)
            unsafe (target + UnitLayout.headerSize).copyMemory(from: source, byteCount: UnitLayout.capacity)
            unsafe source += UnitLayout.capacity
            unsafe target += UnitLayout.packetSize
            count &+= 1
        }
    }

    /// A packet of a program table.
    private func writeTable(
        _ index: Int,
        _ tables: UnsafeRawBufferPointer,
        to target: UnsafeMutableRawPointer
    ) {
        guard let base = tables.baseAddress else { return }
        unsafe target.copyMemory(from: base + index * UnitLayout.packetSize, byteCount: UnitLayout.packetSize)
        unsafe target.storeBytes(of: 0x10 | tableCounter & 0x0F, toByteOffset: 3, as: UInt8.self)
    }

    /// Any packet of the PES packet, or the clock on its own.
    private func writeOne(
        _ index: Int,
        front: UnsafeRawBufferPointer,
        tail: UnsafeRawBufferPointer,
        to target: UnsafeMutableRawPointer
    ) {
        let payload = layout.size > 0 ? layout.payload(of: index) : 0..<0
        let fieldSize = UnitLayout.capacity - payload.count
        var word = header
        if payload.isEmpty {
            // A packet without payload does not count: it has the number of the one before it.
            word |= UInt32(counter &- 1) & 0x0F
        } else {
            word |= Self.hasPayload | UInt32(truncatingIfNeeded: Int(counter) + index) & 0x0F
            if index == 0 { word |= Self.unitStart }
        }
        if fieldSize > 0 { word |= Self.hasField }
        unsafe target.storeBytes(of: word.bigEndian, as: UInt32.self)
        let field = unsafe UnsafeMutableRawBufferPointer(
            start: target + UnitLayout.headerSize,
            count: fieldSize
        )
        unsafe writeField(field, hasClock: index == 0 && layout.hasClock)
        unsafe copy(payload, front: front, tail: tail, to: target + UnitLayout.headerSize + fieldSize)
    }

    /// An adaptation field: a clock, or nothing but stuffing.
    private func writeField(_ field: UnsafeMutableRawBufferPointer, hasClock: Bool) {
        guard unsafe !field.isEmpty else { return }
        unsafe field[0] = UInt8(field.count - 1)
        guard field.count > 1 else { return }
        unsafe field[1] = hasClock ? flags : 0
        var position = 2
        if hasClock {
            // 33 bits base, 6 reserved ones, 9 bits extension 0.
            let bits = clock << 15 | 0x7E00
            for shift in stride(from: UInt64(40), through: 0, by: -8) {
                unsafe field[position] = UInt8(truncatingIfNeeded: bits >> shift)
                position += 1
            }
        }
        for index in position..<field.count { unsafe field[index] = 0xFF }
    }

    /// Bytes of the PES packet.
    private func copy(
        _ range: Range<Int>,
        front: UnsafeRawBufferPointer,
        tail: UnsafeRawBufferPointer,
        to target: UnsafeMutableRawPointer
    ) {
        let inFront = range.clamped(to: 0..<front.count)
        if !inFront.isEmpty, let base = front.baseAddress {
            unsafe target.copyMemory(from: base + inFront.lowerBound, byteCount: inFront.count)
        }
        let behind = max(range.lowerBound, front.count)
        if behind < range.upperBound, let base = tail.baseAddress {
            unsafe (target + (behind - range.lowerBound)).copyMemory(
                from: base + (behind - front.count),
                byteCount: range.upperBound - behind
            )
        }
    }
}
