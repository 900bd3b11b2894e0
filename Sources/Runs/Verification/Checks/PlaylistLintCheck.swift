import HLSPlaylists
import Inspection
import PlaylistLinting
import Presentations

/// What the linter finds in the playlists of a presentation; its notes are left out.
///
/// A fault that the clear source has too was not made by the protection: it is a warning that says so.
enum PlaylistLintCheck {
    static func findings(
        _ tree: PlaylistTree,
        source: PlaylistTree?,
        added: AddedLines
    ) -> [Finding] {
        let found = PlaylistLinter.findings(LintSubject(tree)).filter { $0.rule.severity != .note }
        guard let source, !found.isEmpty else { return found.map { Finding($0) } }
        let sourcePlaces = SignificantLines(source) { added.isCount($0, in: $1) }
        var known = LintFaults(PlaylistLinter.findings(LintSubject(source)), sourcePlaces)
        let places = SignificantLines(tree) { added.contains($0, in: $1) }
        return found.map { fault in
            var finding = Finding(fault)
            if finding.isError, known.remove(LintFaults.Fault(fault, places)) {
                finding.severity = .warning
                finding.message += "; the source has this, too"
            }
            return finding
        }
    }
}

/// The faults of a presentation, as they are recognised in its protected twin.
private struct LintFaults {
    /// A fault that does not depend on which lines the protection adds.
    struct Fault: Hashable {
        private let rule: String
        private let playlist: String
        /// The number of the line among those that both twins have.
        private let place: Int?
        /// What is said of a fault that is at no such line: what is allowed, else the message, which may name a line.
        private let words: [String?]

        init(_ finding: LintFinding, _ places: SignificantLines) {
            rule = finding.rule.id
            playlist = finding.playlist
            place = finding.line.flatMap { places.place(of: $0, in: finding.playlist) }
            let message = finding.allowed == nil ? finding.message : nil
            words = place == nil ? [message, finding.measured, finding.allowed] : []
        }
    }

    private var counts: [Fault: Int] = [:]

    init(_ findings: [LintFinding], _ places: SignificantLines) {
        for finding in findings { counts[Fault(finding, places), default: 0] += 1 }
    }

    /// Takes a fault out; false if it is not, or no longer, there.
    mutating func remove(_ fault: Fault) -> Bool {
        guard let count = counts[fault], count > 0 else { return false }
        counts[fault] = count - 1
        return true
    }
}

/// Numbers the lines of playlists without those that protection adds or changes.
private struct SignificantLines {
    private let places: [String: [Int?]]

    init(_ tree: PlaylistTree, without isLeftOut: (PlaylistLine, _ playlist: String) -> Bool) {
        var documents = tree.media.map { ($0.path.description, $0.reading.playlist.document) }
        if let multivariant = tree.multivariant {
            documents.append((tree.entry.description, multivariant.playlist.document))
        }
        let places = documents.map { name, document in
            (name, Self.places(in: document) { isLeftOut($0, name) })
        }
        self.places = Dictionary(places) { first, _ in first }
    }

    /// The place of a line, from 0; nil for a line of the protection.
    func place(of line: Int, in playlist: String) -> Int? {
        guard let places = places[playlist], places.indices.contains(line - 1) else { return nil }
        return places[line - 1]
    }

    private static func places(in document: PlaylistDocument, without isLeftOut: (PlaylistLine) -> Bool)
        -> [Int?]
    {
        var next = 0
        return document.lines.map { line in
            guard !line.isOfProtection, !isLeftOut(line) else { return nil }
            defer { next += 1 }
            return next
        }
    }
}
