import Bitstreams
import Ciphers
import TransportStreams

/// A demultiplexer's handler that encrypts a clear segment in place, and computes the MAC of its invariant.
struct TransportStreamEncryptionHandler: ~Copyable, TransportStreamHandler {
    private let survey: TransportStreamSurvey
    private let key: SampleAESKey
    /// The maps of the clear and the protected segment, for the last program map that was read.
    private var protection: ProtectedProgramMap
    /// The MAC of the invariant so far.
    var mac: InvariantMAC
    var videoCipher: AVCSampleCipher
    /// The states of the streams, by index in `TransportStreamDemultiplexer.streams`.
    var streams: [ProtectedStreamState] = []
    var writer = GrownPESPacketWriter()
    var insertions = PacketInsertions()

    /// - Parameters:
    ///   - survey: the survey of the segment.
    ///   - key: the content key and IV.
    ///   - digestKey: the key of the MAC over the invariant.
    /// - Throws: `SampleEncryptionError` if the program map does not fit into one packet, or a cipher fails.
    init(
        _ survey: TransportStreamSurvey,
        key: SampleAESKey,
        digestKey: ContentKey
    ) throws(SampleEncryptionError) {
        let protection = try ProtectedProgramMap(survey)
        let mac = try Self.makeMAC(digestKey)
        let cipher = try Self.makeCipher(key)
        self.survey = survey
        self.key = key
        self.protection = protection
        self.mac = mac
        videoCipher = cipher
    }

    private static func makeMAC(_ key: ContentKey) throws(SampleEncryptionError) -> InvariantMAC {
        try withSampleEncryptionErrors { () throws(CipherError) in try InvariantMAC(key: key) }
    }

    private static func makeCipher(_ key: SampleAESKey) throws(SampleEncryptionError) -> AVCSampleCipher {
        try withSampleEncryptionErrors { () throws(CipherError) in try AVCSampleCipher(.encrypt, key: key) }
    }

    func needsUnits(isProtected: Bool) -> Bool { true }

    /// Returns the MAC of the invariant.
    consuming func finish() throws(SampleEncryptionError) -> MediaMAC {
        do {
            return try mac.finish()
        } catch {
            throw .cipher(error)
        }
    }

    mutating func handlePacket(
        of pid: PacketIdentifier,
        number: Int,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError) {
        let position = window.position(of: number)
        let bytes = window.bytes.span.extracting(position..<position + TransportPacket.size)
        let offset = window.offset(of: number)
        // Damaged and scrambled packets are not checked: players cannot read them either.
        if pid != .programAssociation, let packet = try? TransportPacket.parseReadable(bytes, at: offset) {
            try UndeclaredMediaCheck.check(packet, bytes, protection.clearMap, at: offset)
        }
        do {
            try mac.add(.packet(pid), bytes)
        } catch {
            throw .cipher(error)
        }
    }

    mutating func handleAdaptationField(
        of pid: PacketIdentifier,
        _ range: Range<Int>,
        number: Int,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError) {
        do {
            try mac.add(.adaptationField(pid), window.bytes.span.extracting(range))
        } catch {
            throw .cipher(error)
        }
    }

    mutating func handleProgramMapPacket(
        number: Int,
        of tables: SingleProgramTables,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError) {
        let offset = window.offset(of: number)
        if let map = tables.latestMap, map != protection.clearMap {
            guard map.hasSameStreams(as: survey.programMap), tables.programMapPID == survey.programMapPID
            else {
                throw .malformed(
                    .invalid(
                        offset: offset,
                        field: "program map",
                        found: "that differs",
                        expected: "the one that was found in the first pass"
                    )
                )
            }
            protection = try ProtectedProgramMap(map, streams: survey.streams, at: offset)
        }
        guard protection.isChanged else { return }
        do {
            let position = window.position(of: number)
            var bytes = window.bytes.mutableSpan
            try SectionPacketWriter.write(protection.section, into: &bytes, from: position, at: offset)
        } catch {
            throw .malformed(error)
        }
    }

    mutating func handleRelease(
        _ count: Int,
        of stream: inout PESPacketQueue,
        at index: Int,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError) {
        try prepareState(of: stream, at: index)
        try withSampleEncryptionErrors { () throws(CipherError) in
            try addToMAC(count, of: stream, carriedBytes: streams[index].carriedClearBytes)
        }
        guard streams[index].isProtected else {
            guard stream.frames.isEmpty else { throw Self.unsurveyedError(stream, in: window) }
            return
        }
        streams[index].keepClearBytes(from: stream, count)
        streams[index].keepLastPacket(of: stream, in: window)
        try checkUnits(of: stream, in: window)
        try withSampleEncryptionErrors { () throws(CipherError) in try encrypt(&stream, at: index) }
        try scatter(count, of: stream, at: index, into: &window)
        streams[index].finishLastPacket(of: stream, in: window)
    }

    mutating func handleDuplicate(
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
                    found: "of the previous packet",
                    expected: "the next value, as this packet is not a duplicate"
                )
            )
        }
    }

    /// Returns the error for an audio stream with frames that had none in the survey and is therefore not
    /// encrypted.
    private static func unsurveyedError(
        _ stream: borrowing PESPacketQueue,
        in window: borrowing PacketWindow
    ) -> SampleEncryptionError {
        .malformed(
            .invalid(
                offset: stream.offset(ofData: 0, in: window),
                field: "\(stream.codec.rawValue) on \(stream.pid)",
                found: "with frames",
                expected: "none, as in the first pass"
            )
        )
    }

    private mutating func prepareState(
        of stream: PESPacketQueue,
        at index: Int
    ) throws(SampleEncryptionError) {
        guard !streams.indices.contains(index) || streams[index].pid != stream.pid else { return }
        while streams.count <= index { streams.append(ProtectedStreamState()) }
        let isProtected = survey.streams.contains {
            $0.pid == stream.pid && ($0.codec == .avc || $0.setup != nil)
        }
        streams[index] = try withSampleEncryptionErrors { () throws(CipherError) in
            try ProtectedStreamState(
                pid: stream.pid,
                audioKey: isProtected && stream.codec != .avc ? key : nil,
                isProtected: isProtected
            )
        }
    }
}
