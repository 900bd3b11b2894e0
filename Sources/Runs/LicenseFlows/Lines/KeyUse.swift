import HLSPlaylists
import Presentations
import ProtectionTerms

/// A key as a client knows it: a system and a URI, with the lines that name it.
struct KeyUse {
    /// A line.
    struct Line {
        let playlist: TreePath
        let line: Int
        /// Its `IV`; nil where it has none.
        let iv: [UInt8]?
        /// Its `KEYFORMATVERSIONS`, or what stands for none.
        let keyFormatVersions: String

        init(_ key: Located<EncryptionKey>, of rendition: MediaRendition) {
            playlist = rendition.path
            line = key.line
            iv = key.value.iv
            keyFormatVersions = key.value.effectiveKeyFormatVersions
        }

        /// `PLAYLIST:LINE`, for messages.
        var text: String { "\(playlist):\(line)" }
    }

    /// The first line of the key.
    let key: EncryptionKey
    /// The lines, in the order in which a player comes to them.
    fileprivate(set) var lines: [Line]
    /// The values of `METHOD` of its lines.
    fileprivate(set) var methodNames: Set<String>
    /// The initialization sections of its segments, each once.
    fileprivate(set) var sections: [SectionName] = []
    /// The number of its segments.
    fileprivate(set) var segmentCount = 0

    /// An initialization section, by the rendition and its number there.
    struct SectionName: Hashable {
        let rendition: Int
        let section: Int
    }

    /// The URI.
    var uri: String { key.uri ?? "" }

    /// The URI without its secrets, for messages.
    var shownURI: String { KeyURIText.redacted(uri) }

    /// The first line, for messages.
    var place: String { lines[0].text }
}

/// The keys of a presentation, each once, in the order in which a player comes to them: rendition by rendition.
struct KeyUses {
    /// The keys.
    private(set) var all: [KeyUse] = []
    private var indices: [KeyName: Int] = [:]
    private var indicesByURI: [[UInt8]: [Int]] = [:]

    /// The keys of all media playlists.
    init(_ presentation: Presentation) {
        for (index, rendition) in presentation.renditions.enumerated() {
            for key in rendition.playlist.keys where key.value.method != .none {
                add(key, of: rendition)
            }
            for segment in rendition.playlist.segments {
                for key in segment.keys { count(segment, rendition.playlist.keys[key].value, of: index) }
            }
        }
    }

    /// The keys of some systems.
    func keys(of systems: Set<KeySystem>) -> [KeyUse] { all.filter { systems.contains($0.key.system) } }

    /// The keys of all systems that have a URI, compared byte by byte.
    func keys(withURI uri: String) -> [KeyUse] { (indicesByURI[Array(uri.utf8)] ?? []).map { all[$0] } }

    private mutating func add(_ key: Located<EncryptionKey>, of rendition: MediaRendition) {
        let line = KeyUse.Line(key, of: rendition)
        if let index = indices[KeyName(key.value)] {
            all[index].lines.append(line)
            all[index].methodNames.insert(key.value.method.name)
        } else {
            let name = KeyName(key.value)
            indices[name] = all.count
            indicesByURI[name.uri, default: []].append(all.count)
            all.append(KeyUse(key: key.value, lines: [line], methodNames: [key.value.method.name]))
        }
    }

    private mutating func count(_ segment: MediaSegment, _ key: EncryptionKey, of rendition: Int) {
        guard let index = indices[KeyName(key)] else { return }
        all[index].segmentCount += 1
        guard let section = segment.initializationSection else { return }
        let name = KeyUse.SectionName(rendition: rendition, section: section)
        if all[index].sections.last != name, !all[index].sections.contains(name) {
            all[index].sections.append(name)
        }
    }
}
