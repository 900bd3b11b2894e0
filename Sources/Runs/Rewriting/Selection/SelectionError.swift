import Presentations

/// A reason why variants and renditions cannot be selected as requested.
enum SelectionError: Error, Hashable, Sendable {
    /// The given playlist is a media playlist, which has neither variants nor renditions.
    case mediaPlaylist(TreePath)
    /// The `--keep` expressions about some kind of entries match none of these entries.
    case keepsNothing(TreePath, expressions: [String])
    /// No variant would be left.
    case noVariant(TreePath)
    /// A variant would have no audio left.
    case withoutAudio(RewriteError.Location, group: String)
    /// Two groups of the same type would have renditions with different names.
    case differentGroups(RewriteError.Location, type: String, group: String, name: String, other: String)
    /// No variant would be left on the pathway on which clients begin.
    case withoutPathway(RewriteError.Location, pathway: String)
}

extension SelectionError {
    /// The message in one line: location, problem (value, expected value), remedy.
    var description: String {
        switch self {
        case .mediaPlaylist(let path):
            "\(path): --keep and --drop choose among variants and renditions (got a media playlist, expected a multivariant "
                + "one). Give the multivariant playlist."
        case .keepsNothing(let path, let expressions):
            "\(path): \(expressions.map { "--keep " + $0 }.joined(separator: " ")) keeps nothing "
                + "(expected an entry that it matches). Correct the expression."
        case .noVariant(let path):
            "\(path): no variant is left (expected one at least). Correct --keep or --drop."
        case .withoutAudio(let location, let group):
            "\(location): the variant would have no sound: no rendition of its audio group \(quoted(group)) is left, and no other "
                + "variant of the same pictures has another group. Keep a rendition of the group, or drop the variant, too."
        case .differentGroups(let location, let type, let group, let name, let otherGroup):
            "\(location): groups of TYPE=\(type) have renditions of the same names, and \(quoted(name)) would be in "
                + "\(quoted(group)) and not in \(quoted(otherGroup)) (RFC 8216bis 4.4.6.1.1). Choose by what the groups have in "
                + "common, or drop a whole group."
        case .withoutPathway(let location, let pathway):
            "\(location): no variant is left on pathway \(quoted(pathway)), on which clients begin (expected one at least). "
                + "Keep one, or use --drop-tags EXT-X-CONTENT-STEERING."
        }
    }

    private func quoted(_ text: String) -> String { "'\(text)'" }
}
