import HLSPlaylists

/// Rules for problems that the playlist parser reported.
enum ProblemRules {
    static let check = LintCheck(
        rules: DocumentRules.all + AttributeListRules.all + KeyLineRules.all + TagUseRules.all
            + VariableRules.all,
        body: .playlist(report)
    )

    private static func report(_ playlist: LintedPlaylist, _ report: inout LintReport) {
        let filter = FollowUpFilter(playlist.problems)
        for error in playlist.problems where !filter.follows(error) && !isAboutSkipped(error, playlist) {
            let tag = playlist.tag(onLine: error.line)
            guard let rule = rule(for: error.problem, tag: tag, isAlone: playlist.isAlone) else { continue }
            let finding = finding(error, rule: rule, playlist: playlist.name)
            report.add(rule, in: playlist.name, line: finding.line, finding.message)
        }
    }

    /// Returns whether a problem may come from what a delta update leaves out.
    ///
    /// A byte range without offset may continue the last skipped one.
    private static func isAboutSkipped(_ error: PlaylistError, _ playlist: LintedPlaylist) -> Bool {
        error.problem == .tag(.byteRangeWithoutStart) && playlist.has(.skip)
    }

    /// Returns the finding about a problem, with its column in the message.
    static func finding(_ error: PlaylistError, rule: LintRule, playlist: String) -> LintFinding {
        let prefix = error.column.map { "Column \($0): " } ?? ""
        return LintFinding(
            rule: rule,
            playlist: playlist,
            line: error.line > 0 ? error.line : nil,
            message: prefix + error.message,
            measured: nil,
            allowed: nil
        )
    }

    /// Returns the rule that a problem breaks.
    ///
    /// - Parameters:
    ///   - problem: the problem.
    ///   - tag: the tag on the line, or nil if there is none.
    ///   - isAlone: whether the playlist is checked without a multivariant playlist.
    /// - Returns: the rule, or nil for problems of edits.
    static func rule(for problem: PlaylistError.Problem, tag: TagName?, isAlone: Bool = false) -> LintRule? {
        switch problem {
        case .document(let problem): DocumentRules.rule(for: problem)
        case .edit: nil
        case .attribute(let problem):
            KeyLineRules.rule(for: problem, tag: tag) ?? AttributeListRules.rule(for: problem)
        case .tag(let problem): TagUseRules.rule(for: problem)
        case .variable(let problem): VariableRules.rule(for: problem, isAlone: isAlone)
        }
    }
}

extension LintedPlaylist {
    /// Returns the tag on a line, or nil if there is none.
    func tag(onLine number: Int) -> TagName? {
        guard let line = try? document.line(number), case .tag(let tag) = line.kind else { return nil }
        return tag
    }
}

/// A filter for problems that only follow from another one, which are not reported.
struct FollowUpFilter {
    /// The names of variables with a definition that could not be used.
    private let unknownVariables: Set<String>

    init(_ problems: [PlaylistError]) {
        unknownVariables = Set(
            problems.compactMap { error in
                switch error.problem {
                case .variable(.unknownQueryParameter(let name)), .variable(.missingImport(let name)),
                    .variable(.unquotableQueryParameter(let name)):
                    name
                default: nil
                }
            }
        )
    }

    func follows(_ error: PlaylistError) -> Bool {
        guard case .variable(.undefined(let name)) = error.problem else { return false }
        return unknownVariables.contains(name)
    }
}
