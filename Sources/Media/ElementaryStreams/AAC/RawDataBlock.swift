import Bitstreams

/// The elements of an AAC LC block (`raw_data_block()`, ISO/IEC 14496-3, 4.4.2.1), without audio data.
struct RawDataBlock {
    /// The type of a syntactic element, id_syn_ele (table 4.85).
    enum Element: UInt64 {
        case singleChannel
        case channelPair
        case couplingChannel
        case lowFrequency
        case dataStream
        case programConfiguration
        case fill
        case end
    }

    /// The SBR data of one channel element.
    struct BandReplication {
        /// The element that the SBR data extend.
        let element: Element
        /// Indicates whether a CRC of 10 bits precedes the SBR data.
        let hasChecksum: Bool
        /// The extension payload: four bits of extension_type, the CRC if there is one, then the SBR data.
        let payload: [UInt8]
    }

    /// extension_type of SBR data without and with a CRC (table 4.121).
    private static let bandReplicationType: UInt8 = 13
    private static let checkedBandReplicationType: UInt8 = 14

    /// The elements with channels, coupling channels included, in order.
    private(set) var channelElements: [Element] = []
    /// The SBR data of all elements, in order.
    private(set) var bandReplication: [BandReplication] = []
    /// The last program configuration, or nil if there is none.
    private(set) var programConfiguration: ProgramConfiguration?

    private let bands: ScaleFactorBands

    /// Parses the block.
    ///
    /// - Parameters:
    ///   - reader: positioned at the block, on a byte boundary; advanced to the byte after it.
    ///   - bands: the scale factor bands of the sampling rate.
    /// - Throws: `ParseError` if bits are missing or the syntax is not that of AAC LC.
    init(_ reader: inout BitReader, bands: ScaleFactorBands) throws(ParseError) {
        self.bands = bands
        while let element = Element(rawValue: try reader.bits(3)), element != .end {
            try read(element, &reader)
        }
        try reader.align()
    }

    private mutating func read(_ element: Element, _ reader: inout BitReader) throws(ParseError) {
        switch element {
        case .singleChannel, .lowFrequency:
            try reader.skip(4)
            _ = try IndividualChannelStream(&reader, commonWindow: nil, bands: bands)
            channelElements.append(element)
        case .channelPair:
            try skipChannelPair(&reader)
            channelElements.append(element)
        case .couplingChannel:
            try skipCouplingChannel(&reader)
            channelElements.append(element)
        case .dataStream: try skipDataStream(&reader)
        case .programConfiguration: programConfiguration = try ProgramConfiguration(&reader)
        case .fill: try readFill(&reader)
        case .end: break
        }
    }

    private func skipChannelPair(_ reader: inout BitReader) throws(ParseError) {
        try reader.skip(4)
        var commonWindow: WindowInformation?
        if try reader.flag() {
            let window = try WindowInformation(&reader, bands: bands)
            let offset = reader.offset
            switch try reader.bits(2) {
            case 1: try reader.skip(window.groupLengths.count * window.bandCount)
            case 3:
                throw .invalid(offset: offset, field: "ms_mask_present", found: "3", expected: "at most 2")
            default: break
            }
            commonWindow = window
        }
        for _ in 0..<2 { _ = try IndividualChannelStream(&reader, commonWindow: commonWindow, bands: bands) }
    }

    /// Skips coupling_channel_element() (4.4.2.3).
    private func skipCouplingChannel(_ reader: inout BitReader) throws(ParseError) {
        try reader.skip(4)
        let isIndependent = try reader.flag()
        let targetCount = Int(try reader.bits(3)) + 1
        var gainListCount = targetCount
        for _ in 0..<targetCount {
            let isPair = try reader.flag()
            try reader.skip(4)
            if isPair, try reader.bits(2) == 3 { gainListCount += 1 }
        }
        try reader.skip(4)
        let stream = try IndividualChannelStream(&reader, commonWindow: nil, bands: bands)
        for _ in 1..<gainListCount {
            let isCommon = isIndependent ? true : try reader.flag()
            if isCommon {
                try IndividualChannelStream.skipGain(&reader)
            } else {
                try stream.skipGains(&reader)
            }
        }
    }

    private func skipDataStream(_ reader: inout BitReader) throws(ParseError) {
        try reader.skip(4)
        let isAligned = try reader.flag()
        var count = Int(try reader.bits(8))
        if count == 255 { count += Int(try reader.bits(8)) }
        if isAligned { try reader.align() }
        try reader.skip(8 * count)
    }

    private mutating func readFill(_ reader: inout BitReader) throws(ParseError) {
        var count = Int(try reader.bits(4))
        if count == 15 { count += Int(try reader.bits(8)) - 1 }
        var payload: [UInt8] = []
        for _ in 0..<count { payload.append(UInt8(try reader.bits(8))) }
        guard let element = channelElements.last, let type = payload.first.map({ $0 >> 4 }) else { return }
        guard type == Self.bandReplicationType || type == Self.checkedBandReplicationType else { return }
        bandReplication.append(
            BandReplication(
                element: element,
                hasChecksum: type == Self.checkedBandReplicationType,
                payload: payload
            )
        )
    }
}

extension BitReader {
    /// Skips to the next byte boundary; the reader's bytes have to start on one.
    mutating func align() throws(ParseError) { try skip(count % 8) }
}
