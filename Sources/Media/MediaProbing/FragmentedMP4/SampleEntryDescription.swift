import Bitstreams
import ElementaryStreams
import ISOBaseMedia

/// The codec and other media properties that a sample entry gives.
struct SampleEntryDescription: Hashable, Sendable {
    /// The codec, or nil if the format is unknown.
    var codec: CodecDescription?
    var pictureSize: PictureSize?
    var displaySize: PictureSize?
    var audioObjectCount: UInt8?

    /// Describes a video sample entry.
    static func video(_ entry: Box) throws(ParseError) -> Self {
        let fields = try VisualSampleEntry(entry)
        var description = Self()
        if fields.width > 0, fields.height > 0 {
            description.pictureSize = PictureSize(width: UInt32(fields.width), height: UInt32(fields.height))
        }
        description.displaySize = description.pictureSize.map { displaySize($0, fields.children) }
        let boxes = ConfigurationBoxes(entry: entry, children: fields.children)
        description.codec = try videoCodec(try boxes.format(protected: "encv"), boxes)
        return description
    }

    /// Returns the display size by `pasp` (ISO/IEC 14496-12, 12.1.4), or `size` without a `pasp` that can be
    /// parsed.
    private static func displaySize(_ size: PictureSize, _ children: BoxIterator) -> PictureSize {
        var iterator = children
        while let box = try? iterator.next() {
            guard box.type == "pasp" else { continue }
            return PixelAspectRatioBox(box).map {
                size.displaySize(pixelWidth: $0.width, pixelHeight: $0.height)
            } ?? size
        }
        return size
    }

    /// Describes an audio sample entry.
    static func audio(_ entry: Box, descriptionVersion: UInt8) throws(ParseError) -> Self {
        let fields = try AudioSampleEntry(entry, descriptionVersion: descriptionVersion)
        let boxes = ConfigurationBoxes(entry: entry, children: fields.children)
        var description = Self()
        let format = try boxes.format(protected: "enca")
        description.codec = try audioCodec(format, boxes)
        if format == "ec-3" {
            description.audioObjectCount = try EAC3ConfigurationBox(try boxes.only("dec3")).objectCount
        }
        return description
    }

    /// Describes a subtitle sample entry.
    static func text(_ entry: Box) throws(ParseError) -> Self {
        var description = Self()
        switch entry.type {
        case "wvtt", "tx3g", "c608": description.codec = CodecDescription("\(entry.type)")
        case "stpp": description.codec = .xmlSubtitles(try XMLSubtitleSampleEntry(entry))
        default: break
        }
        return description
    }

    private static func videoCodec(
        _ format: FourCharacterCode,
        _ boxes: ConfigurationBoxes
    ) throws(ParseError) -> CodecDescription? {
        switch format {
        case "avc1", "avc2", "avc3", "avc4":
            let box = try AVCConfigurationBox(try boxes.only("avcC"))
            return .avc("\(format)", profile: box.profile, constraints: box.constraints, level: box.level)
        case "hvc1", "hev1":
            let box = try HEVCConfigurationBox(try boxes.only("hvcC"))
            return .hevc(
                "\(format)",
                try HEVCProfileTierLevel(box.profileTierLevel, at: box.profileTierLevelOffset)
            )
        case "dvh1", "dvhe", "dva1", "dvav", "dav1":
            let box = try boxes.only(of: DolbyVisionConfigurationBox.types)
            return .dolbyVision("\(format)", try DolbyVisionConfigurationBox(box))
        case "av01": return .av1(try AV1ConfigurationBox(try boxes.only("av1C")))
        case "vp09": return .vp9("\(format)", try VPConfigurationBox(try boxes.only("vpcC")))
        default: return nil
        }
    }

    private static func audioCodec(
        _ format: FourCharacterCode,
        _ boxes: ConfigurationBoxes
    ) throws(ParseError) -> CodecDescription? {
        switch format {
        case "mp4a":
            return try .mpeg4Audio(try ElementaryStreamDescriptorBox(try boxes.only("esds")))
        // CODECS has only the names of these codecs, without parameters.
        case "ac-3", "ec-3", "alac", "fLaC", "Opus": return CodecDescription("\(format)")
        default: return nil
        }
    }
}

/// The child boxes of a sample entry, among them the decoder configuration.
struct ConfigurationBoxes {
    let entry: Box
    let children: BoxIterator

    /// Returns the format of the samples; for a protected entry (of type `protected`) the original format.
    func format(protected: FourCharacterCode) throws(ParseError) -> FourCharacterCode {
        entry.type == protected ? try OriginalFormatBox.format(of: entry, children) : entry.type
    }

    /// Returns the only box of a type; identical copies are tolerated.
    func only(_ type: FourCharacterCode) throws(ParseError) -> Box { try only(of: [type]) }

    /// Returns the only box of the first of these types that is present; identical copies are tolerated.
    func only(of types: [FourCharacterCode]) throws(ParseError) -> Box {
        for type in types {
            var iterator = children
            if let box = try iterator.onlyOrCopies(type) { return box }
        }
        throw entry.missingBoxError(types.first ?? entry.type)
    }
}
