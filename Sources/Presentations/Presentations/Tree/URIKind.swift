package import HLSPlaylists

/// The kind of resource that a URI in a playlist names (option `--for`).
package enum URIKind: String, CaseIterable, Sendable {
    /// Media segments, partial segments and initialization sections.
    case segments
    /// Multivariant and media playlists.
    case playlists
    /// Keys, in media playlists and as session keys.
    case keys
    /// Interstitials: assets and asset lists (RFC 8216bis appendix D).
    case assets
    /// Session data (RFC 8216bis 4.4.6.4).
    case sessionData = "session-data"
    /// The steering manifest (RFC 8216bis 4.4.6.6).
    case steering

    /// The names of the kinds, as `--for` takes them.
    package static var names: [String] { allCases.map(\.rawValue) }
}

/// An attribute that holds a URI, from the one table of all such attributes.
package struct URIAttribute {
    let tag: TagName
    package let name: String
    package let kind: URIKind
    /// Indicates whether the URI has to stay relative (RFC 8216bis 4.4.5.4).
    ///
    /// Such a URI never gets a base URL: the playlists move together.
    package var isRelative = false

    private static let table = [
        Self(tag: .map, name: "URI", kind: .segments),
        Self(tag: .part, name: "URI", kind: .segments),
        Self(tag: .preloadHint, name: "URI", kind: .segments),
        Self(tag: .renditionReport, name: "URI", kind: .playlists, isRelative: true),
        Self(tag: .media, name: "URI", kind: .playlists),
        Self(tag: .iFrameStreamInformation, name: "URI", kind: .playlists),
        Self(tag: .key, name: "URI", kind: .keys),
        Self(tag: .sessionKey, name: "URI", kind: .keys),
        Self(tag: .dateRange, name: "X-ASSET-URI", kind: .assets),
        Self(tag: .dateRange, name: "X-ASSET-LIST", kind: .assets),
        Self(tag: .sessionData, name: "URI", kind: .sessionData),
        Self(tag: .contentSteering, name: "SERVER-URI", kind: .steering),
    ]

    private static let byTag = Dictionary(grouping: table, by: \.tag)

    /// Returns the attributes of a tag that hold URIs.
    package static func attributes(of tag: TagName) -> [Self] { byTag[tag] ?? [] }
}
