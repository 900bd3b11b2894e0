package import HLSPlaylists

/// What the URIs of playlists are of (`--for`).
package enum AddressKind: String, CaseIterable, Sendable {
    /// Media segments, parts and initialization sections.
    case segments
    /// Playlists.
    case playlists
    /// Keys, in the playlists of media and as session keys.
    case keys
    /// Interstitials: an asset, or a list of assets (RFC 8216bis appendix D).
    case assets
    /// Session data (RFC 8216bis 4.4.6.4).
    case sessionData = "session-data"
    /// The steering manifest (RFC 8216bis 4.4.6.6).
    case steering

    /// The names, as `--for` takes them.
    package static var names: [String] { allCases.map(\.rawValue) }
}

/// An attribute that is a URI: the one table of them.
package struct AddressAttribute {
    let tag: TagName
    package let name: String
    package let kind: AddressKind
    /// Whether it has to be relative (RFC 8216bis 4.4.5.4), so that it gets no base: the playlists move together.
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

    /// The attributes of a tag that are URIs.
    package static func attributes(of tag: TagName) -> [Self] { byTag[tag] ?? [] }
}
