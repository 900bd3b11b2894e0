package import Bitstreams

/// The fields at the start of an E-AC-3 syncframe (ETSI TS 102 366 annex E, clause E.1.2).
package struct EAC3SyncFrame: Hashable, Sendable {
    /// The type of a substream, strmtyp.
    package enum StreamType: UInt8, Hashable, Sendable {
        /// An independent substream: a program.
        case independent
        /// A dependent substream: more channels of the independent substream before it.
        case dependent
        /// An independent substream that was converted from AC-3.
        case convertedFromAC3
    }

    /// strmtyp.
    package let streamType: StreamType
    /// substreamid, 0 to 7.
    package let substreamID: UInt8
    /// bsid, 11 to 16.
    package let bitstreamID: UInt8
    /// The sampling rate, in Hz.
    package let samplingRate: Int
    /// The number of audio blocks, of 256 samples each, in the frame: 1, 2, 3 or 6.
    package let audioBlockCount: Int
    /// The size of the whole syncframe, in bytes.
    package let frameSize: Int

    /// Indicates whether the frame is the independent substream of the first program.
    ///
    /// False for dependent substreams and for other programs.
    package var isOfFirstProgram: Bool { streamType != .dependent && substreamID == 0 }
    /// The number of samples of each channel that the frame adds to the first program.
    package var sampleCount: Int { isOfFirstProgram ? 256 * audioBlockCount : 0 }

    /// Parses the start of a syncframe.
    ///
    /// - Parameters:
    ///   - bytes: at least the first 6 bytes of the syncframe.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = BitReader(bytes, at: offset)
        guard try reader.bits(16) == 0x0B77 else {
            throw .invalid(
                offset: offset,
                field: "bytes",
                found: "without syncword",
                expected: "0x0B77 of E-AC-3"
            )
        }
        guard let streamType = StreamType(rawValue: UInt8(try reader.bits(2))) else {
            throw .invalid(offset: offset + 2, field: "strmtyp", found: "3", expected: "at most 2")
        }
        self.streamType = streamType
        substreamID = UInt8(try reader.bits(3))
        frameSize = 2 * (Int(try reader.bits(11)) + 1)
        let rateCode = Int(try reader.bits(2))
        let blocksOrHalfRateCode = Int(try reader.bits(2))
        guard rateCode < 3 || blocksOrHalfRateCode < 3 else {
            throw .invalid(offset: offset + 4, field: "fscod2", found: "3", expected: "at most 2")
        }
        let rates = [48_000, 44_100, 32_000]
        samplingRate = rateCode < 3 ? rates[rateCode] : rates[blocksOrHalfRateCode] / 2
        audioBlockCount = rateCode < 3 ? [1, 2, 3, 6][blocksOrHalfRateCode] : 6
        try reader.skip(4)
        bitstreamID = UInt8(try reader.bits(5))
        guard (11...16).contains(bitstreamID) else {
            throw .invalid(offset: offset + 5, field: "bsid", found: "\(bitstreamID)", expected: "11 to 16")
        }
        guard frameSize >= Self.minimumSize else {
            throw .invalid(
                offset: offset + 2,
                field: "frmsiz",
                found: "of \(frameSize) bytes",
                expected: "at least \(Self.minimumSize) bytes"
            )
        }
    }

    /// The size of the fields up to bsid and the CRC at the end, in bytes.
    private static let minimumSize = AC3SyncFrame.prefixSize + 2
}
