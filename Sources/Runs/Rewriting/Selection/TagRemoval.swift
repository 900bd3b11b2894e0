import Failures
import HLSPlaylists
import Presentations

/// The tags to be removed from all playlists by name (`--drop-tags`).
package struct TagRemoval: Hashable, Sendable {
    /// A removal of no tags.
    package static let none = TagRemoval()

    /// The tags defined by RFC 8216bis.
    private var tags: Set<TagName> = []
    /// The names of other tags, without the number sign.
    private var otherTags: Set<[UInt8]> = []

    private init() {}

    /// Parses a list of names separated by commas, with or without number signs.
    ///
    /// - Throws: `TagRemovalError` if a name is malformed, or for a tag without which a playlist would be
    ///   invalid or change its meaning.
    package init(parsing list: String) throws(TagRemovalError) {
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let text = part.trimmingPrefix { $0 == " " }.trimmingPrefix("#")
            let name = String(text.prefix { $0 != " " })
            guard name.hasPrefix("EXT"), text.dropFirst(name.count).allSatisfy({ $0 == " " }),
                name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x3A })
            else { throw .malformed(String(part)) }
            guard let tag = TagName.allCases.first(where: { $0.name == name }) else {
                otherTags.insert(Array(name.utf8))
                continue
            }
            if case .never(let reason) = tag.removalRule { throw .needed(tag.name, reason: reason) }
            tags.insert(tag)
        }
        for tag in tags.sorted(by: { $0.name < $1.name }) {
            guard case .onlyWith(let companions, let reason) = tag.removalRule else { continue }
            let missing = companions.filter { !tags.contains($0) }.map(\.name)
            if !missing.isEmpty { throw .alone(tag.name, missing: missing, reason: reason) }
        }
    }

    /// Removes the tags from a playlist.
    ///
    /// - Returns: the number of removed lines.
    func apply(to document: inout PlaylistDocument, of path: TreePath) throws(RunFailure) -> Int {
        guard self != .none else { return 0 }
        var lines = tags.flatMap(document.lineNumbers(tagged:))
        if !otherTags.isEmpty {
            for line in document.lines where line.kind == .unknownTag && otherTags.contains(Self.name(line)) {
                lines.append(line.number)
            }
        }
        try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            for line in lines.sorted() { try document.remove(line: line) }
        }
        return lines.count
    }

    /// Returns the name of a tag, without the number sign and trailing white space.
    private static func name(_ line: PlaylistLine) -> [UInt8] {
        let name = line.content.dropFirst().prefix { $0 != UInt8(ascii: ":") }
        let end = name.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? name.startIndex
        return Array(name[name.startIndex..<end])
    }
}

/// A reason why tags cannot be removed.
package enum TagRemovalError: Error, Hashable, Sendable {
    /// The text is not the name of a tag.
    case malformed(String)
    /// Without the tag, a playlist would be invalid or change its meaning.
    case needed(String, reason: String)
    /// The tag may be removed only together with others that are missing in the list.
    case alone(String, missing: [String], reason: String)
}

extension TagRemovalError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed(let found):
            "not the name of a tag (got '\(found)', expected names such as EXT-X-DATERANGE with commas between them). "
                + "Correct the list."
        case .needed(let name, let reason):
            "\(name) has to stay: \(reason). Leave it out."
        case .alone(let name, let missing, let reason):
            "\(name) can be removed only together with \(missing.joined(separator: ", ")): \(reason). "
                + "Add \(missing.count == 1 ? "it" : "them"), or leave it out."
        }
    }
}
