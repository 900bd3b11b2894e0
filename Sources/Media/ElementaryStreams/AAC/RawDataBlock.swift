import Bitstreams

/// The elements of a block of AAC LC (`raw_data_block()`, ISO/IEC 14496-3, 4.4.2.1), without what they hold of audio.
struct RawDataBlock {
    /// A syntactic element, by its identifier (table 4.85).
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

    /// SBR data of an element.
    struct BandReplication {
        /// What it belongs to.
        let element: Element
        /// Whether a check word of 10 bits stands in front of it.
        let hasChecksum: Bool
        /// It, behind four bits of extension_type.
        let payload: [UInt8]
    }

    /// Low bits of extension_type: SBR data, and those with a check word (table 4.121).
    private static let bandReplication: UInt8 = 13
    private static let checkedBandReplication: UInt8 = 14

    /// The elements that have channels, in order.
    private(set) var channels: [Element] = []
    /// SBR data, in order.
    private(set) var bandReplication: [BandReplication] = []
    /// The last program configuration.
    private(set) var programConfiguration: ProgramConfiguration?

    private let bands: ScaleFactorBands

    /// - Parameters:
    ///   - reader: stands at the block, on a byte; afterwards on the byte behind it.
    ///   - bands: those of the sampling rate.
    /// - Throws: `ParseError` where bits are missing or are none of AAC LC.
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
            _ = try IndividualChannelStream(&reader, common: nil, bands: bands)
            channels.append(element)
        case .channelPair:
            try skipChannelPair(&reader)
            channels.append(element)
        case .couplingChannel:
            try skipCouplingChannel(&reader)
            channels.append(element)
        case .dataStream: try skipDataStream(&reader)
        case .programConfiguration: programConfiguration = try ProgramConfiguration(&reader)
        case .fill: try readFill(&reader)
        case .end: break
        }
    }

    private func skipChannelPair(_ reader: inout BitReader) throws(ParseError) {
        try reader.skip(4)
        var common: WindowInformation?
        if try reader.flag() {
            let window = try WindowInformation(&reader, bands: bands)
            let offset = reader.offset
            switch try reader.bits(2) {
            case 1: try reader.skip(window.groups.count * window.bandCount)
            case 3:
                throw .invalid(offset: offset, field: "ms_mask_present", found: "3", expected: "at most 2")
            default: break
            }
            common = window
        }
        for _ in 0..<2 { _ = try IndividualChannelStream(&reader, common: common, bands: bands) }
    }

    /// coupling_channel_element() (4.4.2.3).
    private func skipCouplingChannel(_ reader: inout BitReader) throws(ParseError) {
        try reader.skip(4)
        let isIndependent = try reader.flag()
        let targets = Int(try reader.bits(3)) + 1
        var gainLists = targets
        for _ in 0..<targets {
            let isPair = try reader.flag()
            try reader.skip(4)
            if isPair, try reader.bits(2) == 3 { gainLists += 1 }
        }
        try reader.skip(4)
        let stream = try IndividualChannelStream(&reader, common: nil, bands: bands)
        for _ in 1..<gainLists {
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
        guard let element = channels.last, let type = payload.first.map({ $0 >> 4 }) else { return }
        guard type == Self.bandReplication || type == Self.checkedBandReplication else { return }
        bandReplication.append(
            BandReplication(
                element: element,
                hasChecksum: type == Self.checkedBandReplication,
                payload: payload
            )
        )
    }
}

extension BitReader {
    /// Passes over the bits up to the next byte, which has to be one of the stream's.
    mutating func align() throws(ParseError) { try skip(count % 8) }
}
