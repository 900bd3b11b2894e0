import Bitstreams
import TransportStreams

extension TransportStreamDemultiplexer {
    /// Reads a packet of a stream that SAMPLE-AES can protect.
    @inline(__always)
    mutating func readStreamPacket(
        _ head: PacketHead,
        _ position: Int,
        number: Int,
        _ index: Int,
        _ handler: inout some TransportStreamHandler & ~Copyable
    ) throws(SampleEncryptionError) {
        let offset = window.offset(of: number)
        guard !head.isScrambled else { throw Self.scrambledError(head, at: offset) }
        if head.adaptationFlags != 0 { try processAdaptationField(head, position, number: number, &handler) }
        guard head.hasPayload else { return }
        switch streams[index].counter.check(head, tail: window.bytes.tail(of: position)) {
        case .next: break
        case .duplicate: return try processDuplicate(head, position, number: number, index, &handler)
        case .gap(let expected): throw Self.gapError(head, at: offset, expected: expected)
        }
        guard head.hasPayloadBytes else { return }
        let payload = position + head.payloadStart..<position + TransportPacket.size
        if head.unitStart {
            try beginPESPacket(payload, number: number, index, &handler)
        } else if !streams[index].isOpen {
            guard isWhole || !streams[index].packets.isEmpty else { return }
            throw Self.missingStartError(head, at: offset, isFirst: streams[index].packets.isEmpty)
        }
        do {
            try streams[index].append(
                window.bytes,
                payload,
                start: head.payloadStart,
                packet: number,
                at: offset + UInt64(head.payloadStart)
            )
        } catch {
            throw .malformed(error)
        }
        if streams[index].dataLeft == 0, streams[index].headerCount == nil {
            streams[index].close()
            if streams[index].codec != .avc { try release(index, isClosed: false, &handler) }
        }
        guard streams[index].data.count <= streams[index].sizeLimit else { throw tooLargeError(index) }
    }

    /// Ends a stream at the end of the segment.
    mutating func finishStream(
        _ index: Int,
        at end: UInt64,
        _ handler: inout some TransportStreamHandler & ~Copyable
    ) throws(SampleEncryptionError) {
        if isWhole {
            if let error = streams[index].truncation(at: end) { throw .malformed(error) }
        } else {
            streams[index].dropHeaderlessPacket()
        }
        streams[index].close()
        try release(index, isClosed: true, &handler)
        let remainingCount = streams[index].packets.count
        guard remainingCount > 0 else { return }
        guard !isWhole else {
            let start = streams[index].offset(ofData: streams[index].scannedEnd, in: window)
            throw .unsupported(
                offset: start,
                what:
                    "a frame of \(streams[index].codec.rawValue) on \(streams[index].pid) that continues after the segment",
                remedy: Self.remedy
            )
        }
        try release(first: remainingCount, index, &handler)
    }

    private mutating func processAdaptationField(
        _ head: PacketHead,
        _ position: Int,
        number: Int,
        _ handler: inout some TransportStreamHandler & ~Copyable
    ) throws(SampleEncryptionError) {
        let field: AdaptationField
        do {
            field = try AdaptationField(
                window.bytes.span.extracting(position..<position + TransportPacket.size),
                payloadFollows: head.hasPayload,
                at: window.offset(of: number)
            )
        } catch {
            throw .malformed(error)
        }
        let start = position + TransportPacketHeader.size
        try handler.handleAdaptationField(
            of: PacketIdentifier(UInt16(head.pid)),
            start + 1..<start + field.contentSize,
            number: number,
            in: window
        )
    }

    private mutating func processDuplicate(
        _ head: PacketHead,
        _ position: Int,
        number: Int,
        _ index: Int,
        _ handler: inout some TransportStreamHandler & ~Copyable
    ) throws(SampleEncryptionError) {
        guard head.hasPayloadBytes else { return }
        let payload = position + head.payloadStart..<position + TransportPacket.size
        guard streams[index].endsWithPayload(window.bytes[payload]) else {
            throw Self.gapError(
                head,
                at: window.offset(of: number),
                expected: (head.continuityCounter + 1) & 0x0F
            )
        }
        guard !streams[index].appendDuplicate(number) else { return }
        guard isWhole || streams[index].hasBegun else { return }
        try handler.handleDuplicate(number: number, ofStreamAt: index, in: &window)
    }

    private mutating func beginPESPacket(
        _ payload: Range<Int>,
        number: Int,
        _ index: Int,
        _ handler: inout some TransportStreamHandler & ~Copyable
    ) throws(SampleEncryptionError) {
        if let error = streams[index].truncation(at: window.offset(of: number)) { throw .malformed(error) }
        streams[index].close()
        if streams[index].codec == .avc, !streams[index].packets.isEmpty {
            let isClosed = PESPacketQueue.beginsUnit(window.bytes, payload)
            try release(index, isClosed: isClosed, &handler)
        }
        streams[index].begin(in: number)
    }

    private mutating func release(
        _ index: Int,
        isClosed: Bool,
        _ handler: inout some TransportStreamHandler & ~Copyable
    ) throws(SampleEncryptionError) {
        let needsUnits = handler.needsUnits(isProtected: streams[index].isProtected)
        let count: Int
        do {
            count = try streams[index].findReleasablePackets(isClosed: isClosed, skipsVideo: !needsUnits)
        } catch {
            // A range within a segment may begin with the rest of a frame, which is unusable.
            guard isWhole || streams[index].codec == .avc else { return streams[index].removeAll() }
            let offset = streams[index].offset(ofData: Int(error.offset), in: window)
            guard error.offset == 0, !streams[index].hasReleased else {
                throw .malformed(error.moved(to: offset))
            }
            throw Self.beginsInsideUnitError(streams[index], at: offset)
        }
        if count > 0 { try release(first: count, index, &handler) }
    }

    private mutating func release(
        first count: Int,
        _ index: Int,
        _ handler: inout some TransportStreamHandler & ~Copyable
    ) throws(SampleEncryptionError) {
        try handler.handleRelease(count, of: &streams[index], at: index, in: &window)
        streams[index].processedEnd = streams[index].processedEnd(afterReleasing: count)
        streams[index].frames.removeAll(keepingCapacity: true)
        streams[index].removeReleased(count)
    }
}
