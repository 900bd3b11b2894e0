import Bitstreams
package import TransportStreams

/// A reader of the invariant of a transport stream segment; see `InvariantReader`.
package struct TransportStreamInvariantReader: ~Copyable {
    private var demultiplexer: TransportStreamDemultiplexer
    private var collector: TransportStreamInvariantCollector

    /// See `InvariantReader.init`.
    package init(
        key: SampleAESKey?,
        initializationTables: (pid: PacketIdentifier, map: ProgramMapTable)? = nil,
        isWhole: Bool = true,
        buffers: consuming BufferPool = BufferPool()
    ) throws(SampleEncryptionError) {
        let content = buffers.take(atLeast: PESPacketQueue.initialCapacity)
        let demultiplexer = try TransportStreamDemultiplexer(
            format: nil,
            initializationTables: initializationTables,
            isWhole: isWhole,
            buffers: buffers
        )
        let collector = try TransportStreamInvariantCollector(key: key, content: content)
        self.demultiplexer = demultiplexer
        self.collector = collector
    }

    /// See `InvariantReader.takeBuffers`.
    package consuming func takeBuffers() -> BufferPool {
        var buffers = demultiplexer.takeBuffers()
        buffers.recycle(collector.content.storage)
        return buffers
    }

    /// See `InvariantReader.programMap`.
    package var programMap: (pid: PacketIdentifier, map: ProgramMapTable)? {
        guard let pid = demultiplexer.tables.programMapPID, let map = demultiplexer.tables.programMap
        else { return nil }
        return (pid, map)
    }

    /// See `InvariantReader.ownProgramMaps`.
    package var ownProgramMaps: [ProgramMapTable] { demultiplexer.tables.ownMaps }

    /// See `InvariantReader.fill`.
    package mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        try demultiplexer.window.fill(count: count, read)
    }

    /// See `InvariantReader.next`.
    package mutating func next(isLast: Bool) throws(SampleEncryptionError) -> InvariantRecord? {
        var isFinished = false
        while true {
            if let record = collector.next() { return record }
            guard !isFinished else { return nil }
            demultiplexer.window.discard(before: demultiplexer.window.nextNumber)
            if try demultiplexer.step(&collector) { continue }
            guard demultiplexer.window.formPackets(isLast: isLast) else {
                throw .malformed(.missing(offset: 0, "transport stream"))
            }
            if try demultiplexer.step(&collector) { continue }
            guard isLast else { return nil }
            try demultiplexer.finish(&collector)
            isFinished = true
        }
    }

    /// See `InvariantReader.withBytes`.
    package func withBytes<Result, Failure: Error>(
        of record: InvariantRecord,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch record.kind {
        case .packet, .adaptationField:
            let bytes = demultiplexer.window.bytes.span
            return try body(bytes.extracting(record.range.clamped(to: bytes.indices)))
        case .pesPacket, .tag, .audioFrame, .box, .movieFragment, .sample:
            let bytes = collector.content.storage.span
            return try body(bytes.extracting(record.range.clamped(to: bytes.indices)))
        }
    }
}
