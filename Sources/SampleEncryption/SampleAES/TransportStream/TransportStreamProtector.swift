internal import Bitstreams
internal import Ciphers
internal import ElementaryStreams
internal import TransportStreams

/// Encrypts what a demultiplexer finds in a clear segment, in the place where it stands, and takes the essence's code
/// of what it was.
struct TransportStreamProtector: ~Copyable, TransportStreamHandler {
    private let survey: TransportStreamSurvey
    private let key: SampleAESKey
    /// The program map of the protected segment.
    private let protection: ProgramMapProtection
    private var isMapChecked = false
    private var code: EssenceCode
    private var videoCipher: AVCSampleCipher
    private var streams: [ProtectedStreamState] = []
    private var writer = GrownPESPacketWriter()
    /// Packets that were added.
    var insertions = PacketInsertions()

    /// - Parameters:
    ///   - survey: what the survey of the segment said.
    ///   - key: the key.
    ///   - digestKey: the key of the essence's code.
    /// - Throws: `SampleEncryptionError` where the program map does not fit, or a cipher fails.
    init(
        _ survey: TransportStreamSurvey,
        key: SampleAESKey,
        digestKey: ContentKey
    ) throws(SampleEncryptionError) {
        let protection = try ProgramMapProtection(survey)
        let code = try Self.makeCode(digestKey)
        let cipher = try Self.makeCipher(key)
        self.survey = survey
        self.key = key
        self.protection = protection
        self.code = code
        videoCipher = cipher
    }

    private static func makeCode(_ key: ContentKey) throws(SampleEncryptionError) -> EssenceCode {
        do {
            return try EssenceCode(key: key)
        } catch {
            throw .cipher(error)
        }
    }

    private static func makeCipher(_ key: SampleAESKey) throws(SampleEncryptionError) -> AVCSampleCipher {
        do {
            return try AVCSampleCipher(.encrypt, key: key)
        } catch {
            throw .cipher(error)
        }
    }

    func needsUnits(isProtected: Bool) -> Bool { true }

    /// The code of the essence.
    consuming func finish() throws(SampleEncryptionError) -> EssenceCode.Value {
        do {
            return try code.finish()
        } catch {
            throw .cipher(error)
        }
    }

    mutating func takePacket(
        of pid: PacketIdentifier,
        number: Int,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError) {
        let position = window.position(of: number)
        do {
            try code.take(
                .packet(pid),
                window.bytes.span.extracting(position..<position + TransportPacket.size)
            )
        } catch {
            throw .cipher(error)
        }
    }

    mutating func takeAdaptationField(
        of pid: PacketIdentifier,
        _ range: Range<Int>,
        number: Int,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError) {
        do {
            try code.take(.adaptationField(pid), window.bytes.span.extracting(range))
        } catch {
            throw .cipher(error)
        }
    }

    mutating func takeProgramMapPacket(
        number: Int,
        of tables: SingleProgramTables,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError) {
        let offset = window.offset(of: number)
        if !isMapChecked, let map = tables.programMap {
            guard map == survey.programMap, tables.programMapPID == survey.programMapPID else {
                throw .malformed(
                    .invalid(
                        offset: offset,
                        field: "program map",
                        found: "that differs",
                        expected: "the one that was surveyed"
                    )
                )
            }
            isMapChecked = true
        }
        guard protection.isChanged else { return }
        do {
            let position = window.position(of: number)
            var bytes = window.bytes.mutableSpan
            try SectionPacket.write(protection.section, into: &bytes, from: position, at: offset)
        } catch {
            throw .malformed(error)
        }
    }

    mutating func release(
        _ count: Int,
        of stream: inout StreamAssembly,
        at index: Int,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError) {
        try prepareState(of: stream, at: index)
        do {
            try record(count, of: stream, carried: streams[index].carry)
        } catch {
            throw .cipher(error)
        }
        guard streams[index].isProtected else { return }
        streams[index].carry(from: stream, count)
        streams[index].keepLastPacket(of: stream, in: window)
        try checkUnits(of: stream, in: window)
        do {
            try encrypt(&stream, at: index)
        } catch {
            throw .cipher(error)
        }
        try scatter(count, of: stream, at: index, into: &window)
        streams[index].finishLastPacket(of: stream, in: window)
    }

    mutating func repeatPacket(
        number: Int,
        ofStreamAt index: Int,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError) {
        guard streams.indices.contains(index), streams[index].isProtected else { return }
        guard streams[index].repeatLastPacket(number, in: &window) else {
            throw .malformed(
                .invalid(
                    offset: window.offset(of: number) + 3,
                    field: "continuity_counter",
                    found: "of the packet before",
                    expected: "the next one, as this packet is no duplicate"
                )
            )
        }
    }

    private mutating func prepareState(
        of stream: StreamAssembly,
        at index: Int
    ) throws(SampleEncryptionError) {
        guard !streams.indices.contains(index) || streams[index].pid != stream.pid else { return }
        while streams.count <= index { streams.append(ProtectedStreamState()) }
        let isProtected = survey.streams.contains {
            $0.pid == stream.pid && ($0.codec == .avc || $0.setup != nil)
        }
        do {
            streams[index] = try ProtectedStreamState(
                pid: stream.pid,
                audioKey: isProtected && stream.codec != .avc ? key : nil,
                isProtected: isProtected
            )
        } catch {
            throw .cipher(error)
        }
    }
}

extension TransportStreamProtector {
    /// Takes the records of PES packets, of which the first bytes of data are encrypted already but were kept.
    private mutating func record(
        _ count: Int,
        of stream: StreamAssembly,
        carried: [UInt8]
    ) throws(CipherError) {
        for index in 0..<count {
            let header = stream.headerRange(index)
            let data = stream.dataRange(index)
            let kept = index == 0 ? min(carried.count, data.count) : 0
            try code.begin(.pesPacket(stream.pid, stream.codec), count: header.count + data.count)
            try code.append(stream.headers.storage.span.extracting(header))
            if kept > 0 { try code.append(carried.span.extracting(0..<kept)) }
            try code.append(stream.data.storage.span.extracting(data.lowerBound + kept..<data.upperBound))
        }
    }

    /// Throws for NAL units that SAMPLE-AES has no rule for.
    private func checkUnits(
        of stream: StreamAssembly,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError) {
        guard stream.codec == .avc else { return }
        for unit in stream.units where !unit.range.isEmpty {
            let type = stream.data.storage[unit.range.lowerBound] & 0x1F
            guard (2...4).contains(type) else { continue }
            throw .unsupported(
                offset: stream.offset(ofData: unit.range.lowerBound, in: window),
                what: "H.264 data partitioning (nal_unit_type \(type)) on \(stream.pid)",
                remedy: "Use --method aes-128"
            )
        }
    }

    private mutating func encrypt(_ stream: inout StreamAssembly, at index: Int) throws(CipherError) {
        if let cipher = streams[index].audioCipher {
            return try cipher.apply(to: stream.frames, in: &stream.data.storage)
        }
        let units = stream.units
        var bytes = stream.data.storage.mutableSpan
        for unit in units {
            try videoCipher.encrypt(unit, in: &bytes, insertions: &streams[index].prevention)
        }
    }

    /// Puts encrypted data back into their transport packets.
    private mutating func scatter(
        _ count: Int,
        of stream: StreamAssembly,
        at index: Int,
        into window: inout PacketWindow
    ) throws(SampleEncryptionError) {
        var used = 0
        for packet in 0..<count {
            let end = stream.dataRange(packet).upperBound
            let first = used
            while used < streams[index].prevention.count, streams[index].prevention[used] < end { used += 1 }
            if first == used {
                window.scatter(packet, of: stream)
            } else {
                try writer.write(
                    packet,
                    of: stream,
                    prevention: streams[index].prevention[first..<used],
                    into: &window,
                    insertions: &insertions
                )
            }
        }
        streams[index].forget(used, before: stream.packets[count - 1].dataEnd)
    }
}

extension PacketWindow {
    /// Puts the data of a PES packet of unchanged size back into its transport packets.
    fileprivate mutating func scatter(_ index: Int, of stream: StreamAssembly) {
        var position = stream.dataRange(index).lowerBound
        var header = stream.headerRange(index).count
        var original = 0
        for piece in stream.pieces[stream.pieceRange(index)] {
            let packet = self.position(of: piece.packet)
            let payload = Int(piece.start)
            if piece.isDuplicate {
                bytes.move(original + payload..<original + TransportPacket.size, to: packet + payload)
                continue
            }
            original = packet
            let start = payload + min(header, TransportPacket.size - payload)
            header -= start - payload
            let size = TransportPacket.size - start
            bytes.overwrite(
                at: packet + start,
                with: stream.data.storage,
                position..<position + size
            )
            position += size
        }
    }
}
