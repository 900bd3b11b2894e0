package import CommonEncryption
package import SampleEncryption

/// A run of bytes of a file that is encrypted as one: a whole file or a byte range of one.
package struct MediaUnit: Sendable {
    /// How the unit is protected; what the largest case takes is not kept of each of hundreds of thousands.
    package indirect enum Protection: Hashable, Sendable {
        /// Copied as it is.
        case clear
        /// AES-128 with the key of a slot.
        case aes128(KeySlot, UnitVector)
        /// AES-256-GCM with the key of a slot; the vector is derived from the place and the media.
        case aes256GCM(KeySlot, SegmentPlace)
        /// SAMPLE-AES with the key of a slot and the IV of its record: transport streams and packed audio.
        case sampleAES(KeySlot, SampleAESFormat)
        /// The samples of a segment of fMP4, with the key of a slot.
        case fragments(KeySlot, FragmentedSegmentSurvey, UnitVector)
        /// The initialization section of fMP4 that names keys.
        case section(SectionProtection)

        /// The slot of the key; nil where nothing is encrypted, which is so in the sections of fMP4.
        package var slot: KeySlot? {
            switch self {
            case .clear, .section: nil
            case .aes128(let slot, _), .aes256GCM(let slot, _), .sampleAES(let slot, _),
                .fragments(let slot, _, _):
                slot
            }
        }
    }

    /// Where the initialization vector of an encrypted unit comes from.
    package enum UnitVector: Hashable, Sendable {
        /// Derived from the key and the place.
        case place(SegmentPlace)
        /// The media sequence number.
        case mediaSequence(UInt64)
        /// The IV of the key record.
        case record
    }

    /// Where the bytes of a unit went, which SAMPLE-AES knows when it is done.
    package struct Transformation: Hashable, Sendable {
        /// Its bytes in the output file.
        package let outputLength: UInt64
        /// Where its clear bytes are in them.
        package let map: OffsetMap

        /// A transformation from its parts.
        package init(outputLength: UInt64, map: OffsetMap) {
            self.outputLength = outputLength
            self.map = map
        }
    }

    /// The file that holds it.
    package let file: TreePath
    /// The file of the output that holds it: another one where a section has to name several keys.
    package var outputFile: TreePath
    /// Its bytes in the clear file.
    package let clearRange: Range<UInt64>
    /// What it is.
    package let content: SegmentPlace.Content
    /// The file as it was when the presentation was read.
    package let version: FileVersion
    /// How many other units of the file stand before it.
    package var ordinal = 0
    /// The playlist line that names it first, for messages.
    package let origin: MediaReference.Origin
    /// How it is protected.
    package var protection: Protection = .clear
    /// How the samples of a clear unit are packed where samples are encrypted: its digest is that of its essence.
    package var clearFormat: SampleAESFormat?
    /// Whether it is a clear segment of fMP4 under a section that names keys.
    package var isClearStart = false
    /// What the protection of samples made of it; nil where it is not known until it was written, and where nothing moves.
    package var transformation: Transformation?
    /// The offset of its first byte in the output file.
    package var outputOffset: UInt64 = 0
    /// Whether its initialization vector stands in the 16 bytes before it; see `OutputOffsets`.
    package var hasLeadingVector = false

    /// A unit that nobody has planned anything for.
    init(
        file: TreePath,
        clearRange: Range<UInt64>,
        content: SegmentPlace.Content,
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

    /// Whether it is a further form of a section, in a file of its own.
    package var isDerived: Bool { outputFile != file }

    /// Whether it is the initialization section of fMP4 where samples are encrypted.
    package var isMovieSection: Bool {
        switch (protection, clearFormat) {
        case (.section, _), (_, .movie?): true
        default: false
        }
    }

    /// Whether it is a segment or a section of fMP4, as far as that had to be known.
    package var isFragmented: Bool {
        switch (protection, clearFormat) {
        case (.fragments, _), (.section, _), (_, .fragments?), (_, .movie?): true
        default: false
        }
    }

    /// Its bytes in the output file; of SAMPLE-AES, until it was written, those that it has when nothing grows.
    ///
    /// Of fMP4 they are known before: of segments by the survey, of sections once the keys are there.
    ///
    /// Where the method is SAMPLE-AES, longer packets become packets of 188 bytes in clear units, too.
    package var outputLength: UInt64 {
        switch protection {
        case .clear:
            transformation?.outputLength ?? clearFormat?.outputLength(ofClear: clearLength) ?? clearLength
        case .aes128: WholeSegmentEncryption.ciphertextLength(ofClear: clearLength)
        case .aes256GCM: SealedSegment.length(ofClear: clearLength)
        case .sampleAES(_, let format):
            transformation?.outputLength ?? format.outputLength(ofClear: clearLength)
        case .fragments, .section: transformation?.outputLength ?? clearLength
        }
    }

    /// Its bytes in the output file.
    package var outputRange: Range<UInt64> { outputOffset..<outputOffset + outputLength }

    /// The bytes of an I-frame in the output file.
    ///
    /// AES-128 moves no bytes. Of AES-256-GCM nobody can open a part: the range is that of all its bytes
    /// (`SealedSegmentCheck`). Where SAMPLE-AES does, whole packets are taken: a range that begins or ends inside of one
    /// is widened, since what was in the packet may now be on both sides of the border. So is one in a clear start, for
    /// nobody can read half a packet.
    ///
    /// - Parameter range: its bytes within the unit.
    /// - Returns: bytes of the output file.
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

    /// How its samples are packed where samples are encrypted.
    package var sampleFormat: SampleAESFormat? {
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

/// What a line of a playlist says about bytes of a file.
package struct MediaReference: Hashable, Sendable {
    /// The line of a playlist.
    package struct Origin: Hashable, Sendable {
        /// The index of the rendition.
        package let rendition: Int
        /// The playlist.
        package let playlist: TreePath
        /// The line, from 1.
        package let line: Int

        /// Makes the origin of a line of a rendition.
        package init(rendition: Int, playlist: TreePath, line: Int) {
            self.rendition = rendition
            self.playlist = playlist
            self.line = line
        }
    }

    /// The unit that holds the bytes, by index.
    package let unit: Int
    /// The bytes within the unit: all of them, but for an I-frame.
    package let range: Range<UInt64>
    /// Whether the playlist says the range (`EXT-X-BYTERANGE`, or `BYTERANGE` of an `EXT-X-MAP`).
    package let hasByteRange: Bool
}
