extension PESTransportPackets {
    /// Writes a packet of a program table.
    func writeTable(
        _ index: Int,
        _ tables: UnsafeRawBufferPointer,
        to target: UnsafeMutableRawPointer
    ) {
        guard let base = tables.baseAddress else { return }
        unsafe target.copyMemory(
            from: base + index * PESPacketLayout.packetSize,
            byteCount: PESPacketLayout.packetSize
        )
        unsafe target.storeBytes(of: 0x10 | tableCounter & 0x0F, toByteOffset: 3, as: UInt8.self)
    }

    /// Writes any packet of the PES packet, or a packet that only carries a PCR.
    func writeOne(
        _ index: Int,
        front: UnsafeRawBufferPointer,
        tail: UnsafeRawBufferPointer,
        to target: UnsafeMutableRawPointer
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
        unsafe target.storeBytes(of: word.bigEndian, as: UInt32.self)
        let field = unsafe UnsafeMutableRawBufferPointer(
            start: target + PESPacketLayout.headerSize,
            count: fieldSize
        )
        unsafe writeField(field, hasClock: index == 0 && layout.hasPCR)
        unsafe copy(payload, front: front, tail: tail, to: target + PESPacketLayout.headerSize + fieldSize)
    }

    /// Writes an adaptation field with a PCR, or with nothing but stuffing.
    private func writeField(_ field: UnsafeMutableRawBufferPointer, hasClock: Bool) {
        guard unsafe !field.isEmpty else { return }
        unsafe field[0] = UInt8(field.count - 1)
        guard field.count > 1 else { return }
        unsafe field[1] = hasClock ? flags : 0
        var position = 2
        if hasClock {
            // 33 bits of base, 6 reserved bits 1, 9 bits of extension 0.
            let bits = clock << 15 | 0x7E00
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
