import Bitstreams
import ElementaryStreams
import ISOBaseMedia
import TextFormats

/// The audio properties by the decoder configuration of a sample entry; the fields of the entry are often
/// wrong.
struct AudioConfiguration {
    let codec: TrackFormat.Codec
    let sound: TrackFormat.Sound
    /// Indicates whether decoding can begin with every frame; in USAC only some frames allow it.
    private(set) var isIndependent = true
    /// The reason why audio with this configuration is not packaged, or nil if it is.
    private(set) var refusal: CodecRefusal?

    /// - Parameters:
    ///   - codec: the codec.
    ///   - samplingRate: the sampling rate in hertz.
    ///   - channelCount: the number of channels.
    ///   - objectCount: the number of objects of joint object coding, or nil without it.
    init(_ codec: TrackFormat.Codec, _ samplingRate: Int, _ channelCount: Int, objectCount: Int? = nil) {
        self.codec = codec
        sound = TrackFormat.Sound(
            samplingRate: samplingRate,
            channelCount: channelCount,
            objectCount: objectCount
        )
    }

    /// Reads the decoder configuration.
    ///
    /// - Parameters:
    ///   - entry: the sample entry, with the boxes of `wave` among its children.
    ///   - fallbackChannelCount: the number of channels in the fields of the entry, used if the
    ///     configuration has none.
    /// - Returns: the audio properties, or nil if the codec is not packaged at all.
    /// - Throws: `ParseError` if the configuration is missing or malformed.
    static func read(_ entry: BoxNode, channels fallbackChannelCount: Int) throws(ParseError) -> Self? {
        switch entry.type {
        case "mp4a": try aac(try entry.onlyOrCopies("esds").box, fallbackChannelCount)
        case "ac-3": try ac3(try entry.onlyOrCopies("dac3").box)
        case "ec-3": try eac3(try entry.onlyOrCopies("dec3").box)
        case "Opus": try opus(try entry.onlyOrCopies("dOps").box)
        case "fLaC": try flac(try entry.onlyOrCopies("dfLa").box)
        case "alac": try alac(try entry.onlyOrCopies("alac").box)
        default: nil
        }
    }

    /// The audio object types of AAC: main to scalable, error resilient, low delay, SBR, PS, enhanced low
    /// delay, and USAC.
    private static let aacTypes: Set<UInt8> = [1, 2, 3, 4, 5, 6, 17, 19, 20, 23, 29, 39, usac]
    private static let usac: UInt8 = 42

    /// Reads AudioSpecificConfig in `esds`; returns nil for MPEG-1 and MPEG-2 Layers and anything else that
    /// is not AAC.
    private static func aac(_ box: Box, _ fallbackChannelCount: Int) throws(ParseError) -> Self? {
        let descriptor = try ElementaryStreamDescriptorBox(box)
        // MPEG-4 audio, and AAC main, LC and SSR of MPEG-2
        guard [0x40, 0x66, 0x67, 0x68].contains(descriptor.objectType) else { return nil }
        guard let bytes = descriptor.decoderConfiguration else {
            throw .missing(offset: descriptor.decoderConfigurationOffset, "AudioSpecificConfig in box 'esds'")
        }
        let offset = descriptor.decoderConfigurationOffset
        let configuration = try AudioSpecificConfiguration(bytes, at: offset)
        guard aacTypes.contains(configuration.coreObjectType) else { return nil }
        let channels = configuration.channelCount ?? fallbackChannelCount
        guard configuration.samplingRate > 0, channels > 0 else {
            throw .invalid(
                offset: offset,
                field: "AudioSpecificConfig",
                found: "\(configuration.samplingRate) Hz, \(CountText.text(channels, "channel"))",
                expected: "at least 1 of each"
            )
        }
        var found = Self(.aac, configuration.samplingRate, channels)
        found.isIndependent = configuration.coreObjectType != usac
        return found
    }

    /// Reads `dac3` (ETSI TS 102 366, F.4).
    private static func ac3(_ box: Box) throws(ParseError) -> Self {
        var reader = BitReader(box.body, at: box.bodyOffset)
        let rate = try dolbyRate(&reader)
        let bitstreamID = UInt8(try reader.bits(5))
        try reader.skip(3)
        var found = Self(.ac3, rate, try dolbyChannels(&reader))
        found.refusal = AC3SyncFrame.unsupportedDescription(ofBitstreamID: bitstreamID).map {
            CodecRefusal($0)
        }
        return found
    }

    /// Reads `dec3` (F.6): the first independent substream and its dependent substreams.
    private static func eac3(_ box: Box) throws(ParseError) -> Self {
        var reader = BitReader(box.body, at: box.bodyOffset)
        try reader.skip(13 + 3)
        // 3 means half of 48, 44.1 or 32 kHz; which one is only in the frames.
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
            // From bit 0 (lowest) on: Lc/Rc, Lrs/Rrs, Cs, Ts, Lsd/Rsd, Lw/Rw, Lvh/Rvh, Cvh, LFE2
            for (bit, count) in [2, 2, 1, 1, 2, 2, 2, 1, 1].enumerated()
            where locations >> UInt64(bit) & 1 == 1 {
                channels += count
            }
        }
        let objects = try EAC3ConfigurationBox(box).objectCount
        var found = Self(.eac3, rate, channels, objectCount: objects.map { Int($0) })
        if isReduced { found.refusal = CodecRefusal("E-AC-3 of half the sampling rate (fscod 3)") }
        if !(11...16).contains(bitstreamID) { found.refusal = CodecRefusal("E-AC-3 of bsid \(bitstreamID)") }
        return found
    }

    /// Reads fscod and returns the sampling rate in hertz.
    private static func dolbyRate(_ reader: inout BitReader) throws(ParseError) -> Int {
        let offset = reader.offset
        let code = try reader.bits(2)
        guard code < 3 else {
            throw .invalid(offset: offset, field: "fscod", found: "3", expected: "at most 2")
        }
        return [48_000, 44_100, 32_000][Int(code)]
    }

    /// Reads acmod and lfeon and returns the number of channels.
    private static func dolbyChannels(_ reader: inout BitReader) throws(ParseError) -> Int {
        [2, 1, 2, 3, 3, 4, 4, 5][Int(try reader.bits(3))] + Int(try reader.bits(1))
    }

    /// Reads `dOps` (Encapsulation of Opus in ISO base media, 4.3.2); the rate of Opus is always 48 kHz.
    private static func opus(_ box: Box) throws(ParseError) -> Self {
        var reader = box.reader
        try reader.skip(1)
        let channels = try positive(
            try reader.uint8(),
            "OutputChannelCount of 'dOps'",
            endingAt: reader.offset
        )
        try reader.skip(2 + 4 + 2 + 1)
        return Self(.opus, 48_000, channels)
    }

    /// Reads `dfLa`, whose first metadata block is STREAMINFO (Encapsulation of FLAC in ISO base media,
    /// 3.3.2; RFC 9639, 8.2).
    private static func flac(_ box: Box) throws(ParseError) -> Self {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, maximumVersion: 0)
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
        var bits = BitReader(try reader.read(24), at: start)
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

    /// Reads the `alac` box in the sample entry: version and flags, then ALACSpecificConfig.
    private static func alac(_ box: Box) throws(ParseError) -> Self {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, maximumVersion: 0)
        // frameLength, compatibleVersion, bitDepth, pb, mb, kb
        try reader.skip(4 + 5)
        let channels = try positive(try reader.uint8(), "numChannels of 'alac'", endingAt: reader.offset)
        // maxRun, maxFrameBytes, avgBitRate
        try reader.skip(2 + 4 + 4)
        let rate = try positive(try reader.uint32(), "sampleRate of 'alac'", endingAt: reader.offset)
        return Self(.alac, rate, channels)
    }

    /// Returns a field as a number, or throws if it is 0; `end` is the offset after the field.
    private static func positive(
        _ value: some FixedWidthInteger,
        _ field: String,
        endingAt end: UInt64
    ) throws(ParseError) -> Int {
        guard value > 0 else {
            throw .invalid(
                offset: end - UInt64(value.bitWidth / 8),
                field: field,
                found: "0",
                expected: "at least 1"
            )
        }
        return Int(value)
    }
}
