import ProtectionTerms
import TransportStreams

/// A writer that puts a PES packet back into its transport packets after encryption has made it longer.
///
/// First, the additional bytes replace stuffing in the packets of the PES packet, from the last one to the
/// first. The rest goes into 16 new packets, or a multiple of 16, directly after the last one: so the
/// continuity counters of all following packets stay the same, in this segment and in later ones. If the rest
/// is too short for 16 new packets, the packets before them give up payload bytes.
///
/// The first packet of the PES packet keeps the size of its payload if that ends before the third byte of
/// data; `PESPacketQueue` says why.
struct GrownPESPacketWriter: Sendable {
    /// The number of new packets is a multiple of this modulus of the continuity counters.
    static let packetCountModulus = 16

    /// A transport packet of the PES packet.
    private struct Slot {
        let packet: Int
        /// The lowest position in the packet at which the payload can start.
        var earliest: Int
        /// The size of the payload, in bytes.
        var size: Int
        /// The sizes that the payload can have, in bytes.
        var sizes: ClosedRange<Int>
    }

    private var slots: [Slot] = []
    private var newPacketSizes: [Int] = []
    private var content = ByteQueue()
    private var newPackets = ByteQueue()

    init() {}

    /// Writes a PES packet.
    ///
    /// - Parameters:
    ///   - index: the index of the PES packet in `stream`.
    ///   - stream: the stream with the header, encrypted data and pieces of the PES packet.
    ///   - prevention: the positions in the data before which an emulation prevention byte is inserted in
    ///     this PES packet.
    ///   - window: the transport packets.
    ///   - insertions: receives the new packets.
    /// - Throws: `SampleEncryptionError` if the transport packets have too few bytes for 16 new packets.
    mutating func write(
        _ index: Int,
        of stream: PESPacketQueue,
        prevention: ArraySlice<Int>,
        into window: inout PacketWindow,
        insertions: inout PacketInsertions
    ) throws(SampleEncryptionError) {
        compose(index, of: stream, prevention: prevention)
        try collectSlots(index, of: stream, in: window)
        try distribute(growth: prevention.count, of: stream, in: window)
        scatter(into: &window)
        copyDuplicates(index, of: stream, in: &window)
        addPackets(index, of: stream, in: window, to: &insertions)
    }

    /// Composes the PES packet: the header with its new length, the data with the inserted bytes.
    private mutating func compose(_ index: Int, of stream: PESPacketQueue, prevention: ArraySlice<Int>) {
        content.removeAll()
        content.append(stream.headers.storage, stream.headerRange(index))
        let length = stream.packets[index].packetLength
        let newLength =
            length == 0 || length + prevention.count > Int(UInt16.max) ? 0 : length + prevention.count
        content.storage[4] = UInt8(newLength >> 8)
        content.storage[5] = UInt8(newLength & 0xFF)
        let data = stream.dataRange(index)
        var position = data.lowerBound
        for insertionPosition in prevention {
            content.append(stream.data.storage, position..<insertionPosition)
            content.append(3)
            position = insertionPosition
        }
        content.append(stream.data.storage, position..<data.upperBound)
    }

    private mutating func collectSlots(
        _ index: Int,
        of stream: PESPacketQueue,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError) {
        slots.removeAll(keepingCapacity: true)
        let thirdByteEnd = stream.headerRange(index).count + 3
        for piece in stream.pieces[stream.pieceRange(index)] where !piece.isDuplicate {
            let size = TransportPacket.size - Int(piece.start)
            let earliest: Int
            do {
                earliest = try AdaptationFieldStuffing.earliestStart(
                    window.bytes.span,
                    window.position(of: piece.packet),
                    at: window.offset(of: piece.packet)
                )
            } catch {
                throw .malformed(error)
            }
            let sizes =
                !slots.isEmpty
                ? 1...TransportPacket.size - earliest
                : size < thirdByteEnd ? size...size : thirdByteEnd...TransportPacket.size - earliest
            slots.append(Slot(packet: piece.packet, earliest: earliest, size: size, sizes: sizes))
        }
    }

    /// Determines the payload size of each packet, and the number and sizes of new packets.
    private mutating func distribute(
        growth: Int,
        of stream: PESPacketQueue,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError) {
        newPacketSizes.removeAll(keepingCapacity: true)
        var remaining = growth
        for index in slots.indices.reversed() where remaining > 0 {
            let absorbedCount = min(remaining, slots[index].sizes.upperBound - slots[index].size)
            slots[index].size += absorbedCount
            remaining -= absorbedCount
        }
        guard remaining > 0 else { return }
        let capacity = TransportPacket.size - TransportPacketHeader.size
        let groups =
            (remaining + Self.packetCountModulus * capacity - 1) / (Self.packetCountModulus * capacity)
        let count = groups * Self.packetCountModulus
        for index in slots.indices.reversed() where remaining < count {
            let releasedCount = min(count - remaining, slots[index].size - slots[index].sizes.lowerBound)
            slots[index].size -= releasedCount
            remaining += releasedCount
        }
        guard remaining >= count else {
            throw .unsupported(
                offset: window.offset(of: slots.first?.packet ?? 0),
                what: "a PES packet on \(stream.pid) that grows and whose transport packets have no room",
                remedy: "Remux the stream, or use \(CommandOption.method) aes-128"
            )
        }
        for number in 0..<count {
            let size = min(capacity, remaining - (count - number - 1))
            newPacketSizes.append(size)
            remaining -= size
        }
    }

    private mutating func scatter(into window: inout PacketWindow) {
        var position = 0
        for slot in slots {
            let packet = window.position(of: slot.packet)
            let start = TransportPacket.size - slot.size
            AdaptationFieldStuffing.setStart(start, earliest: slot.earliest, in: &window.bytes, packet)
            window.bytes.overwrite(
                at: packet + start,
                with: content.storage,
                position..<position + slot.size
            )
            position += slot.size
        }
        content.removeFirst(position)
    }

    /// Copies the new payload into duplicate packets; each keeps its own adaptation field, in which clocks
    /// may differ.
    private func copyDuplicates(_ index: Int, of stream: PESPacketQueue, in window: inout PacketWindow) {
        var slotIndex = -1
        for piece in stream.pieces[stream.pieceRange(index)] {
            guard piece.isDuplicate else {
                slotIndex += 1
                continue
            }
            guard slots.indices.contains(slotIndex) else { continue }
            window.repeatPacket(slots[slotIndex].packet, at: piece.packet, keeping: slots[slotIndex].earliest)
        }
    }

    private mutating func addPackets(
        _ index: Int,
        of stream: PESPacketQueue,
        in window: borrowing PacketWindow,
        to insertions: inout PacketInsertions
    ) {
        guard !newPacketSizes.isEmpty, let last = slots.last,
            let end = stream.pieces[stream.pieceRange(index)].last
        else { return }
        let templateStart = window.position(of: last.packet)
        newPackets.removeAll()
        var position = 0
        for (number, size) in newPacketSizes.enumerated() {
            let packet = newPackets.count
            newPackets.append(window.bytes, templateStart..<templateStart + TransportPacket.size)
            newPackets.storage[packet + 1] &= 0xBF
            newPackets.storage[packet + 3] =
                0x10 | (newPackets.storage[packet + 3] &+ UInt8(truncatingIfNeeded: number + 1)) & 0x0F
            let start = TransportPacket.size - size
            AdaptationFieldStuffing.setStart(
                start,
                earliest: TransportPacketHeader.size,
                in: &newPackets.storage,
                packet
            )
            newPackets.storage.overwrite(
                at: packet + start,
                with: content.storage,
                position..<position + size
            )
            position += size
        }
        insertions.insert(newPackets.storage, 0..<newPackets.count, after: end.packet)
    }
}
