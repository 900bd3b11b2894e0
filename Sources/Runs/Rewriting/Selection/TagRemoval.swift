import HLSPlaylists
import Presentations

/// The tags that `--drop-tags` takes out of all playlists, by their names.
package struct TagRemoval: Hashable, Sendable {
    /// None.
    package static let none = TagRemoval()

    /// The tags of RFC 8216bis.
    private var tags: Set<TagName> = []
    /// The names of others, without the number sign.
    private var others: Set<[UInt8]> = []

    private init() {}

    /// Reads a list: names with commas between them, with or without the number sign.
    ///
    /// - Throws: `TagRemovalError` for what is no name, and for tags without which a playlist would not be, or would mean
    ///   something else.
    package init(parsing list: String) throws(TagRemovalError) {
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let text = part.trimmingPrefix { $0 == " " }.trimmingPrefix("#")
            let name = String(text.prefix { $0 != " " })
            guard name.hasPrefix("EXT"), text.dropFirst(name.count).allSatisfy({ $0 == " " }),
                name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x3A })
            else { throw .malformed(String(part)) }
            guard let tag = TagName.allCases.first(where: { $0.name == name }) else {
                others.insert(Array(name.utf8))
                continue
            }
            if case .never(let reason) = tag.removal { throw .needed(tag.name, reason: reason) }
            tags.insert(tag)
        }
        for tag in tags.sorted(by: { $0.name < $1.name }) {
            guard case .with(let companions, let reason) = tag.removal else { continue }
            let missing = companions.filter { !tags.contains($0) }.map(\.name)
            if !missing.isEmpty { throw .alone(tag.name, missing: missing, reason: reason) }
        }
    }

    /// Takes the tags out of the playlist at a path.
    ///
    /// - Returns: how many lines went.
    func apply(to document: inout PlaylistDocument, of path: TreePath) throws(PresentationError) -> Int {
        guard self != .none else { return 0 }
        var lines = tags.flatMap(document.lineNumbers(tagged:))
        if !others.isEmpty {
            for line in document.lines where line.kind == .unknownTag && others.contains(Self.name(line)) {
                lines.append(line.number)
            }
        }
        try playlistCalls(path) { () throws(PlaylistError) in
            for line in lines.sorted() { try document.remove(line: line) }
        }
        return lines.count
    }

    /// The name of a tag, without the number sign and blanks behind it.
    private static func name(_ line: PlaylistLine) -> [UInt8] {
        let name = line.content.dropFirst().prefix { $0 != UInt8(ascii: ":") }
        let end = name.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? name.startIndex
        return Array(name[name.startIndex..<end])
    }
}

/// Why tags cannot be taken out.
package enum TagRemovalError: Error, Hashable, Sendable {
    /// A text that is no name of a tag.
    case malformed(String)
    /// A tag without which a playlist would not be, or would mean something else.
    case needed(String, reason: String)
    /// A tag that goes only together with others.
    case alone(String, missing: [String], reason: String)
}

extension TagRemovalError: CustomStringConvertible {
    /// `WHAT (GOT, EXPECTED). FIX.` in one line.
    package var description: String {
        switch self {
        case .malformed(let found):
            "no name of a tag (got '\(found)', expected names such as EXT-X-DATERANGE with commas between them). "
                + "Correct the list."
        case .needed(let name, let reason):
            "\(name) has to stay: \(reason). Leave it out."
        case .alone(let name, let missing, let reason):
            "\(name) goes only together with \(missing.joined(separator: ", ")): \(reason). "
                + "Add \(missing.count == 1 ? "it" : "them"), or leave it out."
        }
    }
}
