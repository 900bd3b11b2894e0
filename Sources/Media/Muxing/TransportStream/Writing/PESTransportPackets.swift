import TransportStreams

/// The transport packets of a PES packet and of any program tables before it (ISO/IEC 13818-1, 2.4.3.2 and
/// 2.4.3.4).
struct PESTransportPackets: Sendable {
    /// The division into transport packets.
    let layout: PESPacketLayout
    /// The four bytes of the packet headers as a number, without control bits and counter.
    let header: UInt32
    /// continuity_counter of the first packet with payload, and of the program tables.
    let counter: UInt8
    let tableCounter: UInt8
    /// The flags of the adaptation field with the PCR, and the base of the PCR.
    let fieldFlags: UInt8
    let pcrBase: UInt64

    static let unitStart: UInt32 = 0x40_0000
    static let hasField: UInt32 = 0x20
    static let hasPayload: UInt32 = 0x10

    /// Prepares the transport packets of a unit: a PES packet or a PCR-only packet.
    ///
    /// - Parameters:
    ///   - packet: the PES packet or PCR-only packet.
    ///   - layout: its division into transport packets.
    ///   - pid: the PID of the stream.
    ///   - counter: continuity_counter of the next packet with payload.
    ///   - tableCounter: continuity_counter of the next packet of each program table.
    init(
        _ packet: ScheduledPacket,
        _ layout: PESPacketLayout,
        pid: PacketIdentifier,
        counter: UInt8,
        tableCounter: UInt8
    ) {
        self.layout = layout
        header = UInt32(TransportPacketHeader.syncByte) << 24 | UInt32(pid.rawValue) << 8
        self.counter = counter
        self.tableCounter = tableCounter
        fieldFlags = 0x10 | (packet.isRandomAccess ? 0x40 : 0)
        let base = packet.decodingTime &- MultiplexSchedule.pcrLead
        pcrBase = UInt64(bitPattern: base) & UInt64(TransportClock.modulus - 1)
    }

    /// Writes packets.
    ///
    /// - Parameters:
    ///   - range: the indices of the packets, counted with the tables, within `layout.packetCount`.
    ///   - tables: the packets of PAT and PMT.
    ///   - front: the first bytes of the PES packet.
    ///   - tail: the remaining bytes of the PES packet.
    ///   - destination: the destination, with room for the packets.
    @unsafe func write(
        _ range: Range<Int>,
        tables: UnsafeRawBufferPointer,
        front: UnsafeRawBufferPointer,
        tail: UnsafeRawBufferPointer,
        to destination: UnsafeMutableRawPointer
    ) {
        var index = range.lowerBound
        var destination = unsafe destination
        let full = fullPackets(frontSize: front.count)
        while index < range.upperBound {
            let end = min(range.upperBound, full.upperBound)
            if full.contains(index), index < end {
                unsafe writeFull(index..<end, frontSize: front.count, tail: tail, to: destination)
                unsafe destination += (end - index) * PESPacketLayout.packetSize
                index = end
                continue
            }
            if index < layout.tableCount {
                unsafe writeTable(index, tables, to: destination)
            } else {
                unsafe writeOne(index - layout.tableCount, front: front, tail: tail, to: destination)
            }
            unsafe destination += PESPacketLayout.packetSize
            index += 1
        }
    }

    /// Returns the range of the packets that consist of a header and bytes of `tail` only.
    private func fullPackets(frontSize: Int) -> Range<Int> {
        let sizeAfterFirst = layout.size - layout.firstCapacity
        guard sizeAfterFirst >= PESPacketLayout.capacity else { return 0..<0 }
        let remainingFrontSize = max(0, frontSize - layout.firstCapacity)
        let first = 1 + (remainingFrontSize + PESPacketLayout.capacity - 1) / PESPacketLayout.capacity
        let end = 1 + sizeAfterFirst / PESPacketLayout.capacity
        return layout.tableCount + min(first, end)..<layout.tableCount + end
    }

    /// Writes packets without adaptation field.
    private func writeFull(
        _ range: Range<Int>,
        frontSize: Int,
        tail: UnsafeRawBufferPointer,
        to destination: UnsafeMutableRawPointer
    ) {
        let first = range.lowerBound - layout.tableCount
        guard let base = tail.baseAddress else { return }
        var source = unsafe base + (layout.payload(of: first).lowerBound - frontSize)
        var destination = unsafe destination
        var packetCounter = UInt32(truncatingIfNeeded: Int(counter) + first)
        for _ in range {
            let word = header | Self.hasPayload | packetCounter & 0x0F
            unsafe destination.storeBytes(of: word.bigEndian, as: UInt32.self)
            unsafe (destination + PESPacketLayout.headerSize).copyMemory(
                from: source,
                byteCount: PESPacketLayout.capacity
            )
            unsafe source += PESPacketLayout.capacity
            unsafe destination += PESPacketLayout.packetSize
            packetCounter &+= 1
        }
    }
}

extension PESTransportPackets {
    /// Writes a packet of a program table.
    func writeTable(
        _ index: Int,
        _ tables: UnsafeRawBufferPointer,
        to destination: UnsafeMutableRawPointer
    ) {
        guard let base = tables.baseAddress else { return }
        unsafe destination.copyMemory(
            from: base + index * PESPacketLayout.packetSize,
            byteCount: PESPacketLayout.packetSize
        )
        unsafe destination.storeBytes(of: 0x10 | tableCounter & 0x0F, toByteOffset: 3, as: UInt8.self)
    }

    /// Writes any packet of the PES packet, or a packet that only carries a PCR.
    func writeOne(
        _ index: Int,
        front: UnsafeRawBufferPointer,
        tail: UnsafeRawBufferPointer,
        to destination: UnsafeMutableRawPointer
    ) {
        let payload = layout.size > 0 ? layout.payload(of: index) : 0..<0
        let fieldSize = PESPacketLayout.capacity - payload.count
        var word = header
        if payload.isEmpty {
            // A packet without payload is not counted: it repeats the counter of the packet before it.
            word |= UInt32(counter &- 1) & 0x0F
        } else {
            word |= Self.hasPayload | UInt32(truncatingIfNeeded: Int(counter) + index) & 0x0F
            if index == 0 { word |= Self.unitStart }
        }
        if fieldSize > 0 { word |= Self.hasField }
        unsafe destination.storeBytes(of: word.bigEndian, as: UInt32.self)
        let field = unsafe UnsafeMutableRawBufferPointer(
            start: destination + PESPacketLayout.headerSize,
            count: fieldSize
        )
        unsafe writeField(field, hasPCR: index == 0 && layout.hasPCR)
        unsafe copy(
            payload,
            front: front,
            tail: tail,
            to: destination + PESPacketLayout.headerSize + fieldSize
        )
    }

    /// Writes an adaptation field with a PCR, or with nothing but stuffing.
    private func writeField(_ field: UnsafeMutableRawBufferPointer, hasPCR: Bool) {
        guard unsafe !field.isEmpty else { return }
        unsafe field[0] = UInt8(field.count - 1)
        guard field.count > 1 else { return }
        unsafe field[1] = hasPCR ? fieldFlags : 0
        var position = 2
        if hasPCR {
            // 33 bits of base, 6 reserved bits 1, 9 bits of extension 0.
            let bits = pcrBase << 15 | 0x7E00
            for shift in stride(from: UInt64(40), through: 0, by: -8) {
                unsafe field[position] = UInt8(truncatingIfNeeded: bits >> shift)
                position += 1
            }
        }
        for index in position..<field.count { unsafe field[index] = 0xFF }
    }

    /// Copies a range of the PES packet.
    private func copy(
        _ range: Range<Int>,
        front: UnsafeRawBufferPointer,
        tail: UnsafeRawBufferPointer,
        to destination: UnsafeMutableRawPointer
    ) {
        let frontRange = range.clamped(to: 0..<front.count)
        if !frontRange.isEmpty, let base = front.baseAddress {
            unsafe destination.copyMemory(from: base + frontRange.lowerBound, byteCount: frontRange.count)
        }
        let tailStart = max(range.lowerBound, front.count)
        if tailStart < range.upperBound, let base = tail.baseAddress {
            unsafe (destination + (tailStart - range.lowerBound)).copyMemory(
                from: base + (tailStart - front.count),
                byteCount: range.upperBound - tailStart
            )
        }
    }
}
