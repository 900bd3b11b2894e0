import Ciphers

/// The work of one thread on a transfer.
///
/// The thread has as many media resources open as there is room for, and processes a piece of each in turn.
final class Worker {
    private let transfer: Transfer
    private let queue: WriteQueue?
    /// The address range where sources are mapped, or nil if they are read.
    private let sources: Memory?
    /// The address range where targets are mapped, or the buffer; nil if the queue provides buffers.
    private let targets: Memory?
    private var engine: MultiBufferCBC?
    private var lanes: [Lane] = []
    private var freeSlots: [Int]

    init(_ transfer: Transfer, writingTo queue: WriteQueue?) throws {
        self.transfer = transfer
        self.queue = queue
        let way = transfer.way
        let mappedCount = transfer.width * Media.resourceLength
        sources = try way.mapping.map { _ in try Memory(reserving: mappedCount) }
        if way.mapsTarget {
            targets = try Memory(reserving: mappedCount)
        } else {
            targets = queue == nil ? try transfer.makeBuffer() : nil
        }
        engine = try transfer.key.map { try MultiBufferCBC(key: $0) }
        freeSlots = Array((0..<transfer.width).reversed())
    }

    /// Works until no media resource is left.
    func run() throws {
        while true {
            while let slot = freeSlots.last, let resource = transfer.next() {
                freeSlots.removeLast()
                lanes.append(try open(resource, slot))
            }
            guard !lanes.isEmpty, let buffer = targets ?? queue?.freeBuffer() else { return }
            try advance(in: buffer)
        }
    }

    private func open(_ resource: MediaResource, _ slot: Int) throws -> Lane {
        let lane = try Lane(resource, slot: slot, of: transfer)
        let offset = slot * Media.resourceLength
        if let mapping = transfer.way.mapping {
            try sources?.map(source: lane.input, resource.range, at: offset, mapping)
        }
        if transfer.way.mapsTarget {
            try targets?.map(target: lane.output, resource.range, at: offset)
        }
        return lane
    }

    private func advance(in buffer: Memory) throws {
        let parts = lanes.map { lane in
            let mapped = lane.slot * Media.resourceLength + lane.done
            let target = transfer.way.mapsTarget ? mapped : lane.slot * transfer.stride
            return CBCChainPart(
                sourceOffset: sources == nil ? target : mapped,
                count: lane.nextCount(transfer.pieceLength),
                targetOffset: target,
                iv: lane.iv
            )
        }
        if sources == nil {
            for (lane, part) in zip(lanes, parts) {
                try lane.input.read(into: buffer, part.targetRange, at: lane.offset)
            }
        }
        if engine == nil {
            try write(parts, from: copy(parts, to: buffer))
        } else {
            if let sources {
                try buffer.encrypt(parts, from: sources, by: &engine)
            } else {
                try buffer.encrypt(parts, by: &engine)
            }
            for (lane, part) in zip(lanes, parts) { lane.iv = buffer.lastBlock(of: part) }
            try write(parts, from: buffer)
        }
        try close()
    }

    /// Copies mapped sources to mapped targets.
    ///
    /// - Returns: the memory from which the bytes are to be written.
    private func copy(_ parts: [CBCChainPart], to buffer: Memory) -> Memory {
        guard let sources else { return buffer }
        guard transfer.way.mapsTarget else { return sources }
        for part in parts {
            buffer.copy(part.count, from: sources, at: part.sourceOffset, to: part.targetOffset)
        }
        return buffer
    }

    private func write(_ parts: [CBCChainPart], from memory: Memory) throws {
        let isSource = sources.map { $0 === memory } ?? false
        var pieces: [WriteQueue.Piece] = []
        for (lane, part) in zip(lanes, parts) {
            let start = isSource ? part.sourceOffset : part.targetOffset
            let range = start..<start + part.count
            if queue != nil {
                pieces.append(WriteQueue.Piece(file: lane.output, range: range, offset: lane.offset))
            } else if !transfer.way.mapsTarget {
                try lane.output.write(memory, range, at: lane.offset)
            }
            lane.advance(by: part.count)
            if let count = transfer.way.writesBehind { try lane.writeBehind(count) }
        }
        queue?.write(pieces, of: memory)
    }

    /// Closes the media resources that are done.
    private func close() throws {
        for lane in lanes where lane.isDone {
            let range = lane.slot * Media.resourceLength..<(lane.slot + 1) * Media.resourceLength
            try sources?.unmap(range)
            if transfer.way.mapsTarget { try targets?.unmap(range) }
            freeSlots.append(lane.slot)
        }
        lanes.removeAll { $0.isDone }
    }
}
