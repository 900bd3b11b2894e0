import Bitstreams
import Ciphers
import TransportStreams

/// Encrypts what a demultiplexer finds in a clear segment, in the place where it stands, and takes the essence's code
/// of what it was.
struct TransportStreamProtector: ~Copyable, TransportStreamHandler {
    private let survey: TransportStreamSurvey
    private let key: SampleAESKey
    /// The program map of the protected segment, for what the clear one was last.
    private var protection: ProgramMapProtection
    /// The code of the essence so far.
    var code: EssenceCode
    /// Encrypts NAL units.
    var videoCipher: AVCSampleCipher
    /// What is kept of the streams, by their places in the program map.
    var streams: [ProtectedStreamState] = []
    /// Writes PES packets that have grown.
    var writer = GrownPESPacketWriter()
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
        try cipherCalls { () throws(CipherError) in try EssenceCode(key: key) }
    }

    private static func makeCipher(_ key: SampleAESKey) throws(SampleEncryptionError) -> AVCSampleCipher {
        try cipherCalls { () throws(CipherError) in try AVCSampleCipher(.encrypt, key: key) }
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
        let bytes = window.bytes.span.extracting(position..<position + TransportPacket.size)
        let offset = window.offset(of: number)
        // What is damaged or scrambled nobody reads either.
        if pid != .programAssociation, let packet = try? TransportPacket.clear(bytes, at: offset) {
            try UnnamedMedia.check(packet, bytes, protection.clearMap, at: offset)
        }
        do {
            try code.take(.packet(pid), bytes)
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
        if let map = tables.latestMap, map != protection.clearMap {
            guard map.hasSameStreams(as: survey.programMap), tables.programMapPID == survey.programMapPID
            else {
                throw .malformed(
                    .invalid(
                        offset: offset,
                        field: "program map",
                        found: "that differs",
                        expected: "the one that was surveyed"
                    )
                )
            }
            protection = try ProgramMapProtection(map, streams: survey.streams, at: offset)
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
        try cipherCalls { () throws(CipherError) in
            try record(count, of: stream, carried: streams[index].carry)
        }
        guard streams[index].isProtected else {
            guard stream.frames.isEmpty else { throw Self.unsurveyed(stream, in: window) }
            return
        }
        streams[index].carry(from: stream, count)
        streams[index].keepLastPacket(of: stream, in: window)
        try checkUnits(of: stream, in: window)
        try cipherCalls { () throws(CipherError) in try encrypt(&stream, at: index) }
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

    /// Audio that the survey saw no frame of stays as it is, and has none.
    private static func unsurveyed(
        _ stream: borrowing StreamAssembly,
        in window: borrowing PacketWindow
    ) -> SampleEncryptionError {
        .malformed(
            .invalid(
                offset: stream.offset(ofData: 0, in: window),
                field: "\(stream.codec.rawValue) on \(stream.pid)",
                found: "with frames",
                expected: "none, as when it was surveyed"
            )
        )
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
        streams[index] = try cipherCalls { () throws(CipherError) in
            try ProtectedStreamState(
                pid: stream.pid,
                audioKey: isProtected && stream.codec != .avc ? key : nil,
                isProtected: isProtected
            )
        }
    }
}
