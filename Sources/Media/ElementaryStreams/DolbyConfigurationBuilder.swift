package import Bitstreams

/// A builder of `dac3` and `dec3` (ETSI TS 102 366, F.4 and F.6) from the syncframes of the first access
/// unit.
package struct DolbyConfigurationBuilder: Sendable {
    /// An independent substream with the dependent substreams that extend it.
    private struct Program: Sendable {
        let identifier: UInt8
        let information: DolbyBitStreamInformation
        var dependentSubstreams: Set<UInt8> = []
        var channelLocations: UInt16 = 0
    }

    /// The number of channels by acmod (ETSI TS 102 366 table 4.3), without low frequency effects.
    private static let channelCounts = [2, 1, 2, 3, 3, 4, 4, 5]

    private var programs: [Program] = []
    /// The index of the program of the last frame, which dependent substreams extend.
    private var currentIndex = 0
    private var frameSizeCode: UInt8 = 0
    private var byteCount = 0
    private var sampleCount = 0
    /// The sampling rate of the last frame in Hz, or 0 before the first frame.
    package private(set) var samplingRate = 0

    /// Creates a builder without frames.
    package init() {}

    /// Indicates whether no frame was added.
    package var isEmpty: Bool { programs.isEmpty }
    /// Indicates whether the access unit is complete: the next frame of the first program belongs to another
    /// one.
    package var isComplete: Bool { sampleCount >= AC3SyncFrame.sampleCount }

    /// bsid of the first frame if all is plain AC-3 without dependent substreams, otherwise nil.
    package var ac3BitstreamID: UInt8? {
        guard let first = programs.first, programs.count == 1, first.dependentSubstreams.isEmpty,
            first.information.bitstreamID <= AC3SyncFrame.newestBitstreamID
        else { return nil }
        return first.information.bitstreamID
    }

    /// Adds a syncframe of the first access unit.
    ///
    /// - Parameters:
    ///   - bytes: the syncframe.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if the frame is malformed, or is a dependent substream before any independent
    ///   one.
    package mutating func add(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        let information = try DolbyBitStreamInformation(bytes, at: offset)
        byteCount += bytes.count
        guard information.bitstreamID > AC3SyncFrame.newestBitstreamID else {
            let frame = try AC3SyncFrame(bytes, at: offset)
            samplingRate = frame.samplingRate
            frameSizeCode = frame.frameSizeCode
            sampleCount += AC3SyncFrame.sampleCount
            addProgram(0, information)
            return
        }
        let frame = try EAC3SyncFrame(bytes, at: offset)
        samplingRate = frame.samplingRate
        sampleCount += frame.sampleCount
        guard frame.streamType == .dependent else {
            addProgram(frame.substreamID, information)
            return
        }
        guard !programs.isEmpty else {
            throw .missing(offset: offset, "independent substream before a dependent one")
        }
        programs[currentIndex].dependentSubstreams.insert(frame.substreamID)
        programs[currentIndex].channelLocations |= information.channelMap.map(Self.locations) ?? 0
    }

    /// Selects the program of a substream, which may be known: frames of fewer than six audio blocks repeat
    /// it.
    private mutating func addProgram(_ identifier: UInt8, _ information: DolbyBitStreamInformation) {
        currentIndex = programs.firstIndex { $0.identifier == identifier } ?? programs.count
        if currentIndex == programs.count {
            programs.append(Program(identifier: identifier, information: information))
        }
    }

    /// Returns chan_loc for a chanmap.
    ///
    /// Bits 5 to 12 of chanmap, counted from the most significant, become bits 0 to 7, counted from the least
    /// significant. Bit 14, the second low frequency channel, becomes bit 8.
    private static func locations(_ map: UInt16) -> UInt16 {
        (0..<8).reduce(map & 0x2 != 0 ? 0x100 : 0) { $0 | (map & 0x400 >> $1 != 0 ? 1 << $1 : 0) }
    }

    /// The body of `dac3`, empty before the first frame.
    package var ac3Body: [UInt8] {
        guard let information = programs.first?.information else { return [] }
        var writer = BitWriter()
        writer.write(information.samplingRateCode, 2)
        writer.write(information.bitstreamID, 5)
        writer.write(information.bitstreamMode, 3)
        writer.write(information.codingMode, 3)
        writer.write(information.hasLowFrequencyChannel ? 1 : 0, 1)
        // bit_rate_code, and five reserved bits
        writer.write(frameSizeCode / 2, 5)
        writer.write(0, 5)
        return writer.bytes
    }

    /// The body of `dec3`.
    package var eac3Body: [UInt8] {
        var writer = BitWriter()
        writer.write(dataRate, 13)
        writer.write(max(1, programs.count) - 1, 3)
        for program in programs { Self.write(program, to: &writer) }
        if let objectCount {
            // seven reserved bits and flag_ec3_extension_type_a
            writer.write(1, 8)
            writer.write(objectCount, 8)
        }
        return writer.bytes
    }

    private static func write(_ program: Program, to writer: inout BitWriter) {
        let information = program.information
        writer.write(information.samplingRateCode, 2)
        writer.write(information.bitstreamID, 5)
        // a reserved bit, and asvc 0: the main service
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

    /// data_rate: the bit rate of all substreams in kbit/s, at most the largest value of the field.
    private var dataRate: Int {
        min(0x1FFF, (byteCount * 8 * samplingRate / max(1, sampleCount) + 500) / 1000)
    }

    /// complexity_index_type_a of joint object coding, or nil without it.
    package var objectCount: Int? {
        programs.lazy.compactMap(\.information.objectComplexity).first.map(Int.init)
    }

    /// The number of channels of the first program, those of its dependent substreams included.
    package var channelCount: Int {
        guard let program = programs.first else { return 0 }
        let core =
            Self.channelCounts[Int(program.information.codingMode & 7)]
            + (program.information.hasLowFrequencyChannel ? 1 : 0)
        // Locations of channel pairs (table F.6.1): Lc/Rc, Lrs/Rrs, Lsd/Rsd, Lw/Rw, Lvh/Rvh; of single
        // channels: Cs, Ts, Cvh, LFE2.
        let pairs: UInt16 = 0b0_0111_0011
        let locations = program.channelLocations
        return core + locations.nonzeroBitCount + (locations & pairs).nonzeroBitCount
    }
}
