package import Bitstreams

/// The bit stream information of an AC-3 or E-AC-3 syncframe, `bsi()` (ETSI TS 102 366, clause 4.3.2 and
/// E.1.2.2).
///
/// SAMPLE-AES leaves only the first 16 bytes of a syncframe clear, so all of it can be read only in clear
/// syncframes.
package struct DolbyBitStreamInformation: Hashable, Sendable {
    /// fscod: the index of the sampling rate, 3 for the halved rates of E-AC-3.
    var samplingRateCode: UInt8 = 0
    /// bsid: at most 10 for AC-3, 11 to 16 for E-AC-3.
    package var bitstreamID: UInt8 = 0
    /// bsmod: the type of service, or 0 (complete main) if the frame does not give it.
    package var bitstreamMode: UInt8 = 0
    /// acmod: the layout of the full-bandwidth channels.
    package var codingMode: UInt8 = 0
    /// lfeon: there is a low frequency effects channel.
    package var hasLowFrequencyChannel = false
    /// chanmap of a dependent substream, bit 0 as the most significant bit, or nil if there is none.
    package var channelMap: UInt16?
    /// complexity_index_type_a of object audio (ETSI TS 103 420, 8.3), or nil if there is none.
    package var objectComplexity: UInt8?

    /// Parses the start of a syncframe.
    ///
    /// - Parameters:
    ///   - bytes: the syncframe.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        if AC3SyncFrame.isAC3(bytes) {
            let frame = try AC3SyncFrame(bytes, at: offset)
            samplingRateCode = frame.samplingRateCode
            bitstreamID = frame.bitstreamID
            var reader = BitReader(bytes, at: offset)
            try reader.skip(45)
            try readCoreInformation(&reader)
        } else {
            let frame = try EAC3SyncFrame(bytes, at: offset)
            bitstreamID = frame.bitstreamID
            var reader = BitReader(bytes, at: offset)
            try reader.skip(32)
            try readEnhancedInformation(frame, &reader)
        }
    }

    /// Reads the fields of AC-3 after bsid.
    private mutating func readCoreInformation(_ reader: inout BitReader) throws(ParseError) {
        bitstreamMode = UInt8(try reader.bits(3))
        codingMode = UInt8(try reader.bits(3))
        if codingMode & 1 != 0, codingMode != 1 { try reader.skip(2) }
        if codingMode & 4 != 0 { try reader.skip(2) }
        if codingMode == 2 { try reader.skip(2) }
        hasLowFrequencyChannel = try reader.flag()
    }

    /// Reads the fields of E-AC-3 from fscod on.
    private mutating func readEnhancedInformation(
        _ frame: EAC3SyncFrame,
        _ reader: inout BitReader
    ) throws(ParseError) {
        samplingRateCode = UInt8(try reader.bits(2))
        try reader.skip(2)
        codingMode = UInt8(try reader.bits(3))
        hasLowFrequencyChannel = try reader.flag()
        try reader.skip(5)
        for _ in 0..<programCount {
            try reader.skip(5)
            try reader.skipIfFlagged(8)
        }
        if frame.streamType == .dependent, try reader.flag() { channelMap = UInt16(try reader.bits(16)) }
        if try reader.flag() { try skipMixingMetadata(frame, &reader) }
        if try reader.flag() { try readInformationalMetadata(&reader) }
        if frame.streamType == .independent, frame.audioBlockCount != 6 { try reader.skip(1) }
        if frame.streamType == .convertedFromAC3 {
            if frame.audioBlockCount == 6 { try reader.skip(6) } else { try reader.skipIfFlagged(6) }
        }
        if try reader.flag() { try readAdditionalInformation(&reader) }
    }

    /// The number of programs in the frame: 2 for dual mono (acmod 0), otherwise 1.
    private var programCount: Int { codingMode == 0 ? 2 : 1 }

    private func skipMixingMetadata(_ frame: EAC3SyncFrame, _ reader: inout BitReader) throws(ParseError) {
        if codingMode > 2 { try reader.skip(2) }
        if codingMode > 2, codingMode & 1 != 0 { try reader.skip(6) }
        if codingMode & 4 != 0 { try reader.skip(6) }
        if hasLowFrequencyChannel { try reader.skipIfFlagged(5) }
        guard frame.streamType == .independent else { return }
        for _ in 0..<programCount + 1 { try reader.skipIfFlagged(6) }
        switch try reader.bits(2) {
        case 1: try reader.skip(5)
        case 2: try reader.skip(12)
        case 3: try reader.skip(8 * (Int(try reader.bits(5)) + 2))
        default: break
        }
        if codingMode < 2 { for _ in 0..<programCount { try reader.skipIfFlagged(14) } }
        guard try reader.flag() else { return }
        guard frame.audioBlockCount > 1 else { return try reader.skip(5) }
        for _ in 0..<frame.audioBlockCount { try reader.skipIfFlagged(5) }
    }

    private mutating func readInformationalMetadata(_ reader: inout BitReader) throws(ParseError) {
        bitstreamMode = UInt8(try reader.bits(3))
        try reader.skip(2)
        if codingMode == 2 { try reader.skip(4) }
        if codingMode >= 6 { try reader.skip(2) }
        for _ in 0..<programCount { try reader.skipIfFlagged(8) }
        if samplingRateCode < 3 { try reader.skip(1) }
    }

    /// Reads addbsi: seven reserved bits, flag_ec3_extension_type_a and complexity_index_type_a.
    private mutating func readAdditionalInformation(_ reader: inout BitReader) throws(ParseError) {
        let count = Int(try reader.bits(6)) + 1
        let first = try reader.bits(8)
        guard count >= 2 else { return }
        let second = UInt8(try reader.bits(8))
        try reader.skip(8 * (count - 2))
        // If reserved bits are set, the contents are something else.
        if first == 1, (1...16).contains(second) { objectComplexity = second }
    }
}

extension BitReader {
    /// Skips `width` bits if the next bit is set.
    fileprivate mutating func skipIfFlagged(_ width: Int) throws(ParseError) {
        if try flag() { try skip(width) }
    }
}
