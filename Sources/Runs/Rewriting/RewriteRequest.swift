package import HLSPlaylists
package import KeyStore
package import KeyURITemplates
import Presentations
package import ProtectionTerms

/// The parameters of a run of `fairlead rewrite`.
package struct RewriteRequest: Sendable {
    /// The destination of the rewritten playlists.
    package enum Destination: Sendable {
        /// A separate directory, whose files are to be copied over the tree.
        ///
        /// `overwrites` permits the replacement of a different result.
        case directory(String, overwrites: Bool)
        /// The files of the tree themselves.
        case inPlace
        /// The caller, who receives the only playlist and writes it (`--output -`).
        case caller
    }

    /// The path of the multivariant or media playlist.
    var playlist: String
    /// The bytes of a playlist that is given without its tree, as on standard input, or nil to read the file.
    package var playlistBytes: [UInt8]?
    /// The directory that no URI may leave, or nil for that of the playlist.
    package var root: String?
    /// The known query parameters of the playlist's own URI, for `EXT-X-DEFINE:QUERYPARAM`.
    package var parameters = QueryParameters.none
    /// The destination of the rewritten playlists.
    var destination: Destination
    /// The title, or nil if it is found by the key URIs.
    package var contentID: ContentID?
    /// The new key URIs, or nil if key URIs keep their form.
    package var keyURIs: KeyURIRequest?
    /// The license server that must have the key records with their new signalling before publication, or
    /// nil.
    package var requiredServer: String?
    /// The key systems whose key lines are removed.
    package var droppedSystems: [KeySystem] = []
    /// The change of `EXT-X-SESSION-KEY` lines.
    package var sessionKeys = SessionKeyChange.keep
    /// The base for relative URIs of media, or nil if they stay.
    package var segmentBase: URIBase?
    /// The base for relative URIs of playlists, or nil if they stay.
    package var playlistBase: URIBase?
    /// Other bases for absolute URIs, and query parameters.
    package var uriChanges = URIChanges()
    /// The selection of variants and renditions that are kept.
    package var selection = SelectionFilter()
    /// The tags to be removed.
    package var droppedTags = TagRemoval.none
    /// The part of the presentation that is kept.
    package var window = PlaylistWindow.all
    /// Indicates whether media playlists that may still grow are ended with `EXT-X-ENDLIST` (`--end`).
    package var endsPlaylists = false

    /// Indicates whether the playlists of the tree are replaced.
    var isInPlace: Bool {
        if case .inPlace = destination { true } else { false }
    }

    /// Indicates whether key URIs change.
    package var changesKeyURIs: Bool { keyURIs != nil || uriChanges.applies(to: .keys) }

    /// Indicates whether the tree is recorded in the key store as it is in the file system (`--record`).
    package var acceptsTree = false

    /// Creates a request that changes nothing.
    package init(playlist: String, destination: Destination) {
        self.playlist = playlist
        self.destination = destination
    }
}

/// The change of the `EXT-X-SESSION-KEY` lines of a multivariant playlist (`--session-keys`).
package enum SessionKeyChange: String, CaseIterable, Sendable {
    /// Keeps the lines, with the new URIs of their keys.
    case keep
    /// Removes the lines.
    case none
    /// Replaces the lines by the first keys of each media playlist.
    case start
    /// Replaces the lines by all keys of the media playlists.
    case all
}

/// The new key URIs of a presentation.
package struct KeyURIRequest: Sendable {
    /// The template of the URIs.
    let template: KeyURITemplate
    /// The name of the onboarding template, for the key records, or nil if the URI was given directly.
    let templateName: String?
    /// The methods that the template is for, by their names in the key store, or nil for any.
    let methods: Set<String>?
    /// The key systems that get the URIs.
    ///
    /// If nil, this is the first of `preferredSystems`, FairPlay and identity that the tree has.
    let systems: [KeySystem]?
    /// The key systems that are tried before FairPlay and identity if none were named.
    package var preferredSystems: [KeySystem] = []
    /// The `KEYFORMATVERSIONS` of lines that get the URIs, or nil if the attribute stays.
    ///
    /// Identity lines are not changed.
    package var keyFormatVersions: String?
    /// The rules by which apps extract asset ids from the URIs, or nil if they are unknown.
    ///
    /// If there are rules, one of them has to yield an asset id.
    package var assetIDRules: [AssetIDRule]?
    /// Returns the variables that are the same for all keys of a title.
    ///
    /// Without a title, only those are set that do not depend on it.
    let variables: @Sendable (ContentID?) throws(TemplateVariableError) -> TemplateVariables

    /// Creates a request from its parts.
    package init(
        template: KeyURITemplate,
        templateName: String? = nil,
        methods: Set<String>? = nil,
        systems: [KeySystem]? = nil,
        variables: @escaping @Sendable (ContentID?) throws(TemplateVariableError) -> TemplateVariables
    ) {
        self.template = template
        self.templateName = templateName
        self.methods = methods
        self.systems = systems
        self.variables = variables
    }
}
