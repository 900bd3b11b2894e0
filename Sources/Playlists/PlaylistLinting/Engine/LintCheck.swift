/// A function that checks one or more rules.
struct LintCheck: Sendable {
    /// The function of a check; the case is the part of a presentation that it gets.
    enum Body: Sendable {
        /// Checks the whole presentation.
        case presentation(@Sendable (LintedPresentation, inout LintReport) -> Void)
        /// Checks the multivariant playlist.
        case multivariant(@Sendable (LintedMultivariant, inout LintReport) -> Void)
        /// Checks each media playlist.
        case media(@Sendable (LintedMedia, inout LintReport) -> Void)
        /// Checks each playlist of either kind.
        case playlist(@Sendable (LintedPlaylist, inout LintReport) -> Void)
        /// Checks each line; runs during the first pass over the lines.
        case line(@Sendable (LintedLine, inout LintReport) -> Void)
    }

    /// The rules that the check may find broken.
    let rules: [LintRule]
    let body: Body

    init(rules: [LintRule], body: Body) {
        self.rules = rules
        self.body = body
    }

    init(_ rules: LintRule..., body: Body) {
        self.init(rules: rules, body: body)
    }

    /// Runs a check that is not for lines.
    func run(_ presentation: LintedPresentation, _ report: inout LintReport) {
        switch body {
        case .presentation(let body): body(presentation, &report)
        case .multivariant(let body):
            if let multivariant = presentation.multivariant { body(multivariant, &report) }
        case .media(let body): for media in presentation.media { body(media, &report) }
        case .playlist(let body): for playlist in presentation.playlists { body(playlist, &report) }
        case .line: break
        }
    }
}
