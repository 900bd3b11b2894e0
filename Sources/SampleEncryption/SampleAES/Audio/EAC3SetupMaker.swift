internal import Bitstreams
internal import ElementaryStreams

/// Setup information of E-AC-3: the content of the `dec3` box (ETSI TS 102 366, F.6), built from the syncframes of the
/// first access unit.
struct EAC3SetupMaker: AudioSetupMaker {
    /// A program: an independent substream and what extends it.
    private struct Program {
        let identifier: UInt8
        let information: DolbyBitStreamInformation
        var dependentSubstreams: Set<UInt8> = []
        var channelLocations: UInt16 = 0
    }

    private var programs: [Program] = []
    /// Index of the program whose frame came last: dependent substreams extend it.
    private var current = 0
    private var offset: UInt64 = 0
    private var byteCount = 0
    private var sampleCount = 0
    private var samplingRate = 0

    mutating func take(
        _ bytes: ArraySlice<UInt8>,
        _ frame: AudioFrame,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        if frame.startsAccessUnit, !programs.isEmpty { return true }
        do {
            try add(bytes, at: offset)
        } catch {
            throw .malformed(error)
        }
        return false
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        let information = try DolbyBitStreamInformation(bytes, at: offset)
        byteCount += bytes.count
        if information.bitstreamID <= AC3SyncFrame.newestBitstreamID {
            samplingRate = try AC3SyncFrame(bytes, at: offset).samplingRate
            sampleCount += AC3SyncFrame.sampleCount
            addProgram(0, information, at: offset)
            return
        }
        let frame = try EAC3SyncFrame(bytes, at: offset)
        samplingRate = frame.samplingRate
        sampleCount += frame.sampleCount
        if frame.streamType == .dependent {
            try addDependent(frame.substreamID, information, at: offset)
        } else {
            addProgram(frame.substreamID, information, at: offset)
        }
    }

    /// Frames of fewer than six audio blocks bring the same substream more than once.
    private mutating func addProgram(
        _ identifier: UInt8,
        _ information: DolbyBitStreamInformation,
        at offset: UInt64
    ) {
        if programs.isEmpty { self.offset = offset }
        if let index = programs.firstIndex(where: { $0.identifier == identifier }) {
            current = index
            return
        }
        current = programs.count
        programs.append(Program(identifier: identifier, information: information))
    }

    private mutating func addDependent(
        _ identifier: UInt8,
        _ information: DolbyBitStreamInformation,
        at offset: UInt64
    ) throws(ParseError) {
        guard !programs.isEmpty else {
            throw .missing(offset: offset, "independent substream before a dependent one")
        }
        programs[current].dependentSubstreams.insert(identifier)
        programs[current].channelLocations |= information.channelMap.map(Self.locations) ?? 0
    }

    /// chan_loc of a chanmap: its bits 5 to 12 from the lowest bit up, then bit 14, the second low frequency channel.
    private static func locations(_ map: UInt16) -> UInt16 {
        (0..<8).reduce(map & 0x2 != 0 ? 0x100 : 0) { $0 | (map & 0x400 >> $1 != 0 ? 1 << $1 : 0) }
    }
}

extension EAC3SetupMaker {
    func make() throws(SampleEncryptionError) -> AudioSetupInformation? {
        guard let first = programs.first else { return nil }
        guard
            first.information.bitstreamID > AC3SyncFrame.newestBitstreamID
                || !first.dependentSubstreams.isEmpty
        else {
            throw .malformed(
                .invalid(
                    offset: offset + 5,
                    field: "bsid",
                    found: "\(first.information.bitstreamID), of AC-3",
                    expected: "11 to 16 of E-AC-3, which the stream is declared as"
                )
            )
        }
        var writer = BitWriter()
        writer.write(dataRate, 13)
        writer.write(programs.count - 1, 3)
        for program in programs { Self.write(program, to: &writer) }
        if let complexity = programs.lazy.compactMap(\.information.objectComplexity).first {
            writer.write(1, 8)
            writer.write(complexity, 8)
        }
        return AudioSetupInformation(audioType: .zec3, setupData: writer.bytes)
    }

    /// data_rate: kbit/s of all substreams, as far as the field goes.
    private var dataRate: Int {
        let samples = max(1, sampleCount)
        return min(0x1FFF, (byteCount * 8 * samplingRate / samples + 500) / 1000)
    }

    private static func write(_ program: Program, to writer: inout BitWriter) {
        let information = program.information
        writer.write(information.samplingRateCode, 2)
        writer.write(information.bitstreamID, 5)
        // A reserved bit, and asvc: the main service.
        writer.write(0, 2)
        writer.write(information.bitstreamMode, 3)
        writer.write(information.codingMode, 3)
        writer.write(information.hasLowFrequencyChannel ? 1 : 0, 1)
        writer.write(0, 3)
        writer.write(program.dependentSubstreams.count, 4)
        if program.dependentSubstreams.isEmpty {
            writer.write(0, 1)
        } else {
            writer.write(program.channelLocations, 9)
        }
    }
}
