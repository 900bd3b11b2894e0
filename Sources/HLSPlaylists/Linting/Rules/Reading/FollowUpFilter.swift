/// Tells problems that only follow from another one, which are left out.
struct FollowUpFilter {
    /// Variables whose definition is there and could not be used.
    private var unknownVariables: Set<String> = []
    /// The lines with problems.
    private var lines: Set<Int> = []
    private let document: PlaylistDocument

    init(_ text: LintedText) {
        document = text.document
        for error in text.problems {
            lines.insert(error.line)
            switch error.problem {
            case .variable(.unknownQueryParameter(let name)), .variable(.missingImport(let name)):
                unknownVariables.insert(name)
            default: break
            }
        }
    }

    /// Whether a problem follows from another one.
    func follows(_ error: PlaylistError) -> Bool {
        switch error.problem {
        case .variable(.undefined(let name)): unknownVariables.contains(name)
        case .tag(.missingURI(let tag)): hasUnreadableURI(after: error.line, tag: tag)
        case .tag(.undescribedURI(let tag)): hasUnreadableTag(tag, before: error.line)
        default: false
        }
    }

    /// Whether the URI that a tag is about is there and could not be read.
    private func hasUnreadableURI(after number: Int, tag: TagName) -> Bool {
        for line in document.lines[max(number, 0)...] {
            switch line.kind {
            case .uri: return lines.contains(line.number)
            case .tag(tag): return false
            default: continue
            }
        }
        return false
    }

    /// Whether the tag that a URI needs is there and could not be read.
    private func hasUnreadableTag(_ tag: TagName, before number: Int) -> Bool {
        for line in document.lines[..<max(number - 1, 0)].reversed() {
            switch line.kind {
            case .uri: return false
            case .tag(tag): return lines.contains(line.number)
            default: continue
            }
        }
        return false
    }
}
