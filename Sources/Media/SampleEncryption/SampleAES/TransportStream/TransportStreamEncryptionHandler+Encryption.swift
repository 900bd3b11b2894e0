import Ciphers
import ElementaryStreams
import ProtectionTerms
import TransportStreams

extension TransportStreamEncryptionHandler {
    /// Adds the records of PES packets to the MAC; `carriedBytes` is the clear form of the first data, which
    /// were encrypted before.
    mutating func addToMAC(
        _ count: Int,
        of stream: PESPacketQueue,
        carriedBytes: [UInt8]
    ) throws(CipherError) {
        for index in 0..<count {
            let header = stream.headerRange(index)
            let data = stream.dataRange(index)
            let carriedCount = index == 0 ? min(carriedBytes.count, data.count) : 0
            try mac.begin(.pesPacket(stream.pid, stream.codec), count: header.count + data.count)
            try mac.append(stream.headers.storage.span.extracting(header))
            if carriedCount > 0 { try mac.append(carriedBytes.span.extracting(0..<carriedCount)) }
            try mac.append(
                stream.data.storage.span.extracting(data.lowerBound + carriedCount..<data.upperBound)
            )
        }
    }

    /// Throws for NAL units for which SAMPLE-AES has no rule.
    func checkUnits(
        of stream: PESPacketQueue,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError) {
        guard stream.codec == .avc else { return }
        for unit in stream.units where !unit.range.isEmpty {
            let type = stream.data.storage[unit.range.lowerBound] & 0x1F
            guard (2...4).contains(type) else { continue }
            throw .unsupported(
                offset: stream.offset(ofData: unit.range.lowerBound, in: window),
                what: "H.264 data partitioning (nal_unit_type \(type)) on \(stream.pid)",
                remedy: "Use \(CommandOption.method) aes-128"
            )
        }
    }

    /// Encrypts the complete units or frames of a stream.
    mutating func encrypt(_ stream: inout PESPacketQueue, at index: Int) throws(CipherError) {
        if let cipher = streams[index].audioCipher {
            return try cipher.apply(to: stream.frames, in: &stream.data.storage)
        }
        let units = stream.units
        var bytes = stream.data.storage.mutableSpan
        for unit in units {
            try videoCipher.encrypt(unit, in: &bytes, insertions: &streams[index].preventionPositions)
        }
    }

    /// Copies encrypted data back into their transport packets.
    mutating func scatter(
        _ count: Int,
        of stream: PESPacketQueue,
        at index: Int,
        into window: inout PacketWindow
    ) throws(SampleEncryptionError) {
        var used = 0
        for packet in 0..<count {
            let end = stream.dataRange(packet).upperBound
            let first = used
            while used < streams[index].preventionPositions.count,
                streams[index].preventionPositions[used] < end
            { used += 1 }
            if first == used {
                window.scatter(packet, of: stream)
            } else {
                try writer.write(
                    packet,
                    of: stream,
                    prevention: streams[index].preventionPositions[first..<used],
                    into: &window,
                    insertions: &insertions
                )
            }
        }
        streams[index].forget(used, before: stream.packets[count - 1].dataEnd)
    }
}
