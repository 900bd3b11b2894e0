/// The tags of a media playlist that do not affect its segments (RFC 8216bis 4.4.3.7, 4.4.3.8 and 4.4.5).
struct MediaMetadata {
    private(set) var partInformation: PartInformation?
    private(set) var serverControl: ServerControl?
    private(set) var skip: Skip?
    private(set) var dateRanges: [DateRange] = []
    private(set) var preloadHints: [PreloadHint] = []
    private(set) var renditionReports: [RenditionReport] = []

    /// Reads a tag; ignores tags that are not part of the metadata.
    ///
    /// - Throws: `PlaylistError` for a malformed tag, which is left out.
    mutating func read(
        _ tag: TagName,
        _ line: PlaylistLine,
        variables: VariableScope,
        _ log: inout ProblemLog
    ) throws(PlaylistError) {
        switch tag {
        case .partInformation: partInformation = try PartInformation(line, variables: variables, &log)
        case .serverControl: serverControl = try ServerControl(line, variables: variables, &log)
        case .skip: skip = try Skip(line, variables: variables, &log)
        case .dateRange: dateRanges.append(try DateRange(line, variables: variables, &log))
        case .preloadHint: preloadHints.append(try PreloadHint(line, variables: variables, &log))
        case .renditionReport:
            renditionReports.append(try RenditionReport(line, variables: variables, &log))
        default: break
        }
    }
}
