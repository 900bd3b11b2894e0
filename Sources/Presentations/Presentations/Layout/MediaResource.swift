package import CommonEncryption
package import SampleEncryption

/// A media resource: bytes of a file that are encrypted as one, a whole file or a byte range.
package struct MediaResource: Sendable {
    /// The protection of a media resource.
    ///
    /// Indirect, since a layout may have hundreds of thousands, and the largest case takes much space.
    package indirect enum Protection: Hashable, Sendable {
        /// No encryption. The bytes are copied.
        case clear
        /// AES-128 with the key of a slot.
        case aes128(KeySlot, IVOrigin)
        /// AES-256-GCM with the key of a slot. The IV is derived from the location and the clear bytes.
        case aes256GCM(KeySlot, IVContext)
        /// SAMPLE-AES of MPEG-TS and packed audio, with the key of a slot and the IV of its record.
        case sampleAES(KeySlot, SurveyedFormat)
        /// Sample encryption of an fMP4 segment with the key of a slot.
        case fragments(KeySlot, FragmentedSegmentSurvey, IVOrigin)
        /// An fMP4 initialization section that names keys.
        case section(SectionProtection)

        /// The slot of the key, or nil if nothing is encrypted, as in fMP4 initialization sections.
        package var slot: KeySlot? {
            switch self {
            case .clear, .section: nil
            case .aes128(let slot, _), .aes256GCM(let slot, _), .sampleAES(let slot, _),
                .fragments(let slot, _, _):
                slot
            }
        }
    }

    /// The origin of the IV of an encrypted media resource.
    package enum IVOrigin: Hashable, Sendable {
        /// The IV is derived from the key and the location.
        case location(IVContext)
        /// The IV is the media sequence number.
        case mediaSequence(UInt64)
        /// The IV is that of the key record.
        case record
    }

    /// The effect of sample encryption on the length and offsets of a media resource.
    ///
    /// For SAMPLE-AES of MPEG-TS and packed audio it is known only after encryption.
    package struct Transformation: Hashable, Sendable {
        /// The length in the output file, in bytes.
        let outputLength: UInt64
        /// The mapping of clear offsets to output offsets, both within the media resource.
        package let map: OffsetMap

        /// Creates a transformation from its parts.
        package init(outputLength: UInt64, map: OffsetMap) {
            self.outputLength = outputLength
            self.map = map
        }
    }

    /// The path of the clear file.
    package let file: TreePath
    /// The path of the output file.
    ///
    /// Differs from `file` for the further forms of an initialization section that has to name several keys.
    package var outputFile: TreePath
    /// The byte range in the clear file.
    package let clearRange: Range<UInt64>
    /// The kind of content: segment or initialization section.
    package let content: IVContext.Content
    /// The version of the file when the presentation was read.
    package let version: FileVersion
    /// The number of media resources before this one in the same file.
    package var ordinal = 0
    /// The playlist line that first names the media resource, for messages.
    package let origin: MediaReference.Origin
    /// The protection, which is clear before planning.
    package var protection: Protection = .clear
    /// The sample format of a clear media resource in a title whose samples are encrypted, otherwise nil.
    ///
    /// If it is set, the MAC covers the invariant and not the bytes.
    package var clearFormat: SurveyedFormat?
    /// Indicates whether this is a clear fMP4 segment (clear lead) whose initialization section names keys.
    package var isClearLead = false
    /// The effect of sample encryption on length and offsets, or nil if it is not known yet or there is none.
    package var transformation: Transformation?
    /// The offset of the first byte in the output file.
    package var outputOffset: UInt64 = 0
    /// Indicates whether the 16 bytes before it in the output file are its IV; see `OutputOffsets`.
    package var hasLeadingIV = false

    init(
        file: TreePath,
        clearRange: Range<UInt64>,
        content: IVContext.Content,
        version: FileVersion,
        origin: MediaReference.Origin
    ) {
        self.file = file
        self.outputFile = file
        self.clearRange = clearRange
        self.content = content
        self.version = version
        self.origin = origin
    }

    /// Indicates whether this is a further form of an initialization section, in a file of its own.
    package var isFurtherForm: Bool { outputFile != file }

    /// Indicates whether this is an fMP4 initialization section of a title whose samples are encrypted.
    package var isFragmentedSection: Bool {
        switch (protection, clearFormat) {
        case (.section, _), (_, .movie?): true
        default: false
        }
    }

    /// Indicates whether this is known to be fMP4; always false if only whole segments are encrypted.
    package var isFragmented: Bool {
        switch (protection, clearFormat) {
        case (.fragments, _), (.section, _), (_, .fragments?), (_, .movie?): true
        default: false
        }
    }

    /// The length in the output file, in bytes.
    ///
    /// For SAMPLE-AES of MPEG-TS and packed audio, the exact length is known only after encryption; until
    /// then this is the length without growth. For fMP4 the length is known earlier: that of segments from
    /// the survey, that of initialization sections once the keys exist. If samples are encrypted, packets of
    /// clear resources are shortened to 188 bytes, too.
    package var outputLength: UInt64 {
        switch protection {
        case .clear:
            transformation?.outputLength ?? clearFormat?.outputLength(ofClear: clearLength) ?? clearLength
        case .aes128: AES128SegmentLayout.ciphertextLength(ofClear: clearLength)
        case .aes256GCM: GCMSegmentLayout.length(ofClear: clearLength)
        case .sampleAES(_, let format):
            transformation?.outputLength ?? format.outputLength(ofClear: clearLength)
        case .fragments, .section: transformation?.outputLength ?? clearLength
        }
    }

    /// The byte range in the output file.
    package var outputRange: Range<UInt64> { outputOffset..<outputOffset + outputLength }

    /// Returns the byte range of an I-frame in the output file.
    ///
    /// AES-128 moves no bytes. With AES-256-GCM no part of a resource can be decrypted, so the range is the
    /// whole resource (`GCMSegmentCheck`). If SAMPLE-AES moves bytes, the range is widened to whole
    /// packets: the content of a packet that it cuts may now be on both sides of the cut. In a clear lead it
    /// is widened, too, since a player cannot read half a packet.
    ///
    /// - Parameter range: the byte range within the clear media resource.
    /// - Returns: the byte range in the output file.
    package func outputRange(ofIFrame range: Range<UInt64>) -> Range<UInt64> {
        if case .aes256GCM = protection { return outputRange }
        let map = transformation?.map ?? .identity
        guard let format = sampleFormat, map != .identity || protection == .clear else { return moved(range) }
        let stride = format.strides.clear
        let start = map.outputOffset(of: range.lowerBound / stride * stride) ?? 0
        let end = min(clearLength, range.upperBound + (stride - range.upperBound % stride) % stride)
        let outputEnd = end >= clearLength ? outputLength : map.outputOffset(of: end)
        return moved(start..<max(start, outputEnd ?? outputLength))
    }

    /// The sample format if samples are encrypted in this title, otherwise nil.
    package var sampleFormat: SurveyedFormat? {
        switch protection {
        case .clear: clearFormat
        case .aes128, .aes256GCM, .section: nil
        case .sampleAES(_, let format): format
        case .fragments(_, let survey, _): .fragments(survey)
        }
    }

    private func moved(_ range: Range<UInt64>) -> Range<UInt64> {
        outputOffset + range.lowerBound..<outputOffset + range.upperBound
    }
}

/// A reference from a playlist line to bytes of a media file.
package struct MediaReference: Hashable, Sendable {
    /// A line of a media playlist.
    package struct Origin: Hashable, Sendable {
        /// The index of the rendition in the presentation.
        package let rendition: Int
        /// The path of the playlist.
        let playlist: TreePath
        /// The line number, from 1.
        let line: Int

        /// Creates the origin of a playlist line.
        package init(rendition: Int, playlist: TreePath, line: Int) {
            self.rendition = rendition
            self.playlist = playlist
            self.line = line
        }
    }

    /// The index in `MediaLayout.resources` of the media resource that holds the bytes.
    package let resource: Int
    /// The byte range within the clear media resource: all of it, except for an I-frame.
    package let range: Range<UInt64>
    /// Indicates whether the playlist states a byte range (`EXT-X-BYTERANGE`, or `BYTERANGE` of `EXT-X-MAP`).
    let hasByteRange: Bool
}
