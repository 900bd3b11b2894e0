package import HLSPlaylists
package import KeyStore
package import KeyURITemplates
import Presentations
package import ProtectionTerms

/// All that a run of `fairlead rewrite` needs to know.
package struct RewriteRequest: Sendable {
    /// Where the playlists go.
    package enum Destination: Sendable {
        /// To a directory of their own, which is laid over the tree; `overwrites` replaces a different result.
        case directory(String, overwrites: Bool)
        /// Where they are.
        case inPlace
        /// To the caller, who writes the only playlist somewhere (`--output -`).
        case caller
    }

    /// The multivariant or media playlist.
    package var playlist: String
    /// The bytes of the playlist, where it comes alone, as from standard input; nil for a file.
    package var alone: [UInt8]?
    /// The directory that no URI may leave; nil for the playlist's.
    package var root: String?
    /// The known parameters of the playlist's URI, for `EXT-X-DEFINE:QUERYPARAM`.
    package var parameters = QueryParameters.none
    /// Where the playlists go.
    package var destination: Destination
    /// The title, where key URIs do not say it.
    package var contentID: ContentID?
    /// The new key URIs; nil leaves them.
    package var keyURIs: KeyURIRequest?
    /// The key server that has to have the records with their new signalling before playlists are published.
    package var requiredTarget: String?
    /// The key systems that are taken out.
    package var droppedSystems: [KeySystem] = []
    /// What becomes of `EXT-X-SESSION-KEY`.
    package var sessionKeys = SessionKeyChange.keep
    /// Where media are.
    package var segmentBase: URIBase?
    /// Where playlists are.
    package var playlistBase: URIBase?
    /// Other bases of absolute URIs, and parameters in queries.
    package var addresses = AddressChanges()
    /// The variants and renditions that are kept.
    package var selection = SelectionFilter()
    /// The tags that are taken out.
    package var droppedTags = TagRemoval.none
    /// The part of the presentation that is kept.
    package var window = PlaylistWindow.all
    /// Whether media playlists that may still grow get an end (`--end`).
    package var endsPlaylists = false

    /// Whether playlists are replaced where they are.
    var isInPlace: Bool {
        if case .inPlace = destination { true } else { false }
    }

    /// Whether key URIs change.
    package var changesKeyURIs: Bool { keyURIs != nil || addresses.concern(.keys) }

    /// Whether the tree is taken as it is there as known to the key store (`--record`).
    package var takesTree = false

    /// A request that changes nothing.
    package init(playlist: String, destination: Destination) {
        self.playlist = playlist
        self.destination = destination
    }
}

/// What becomes of the `EXT-X-SESSION-KEY` lines of a multivariant playlist (`--session-keys`).
package enum SessionKeyChange: String, CaseIterable, Sendable {
    /// They stay, with the new URIs of their keys.
    case keep
    /// They go.
    case none
    /// They are replaced by the first keys of each media playlist.
    case start
    /// They are replaced by all keys of the media playlists.
    case all
}

/// The new key URIs of a presentation.
package struct KeyURIRequest: Sendable {
    /// The form of the URIs.
    package let template: KeyURITemplate
    /// The name of the onboarding template, for the record; nil when the URI was given.
    package let templateName: String?
    /// The methods that the template is for, as the store names them; nil for any.
    package let methods: Set<String>?
    /// The systems that get the URIs; nil for FairPlay where the tree has it, else identity.
    package let systems: [KeySystem]?
    /// The systems whose lines get the URIs where none were named, before FairPlay and identity.
    package var preferredSystems: [KeySystem] = []
    /// `KEYFORMATVERSIONS` of the lines that get the URIs, but those of identity; nil for what they say.
    package var keyFormatVersions: String?
    /// What apps cut out of the URIs: one of the rules, if there are any, has to yield an asset id; nil where nobody said it.
    package var assetIDRules: [AssetIDRule]?
    /// The variables that are the same for all keys of a title; without a title, those that do not need one.
    package let variables: @Sendable (ContentID?) throws(TemplateVariableError) -> TemplateVariables

    /// A request from its parts.
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
