/// Rules that are checked together, and how.
struct LintCheck: Sendable {
    /// What looks for breaches.
    enum Body: Sendable {
        /// Looks at the whole presentation.
        case presentation(@Sendable (LintedPresentation, inout LintReport) -> Void)
        /// Looks at the multivariant playlist.
        case multivariant(@Sendable (LintedMultivariant, inout LintReport) -> Void)
        /// Looks at each media playlist.
        case media(@Sendable (LintedMedia, inout LintReport) -> Void)
        /// Looks at each playlist of either kind.
        case playlist(@Sendable (LintedText, inout LintReport) -> Void)
        /// Looks at each line; run while the lines are first gone through.
        case line(@Sendable (LintedLine, inout LintReport) -> Void)
    }

    /// The rules that the body may find broken.
    let rules: [LintRule]
    let body: Body

    init(rules: [LintRule], body: Body) {
        self.rules = rules
        self.body = body
    }

    init(_ rules: LintRule..., body: Body) {
        self.init(rules: rules, body: body)
    }

    /// Runs a body that is not for lines.
    func run(_ presentation: LintedPresentation, _ report: inout LintReport) {
        switch body {
        case .presentation(let body): body(presentation, &report)
        case .multivariant(let body): if let playlist = presentation.multivariant { body(playlist, &report) }
        case .media(let body): for playlist in presentation.media { body(playlist, &report) }
        case .playlist(let body): for text in presentation.texts { body(text, &report) }
        case .line: break
        }
    }
}
