import Bitstreams
import ElementaryStreams
import ISOBaseMedia

/// What the decoder's configuration in a sample entry says of sound; the fields of the entry are often wrong.
struct SoundConfiguration {
    let codec: TrackFormat.Codec
    let sound: TrackFormat.Sound
    /// Whether decoding can begin with every frame; in USAC only some frames are independent.
    private(set) var isIndependent = true
    /// Why sound of this kind is not packaged; nil where it is.
    private(set) var refusal: String?

    /// - Parameters:
    ///   - codec: the codec.
    ///   - samplingRate: Hertz.
    ///   - channelCount: channels.
    ///   - objectCount: of joint object coding.
    init(_ codec: TrackFormat.Codec, _ samplingRate: Int, _ channelCount: Int, objectCount: Int? = nil) {
        self.codec = codec
        sound = TrackFormat.Sound(
            samplingRate: samplingRate,
            channelCount: channelCount,
            objectCount: objectCount
        )
    }

    /// Reads the configuration of a format.
    ///
    /// - Parameters:
    ///   - entry: the sample entry, with all boxes of `wave` beside the others.
    ///   - fallback: channels where the configuration does not say: those of the entry's fields.
    /// - Returns: what it says; nil for a format that is not packaged.
    /// - Throws: `ParseError` where the configuration is missing or malformed.
    static func read(_ entry: BoxNode, channels fallback: Int) throws(ParseError) -> Self? {
        switch entry.type {
        case "mp4a": try aac(try entry.onlyOrCopies("esds").box, fallback)
        case "ac-3": try ac3(try entry.onlyOrCopies("dac3").box)
        case "ec-3": try eac3(try entry.onlyOrCopies("dec3").box)
        case "Opus": try opus(try entry.onlyOrCopies("dOps").box)
        case "fLaC": try flac(try entry.onlyOrCopies("dfLa").box)
        case "alac": try alac(try entry.onlyOrCopies("alac").box)
        default: nil
        }
    }

    /// Audio object types that are AAC: main to scalable, error resilient, low delay, SBR, PS, enhanced low delay, and USAC.
    private static let aacTypes: Set<UInt8> = [1, 2, 3, 4, 5, 6, 17, 19, 20, 23, 29, 39, usac]
    private static let usac: UInt8 = 42

    /// `esds`: AudioSpecificConfig; nil for MPEG-1 and -2 layers and all else that is no AAC.
    private static func aac(_ box: Box, _ fallback: Int) throws(ParseError) -> Self? {
        let descriptor = try ElementaryStreamDescriptorBox(box)
        // MPEG-4 audio, and AAC main, LC and SSR of MPEG-2.
        guard [0x40, 0x66, 0x67, 0x68].contains(descriptor.objectType) else { return nil }
        guard let bytes = descriptor.decoderConfiguration else {
            throw .missing(offset: descriptor.decoderConfigurationOffset, "AudioSpecificConfig in box 'esds'")
        }
        let offset = descriptor.decoderConfigurationOffset
        let configuration = try AudioSpecificConfiguration(bytes, at: offset)
        guard aacTypes.contains(configuration.coreObjectType) else { return nil }
        let channels = configuration.channelCount ?? fallback
        guard configuration.samplingRate > 0, channels > 0 else {
            throw .invalid(
                offset: offset,
                field: "AudioSpecificConfig",
                found: "\(configuration.samplingRate) Hz, \(channels) channels",
                expected: "at least 1 of each"
            )
        }
        var found = Self(.aac, configuration.samplingRate, channels)
        found.isIndependent = configuration.coreObjectType != usac
        return found
    }

    /// `dac3` (ETSI TS 102 366, F.4).
    private static func ac3(_ box: Box) throws(ParseError) -> Self {
        var reader = BitReader(box.body, at: box.bodyOffset)
        let rate = try dolbyRate(&reader)
        let bitstreamID = UInt8(try reader.bits(5))
        try reader.skip(3)
        var found = Self(.ac3, rate, try dolbyChannels(&reader))
        found.refusal = AC3SyncFrame.refusal(ofBitstreamID: bitstreamID)
        return found
    }

    /// `dec3` (F.6): the first independent substream with the dependent ones that belong to it.
    private static func eac3(_ box: Box) throws(ParseError) -> Self {
        var reader = BitReader(box.body, at: box.bodyOffset)
        try reader.skip(13 + 3)
        // The frames say whether 3 is half of 48, of 44.1 or of 32 kHz.
        var ahead = reader
        let isReduced = try ahead.bits(2) == 3
        let rate = isReduced ? 0 : try dolbyRate(&reader)
        if isReduced { reader = ahead }
        let bitstreamID = try reader.bits(5)
        try reader.skip(1 + 1 + 3)
        var channels = try dolbyChannels(&reader)
        try reader.skip(3)
        if try reader.bits(4) > 0 {
            let locations = try reader.bits(9)
            // Bit 0 is the lowest: Lc/Rc, Lrs/Rrs, Cs, Ts, Lsd/Rsd, Lw/Rw, Lvh/Rvh, Cvh, LFE2.
            for (bit, count) in [2, 2, 1, 1, 2, 2, 2, 1, 1].enumerated()
            where locations >> UInt64(bit) & 1 == 1 {
                channels += count
            }
        }
        let objects = try EAC3ConfigurationBox(box).objectCount
        var found = Self(.eac3, rate, channels, objectCount: objects.map { Int($0) })
        if isReduced { found.refusal = "E-AC-3 of half the sampling rate (fscod 3)" }
        if !(11...16).contains(bitstreamID) { found.refusal = "E-AC-3 of bsid \(bitstreamID)" }
        return found
    }

    /// fscod.
    private static func dolbyRate(_ reader: inout BitReader) throws(ParseError) -> Int {
        let offset = reader.offset
        let code = try reader.bits(2)
        guard code < 3 else {
            throw .invalid(offset: offset, field: "fscod", found: "3", expected: "at most 2")
        }
        return [48_000, 44_100, 32_000][Int(code)]
    }

    /// acmod and lfeon.
    private static func dolbyChannels(_ reader: inout BitReader) throws(ParseError) -> Int {
        [2, 1, 2, 3, 3, 4, 4, 5][Int(try reader.bits(3))] + Int(try reader.bits(1))
    }

    /// `dOps` (Encapsulation of Opus in ISO base media, 4.3.2); Opus always counts in 48 kHz.
    private static func opus(_ box: Box) throws(ParseError) -> Self {
        var reader = box.reader
        try reader.skip(1)
        let channels = try reader.positive("OutputChannelCount of 'dOps'", try reader.uint8())
        try reader.skip(2 + 4 + 2 + 1)
        return Self(.opus, 48_000, channels)
    }

    /// `dfLa`: the first metadata block is STREAMINFO (Encapsulation of FLAC in ISO base media, 3.3.2; RFC 9639, 8.2).
    private static func flac(_ box: Box) throws(ParseError) -> Self {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, newest: 0)
        let offset = reader.offset
        let type = try reader.uint8() & 0x7F
        let size = try reader.uint24()
        guard type == 0, size == 34 else {
            throw .invalid(
                offset: offset,
                field: "first metadata block of 'dfLa'",
                found: "type \(type) of \(size) bytes",
                expected: "STREAMINFO, type 0 of 34 bytes"
            )
        }
        try reader.skip(10)
        let start = reader.offset
        var bits = BitReader(try reader.take(24), at: start)
        let rate = Int(try bits.bits(20))
        guard rate > 0 else {
            throw .invalid(
                offset: start,
                field: "sampling rate of 'dfLa'",
                found: "0",
                expected: "at least 1"
            )
        }
        return Self(.flac, rate, Int(try bits.bits(3)) + 1)
    }

    /// `alac` in the entry: ALACSpecificConfig behind version and flags.
    private static func alac(_ box: Box) throws(ParseError) -> Self {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, newest: 0)
        // frameLength, compatibleVersion, bitDepth, pb, mb, kb
        try reader.skip(4 + 5)
        let channels = try reader.positive("numChannels of 'alac'", try reader.uint8())
        // maxRun, maxFrameBytes, avgBitRate
        try reader.skip(2 + 4 + 4)
        return Self(.alac, try reader.positive("sampleRate of 'alac'", try reader.uint32()), channels)
    }
}

extension ByteReader {
    /// A number that was just read and must not be 0.
    fileprivate func positive(_ field: String, _ value: some FixedWidthInteger) throws(ParseError) -> Int {
        guard value > 0 else {
            throw .invalid(
                offset: offset - UInt64(value.bitWidth / 8),
                field: field,
                found: "0",
                expected: "at least 1"
            )
        }
        return Int(value)
    }
}
