import HLSPlaylists
import Presentations
import ProtectionTerms

/// A key as a client knows it: a key system and a URI, with the key lines that name it.
struct KeyUse {
    /// A key line (`EXT-X-KEY`).
    struct Line {
        let playlist: TreePath
        let line: Int
        /// The value of `IV`, or nil if the line has none.
        let iv: [UInt8]?
        /// The value of `KEYFORMATVERSIONS`, or its default.
        let keyFormatVersions: String

        init(_ key: Located<EncryptionKey>, of rendition: MediaRendition) {
            playlist = rendition.path
            line = key.line
            iv = key.value.iv
            keyFormatVersions = key.value.effectiveKeyFormatVersions
        }

        /// The location for messages, as `PLAYLIST:LINE`.
        var location: String { "\(playlist):\(line)" }
    }

    /// The attributes of the first key line.
    let key: EncryptionKey
    /// The key lines in playback order.
    fileprivate(set) var lines: [Line]
    /// The values of `METHOD` in the key lines.
    fileprivate(set) var methodNames: Set<String>
    /// The initialization sections of the segments with this key, each once.
    fileprivate(set) var sections: [SectionName] = []
    /// The number of segments with this key.
    fileprivate(set) var segmentCount = 0

    /// An initialization section, by rendition index and number in the rendition.
    struct SectionName: Hashable {
        let rendition: Int
        let section: Int
    }

    var uri: String { key.uri ?? "" }

    /// The URI without secrets, for messages.
    var shownURI: String { KeyURIRedaction.redacted(uri) }

    /// The location of the first key line, for messages.
    var location: String { lines[0].location }
}

/// The keys of a presentation, each once, in playback order within each rendition.
struct KeyUses {
    private(set) var all: [KeyUse] = []
    private var indices: [KeyURIIdentity: Int] = [:]
    private var indicesByURI: [[UInt8]: [Int]] = [:]

    /// Collects the keys of all media playlists.
    init(_ presentation: Presentation) {
        for (index, rendition) in presentation.renditions.enumerated() {
            for key in rendition.playlist.keys where key.value.method != .none {
                addLine(key, of: rendition)
            }
            for segment in rendition.playlist.segments {
                for key in segment.keys {
                    countSegment(segment, rendition.playlist.keys[key].value, of: index)
                }
            }
        }
    }

    /// Returns the keys of the given key systems.
    func keys(of systems: Set<KeySystem>) -> [KeyUse] { all.filter { systems.contains($0.key.system) } }

    /// Returns the keys of any key system whose URI equals the given one byte for byte.
    func keys(withURI uri: String) -> [KeyUse] { (indicesByURI[Array(uri.utf8)] ?? []).map { all[$0] } }

    private mutating func addLine(_ key: Located<EncryptionKey>, of rendition: MediaRendition) {
        let line = KeyUse.Line(key, of: rendition)
        if let index = indices[KeyURIIdentity(key.value)] {
            all[index].lines.append(line)
            all[index].methodNames.insert(key.value.method.name)
        } else {
            let identity = KeyURIIdentity(key.value)
            indices[identity] = all.count
            indicesByURI[identity.uri, default: []].append(all.count)
            all.append(KeyUse(key: key.value, lines: [line], methodNames: [key.value.method.name]))
        }
    }

    private mutating func countSegment(_ segment: MediaSegment, _ key: EncryptionKey, of rendition: Int) {
        guard let index = indices[KeyURIIdentity(key)] else { return }
        all[index].segmentCount += 1
        guard let section = segment.initializationSection else { return }
        let name = KeyUse.SectionName(rendition: rendition, section: section)
        if all[index].sections.last != name, !all[index].sections.contains(name) {
            all[index].sections.append(name)
        }
    }
}
