/// The tags of RFC 8216bis 4.4.
///
/// A new tag is a file with its definition, a case here and a line in `definition`.
package enum TagName: UInt8, Hashable, Sendable, CaseIterable {
    case extM3U, version, independentSegments, start, define
    case targetDuration, mediaSequence, discontinuitySequence, endList, playlistType, iFramesOnly
    case partInformation, serverControl
    case segmentInformation, byteRange, discontinuity, key, map, programDateTime, gap, bitrate, part
    case dateRange, skip, preloadHint, renditionReport
    case media, streamInformation, iFrameStreamInformation, sessionData, sessionKey, contentSteering

    /// The name of the tag, without the number sign.
    package var name: String { definition.name }

    /// The definition of the tag, from the tag's own file.
    package var definition: TagDefinition {
        switch self {
        case .extM3U: ExtM3UTag.definition
        case .version: VersionTag.definition
        case .independentSegments: IndependentSegmentsTag.definition
        case .start: PlaylistStart.definition
        case .define: DefineTag.definition
        case .targetDuration: TargetDurationTag.definition
        case .mediaSequence: MediaSequenceTag.definition
        case .discontinuitySequence: DiscontinuitySequenceTag.definition
        case .endList: EndListTag.definition
        case .playlistType: PlaylistType.definition
        case .iFramesOnly: IFramesOnlyTag.definition
        case .partInformation: PartInformation.definition
        case .serverControl: ServerControl.definition
        case .segmentInformation: SegmentInformationTag.definition
        case .byteRange: ByteRangeTag.definition
        case .discontinuity: DiscontinuityTag.definition
        case .key: EncryptionKey.definition
        case .map: MapTag.definition
        case .programDateTime: ProgramDateTimeTag.definition
        case .gap: GapTag.definition
        case .bitrate: BitrateTag.definition
        case .part: PartialSegment.definition
        case .dateRange: DateRange.definition
        case .skip: Skip.definition
        case .preloadHint: PreloadHint.definition
        case .renditionReport: RenditionReport.definition
        case .media: Rendition.definition
        case .streamInformation: Variant.definition
        case .iFrameStreamInformation: IFrameVariant.definition
        case .sessionData: SessionData.definition
        case .sessionKey: SessionKeyTag.definition
        case .contentSteering: ContentSteering.definition
        }
    }
}
