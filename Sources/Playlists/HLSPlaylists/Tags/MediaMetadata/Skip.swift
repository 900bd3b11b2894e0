/// `EXT-X-SKIP` (RFC 8216bis 4.4.5.2): replaces the oldest segments in a delta update of a playlist.
package struct Skip: Sendable {
    static let definition = TagDefinition(
        "EXT-X-SKIP",
        in: .mediaPlaylist,
        once: true,
        section: "4.4.5.2",
        since: 9,
        .attributes([
            .required("SKIPPED-SEGMENTS", .decimalInteger),
            .optional("RECENTLY-REMOVED-DATERANGES", .quotedString, since: 10),
        ])
    )

    /// The line of the tag.
    package let line: Int
    /// The number of replaced segments.
    package let skippedSegments: UInt64
    /// The ids of removed date ranges, or nil if the update does not skip date ranges.
    package let recentlyRemovedDateRanges: [String]?
    /// All attributes as written.
    let attributes: AttributeList

    init(_ line: PlaylistLine, variables: VariableScope, _ log: inout ProblemLog) throws(PlaylistError) {
        let reader = try AttributeReader(line, of: .skip, variables: variables, &log)
        let count = try reader.list.decimalInteger("SKIPPED-SEGMENTS")
        let removed = reader.text("RECENTLY-REMOVED-DATERANGES", &log)
        self.line = line.number
        self.skippedSegments = try reader.list.require("SKIPPED-SEGMENTS", of: .skip, count)
        self.recentlyRemovedDateRanges = removed.map { $0.split(separator: "\t").map(String.init) }
        self.attributes = reader.list
    }
}
