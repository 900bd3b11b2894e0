import HLSPlaylists
import Inspection
import PlaylistLinting
import Presentations

/// Reports what the linter finds in the playlists of a presentation, without its notes.
///
/// A fault that the clear source has too is a warning that says so: the protection did not cause it.
enum PlaylistLintCheck: PresentationCheck {
    static func findings(on verified: VerifiedPresentation) -> [Finding] {
        let (tree, added) = (verified.trees.tree, verified.addedLines)
        let lintFindings = PlaylistLinter.findings(LintInput(tree)).filter { $0.rule.severity != .note }
        guard let source = verified.trees.source?.tree, !lintFindings.isEmpty else {
            return lintFindings.map { Finding($0) }
        }
        let sourceLines = SignificantLines(source) { added.isAlteredDiscontinuitySequence($0, in: $1) }
        var sourceFaults = LintFaults(PlaylistLinter.findings(LintInput(source)), sourceLines)
        let lines = SignificantLines(tree) { added.contains($0, in: $1) }
        return lintFindings.map { fault in
            var finding = Finding(fault)
            if finding.isError, sourceFaults.remove(LintFaults.Fault(fault, lines)) {
                finding.severity = .warning
                finding.message += "; the source has this, too"
            }
            return finding
        }
    }
}

/// The faults of the clear presentation, to be recognized in the protected one.
private struct LintFaults {
    /// A fault in a form that does not depend on the lines that protection adds.
    struct Fault: Hashable {
        private let rule: String
        private let playlist: String
        /// The number of the line among those that both presentations have, or nil for other lines.
        private let lineNumber: Int?
        /// The texts that identify a fault at no such line.
        ///
        /// A message counts only where the rule has no allowed value, because it may name a line.
        private let texts: [String?]

        init(_ finding: LintFinding, _ lines: SignificantLines) {
            rule = finding.rule.id
            playlist = finding.playlist
            lineNumber = finding.line.flatMap { lines.number(of: $0, in: finding.playlist) }
            let message = finding.allowed == nil ? finding.message : nil
            texts = lineNumber == nil ? [message, finding.measured, finding.allowed] : []
        }
    }

    private var counts: [Fault: Int] = [:]

    init(_ findings: [LintFinding], _ lines: SignificantLines) {
        for finding in findings { counts[Fault(finding, lines), default: 0] += 1 }
    }

    /// Removes a fault once; returns false if it is not there any more.
    mutating func remove(_ fault: Fault) -> Bool {
        guard let count = counts[fault], count > 0 else { return false }
        counts[fault] = count - 1
        return true
    }
}

/// The numbers of playlist lines without the lines that protection adds or changes.
private struct SignificantLines {
    private let numbersByPlaylist: [String: [Int?]]

    init(_ tree: PlaylistTree, without isLeftOut: (PlaylistLine, _ playlist: String) -> Bool) {
        var documents = tree.media.map { ($0.path.description, $0.reading.playlist.document) }
        if let multivariant = tree.multivariant {
            documents.append((tree.entry.description, multivariant.playlist.document))
        }
        let numberedDocuments = documents.map { name, document in
            (name, Self.numbers(in: document) { isLeftOut($0, name) })
        }
        self.numbersByPlaylist = Dictionary(numberedDocuments) { first, _ in first }
    }

    /// Returns the number of a line among the significant ones, from 0, or nil for a line of the protection.
    func number(of line: Int, in playlist: String) -> Int? {
        guard let numbers = numbersByPlaylist[playlist], numbers.indices.contains(line - 1) else {
            return nil
        }
        return numbers[line - 1]
    }

    private static func numbers(in document: PlaylistDocument, without isLeftOut: (PlaylistLine) -> Bool)
        -> [Int?]
    {
        var next = 0
        return document.lines.map { line in
            guard !line.isChangedByProtection, !isLeftOut(line) else { return nil }
            defer { next += 1 }
            return next
        }
    }
}
