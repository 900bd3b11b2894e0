import Bitstreams
import ElementaryStreams
import ISOBaseMedia

/// Builds sample entries of video from the parameter sets of a stream (ISO/IEC 14496-15, 5.4.2 and 8.4.1).
enum VideoSampleEntryBuilder {
    /// Returns the track format with the sample entry `avc1` or `hvc1`, or `avc3` or `hev1` if `isInBand`.
    ///
    /// - Parameters:
    ///   - codec: the codec.
    ///   - sets: the parameter sets of the stream.
    ///   - isInBand: true if samples have parameter sets, too.
    ///   - path: the path of the file, for errors.
    /// - Returns: the format; `colr` and `pasp` in its sample entry have the colors and pixel aspect ratio of
    ///   the first sequence parameter set.
    /// - Throws: `.malformed` without a sequence parameter set; `.unsupported` if pictures differ in size.
    static func format(
        _ codec: NALUnitRole.Codec,
        _ sets: ParameterSets,
        isInBand: Bool,
        path: String
    ) throws(MezzanineError) -> TrackFormat {
        switch codec {
        case .avc:
            let sequences = try sequenceSets(path, sets.sampleEntrySets(ofType: 7)) {
                unit throws(ParseError) in
                try AVCSequenceParameterSet(unit[...], at: 0)
            }
            let box = AVCConfigurationBuilder.box(
                sequences[0],
                sets.sampleEntrySets(ofType: 7),
                sets.sampleEntrySets(ofType: 8)
            )
            let found = try format(.avc, "avc1", box, sequences.map(\.pictureSize), sequences[0].signal, path)
            return isInBand ? found.allowingSetsInSamples : found
        case .hevc:
            let sequences = try sequenceSets(path, sets.sampleEntrySets(ofType: 33)) {
                unit throws(ParseError) in
                try HEVCSequenceParameterSet(unit[...], at: 0)
            }
            let box = HEVCConfigurationBuilder.box(sequences[0], sets, isInBand: isInBand)
            let found = try format(
                .hevc,
                "hvc1",
                box,
                sequences.map(\.pictureSize),
                sequences[0].signal,
                path
            )
            return isInBand ? found.allowingSetsInSamples : found
        }
    }

    /// Parses the sequence parameter sets, of which there has to be at least one.
    private static func sequenceSets<Set>(
        _ path: String,
        _ units: [[UInt8]],
        _ parse: ([UInt8]) throws(ParseError) -> Set
    ) throws(MezzanineError) -> [Set] {
        try MezzanineError.wrappingParseErrors(path) { () throws(ParseError) in
            var sets: [Set] = []
            for unit in units { sets.append(try parse(unit)) }
            guard !sets.isEmpty else { throw .missing(offset: 0, "sequence parameter set") }
            return sets
        }
    }

    private static func format(
        _ codec: TrackFormat.Codec,
        _ type: FourCharacterCode,
        _ configuration: BoxNode,
        _ sizes: [PictureSize],
        _ signal: VideoSignal?,
        _ path: String
    ) throws(MezzanineError) -> TrackFormat {
        guard let size = sizes.first, sizes.allSatisfy({ $0 == size }) else {
            throw .unsupported(
                path: path,
                what: "video whose pictures are of several sizes (expected one)",
                "Encode all of it in one size"
            )
        }
        let entry = BoxNode(
            type,
            fields: fields(size),
            children: [configuration] + signalBoxes(signal)
        )
        let picture = TrackFormat.Picture(width: Int(size.width), height: Int(size.height))
        return TrackFormat(codec: codec, sampleEntry: entry, codedSize: picture, audio: nil)
    }

    /// Returns the fields of VisualSampleEntry (ISO/IEC 14496-12, 12.1.3): 72 dpi, one frame per sample,
    /// depth 24.
    private static func fields(_ size: PictureSize) -> [UInt8] {
        var fields = [UInt8](repeating: 0, count: 6)
        fields.append(bigEndian: UInt16(1))
        fields += [UInt8](repeating: 0, count: 16)
        fields.append(bigEndian: UInt16(clamping: size.width))
        fields.append(bigEndian: UInt16(clamping: size.height))
        fields.append(bigEndian: UInt32(0x0048_0000))
        fields.append(bigEndian: UInt32(0x0048_0000))
        fields.append(bigEndian: UInt32(0))
        fields.append(bigEndian: UInt16(1))
        fields += [UInt8](repeating: 0, count: 32)
        fields.append(bigEndian: UInt16(0x18))
        fields.append(bigEndian: UInt16.max)
        return fields
    }

    /// Returns `colr` of type nclx and `pasp`, if signalled (ISO/IEC 14496-12, 12.1.5 and 12.1.4).
    private static func signalBoxes(_ signal: VideoSignal?) -> [BoxNode] {
        var boxes: [BoxNode] = []
        if let colors = signal?.colors {
            var fields = Array("nclx".utf8)
            fields.append(bigEndian: UInt16(colors.primaries))
            fields.append(bigEndian: UInt16(colors.transferCharacteristics))
            fields.append(bigEndian: UInt16(colors.matrixCoefficients))
            fields.append(colors.isFullRange ? 0x80 : 0)
            boxes.append(BoxNode("colr", fields: fields))
        }
        if let ratio = signal?.aspectRatio {
            var fields: [UInt8] = []
            fields.append(bigEndian: UInt32(ratio.width))
            fields.append(bigEndian: UInt32(ratio.height))
            boxes.append(BoxNode("pasp", fields: fields))
        }
        return boxes
    }
}
