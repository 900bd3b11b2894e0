import HLSPlaylists

/// A presentation in the form that checks use.
struct LintedPresentation: Sendable {
    /// The multivariant playlist, or nil if there is none.
    let multivariant: LintedMultivariant?
    let media: [LintedMedia]
    /// The media playlists as indices into `media`, by the lines of the multivariant playlist that refer to
    /// them.
    let mediaByReference: [Int: Int]
    /// Indicates whether every playlist that the multivariant playlist refers to is available.
    let isComplete: Bool

    /// Makes one pass over all lines and runs the checks of lines.
    init(_ input: LintInput, report: inout LintReport) {
        let multivariant = input.multivariant.map { reading in
            LintedMultivariant(
                lintedPlaylist: LintedPlaylist(
                    name: input.name,
                    kind: .multivariant,
                    document: reading.playlist.document,
                    problems: reading.problems,
                    variables: reading.playlist.variables,
                    report: &report
                ),
                playlist: reading.playlist
            )
        }
        let roles = multivariant?.roles ?? [:]
        self.multivariant = multivariant
        var media: [LintedMedia] = []
        for item in input.media {
            media.append(Self.media(item, roles: multivariant.map { _ in roles }, report: &report))
        }
        self.media = media
        var byReference: [Int: Int] = [:]
        for (index, item) in media.enumerated() {
            for line in item.references { byReference[line] = index }
        }
        self.mediaByReference = byReference
        self.isComplete = roles.keys.allSatisfy { byReference[$0] != nil }
    }

    /// The lines of all playlists, the multivariant one first.
    var playlists: [LintedPlaylist] {
        (multivariant.map { [$0.lintedPlaylist] } ?? []) + media.map(\.lintedPlaylist)
    }

    /// The names of the playlists in the order in which findings are listed.
    var names: [String] { playlists.map(\.name) }

    /// Returns the media playlist that a line of the multivariant playlist refers to, or nil if there is
    /// none.
    func media(referencedOn line: Int) -> LintedMedia? { mediaByReference[line].map { media[$0] } }

    private static func media(
        _ item: LintInput.Media,
        roles: [Int: LintedMedia.Role]?,
        report: inout LintReport
    ) -> LintedMedia {
        LintedMedia(
            lintedPlaylist: LintedPlaylist(
                name: item.name,
                kind: .media,
                isAlone: roles == nil,
                document: item.reading.playlist.document,
                problems: item.reading.problems,
                variables: item.reading.playlist.variables,
                report: &report
            ),
            playlist: item.reading.playlist,
            references: item.references,
            measurement: item.measurement,
            roles: Set(item.references.compactMap { roles?[$0] })
        )
    }
}
