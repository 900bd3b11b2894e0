package import HLSPlaylists
package import KeyStore
package import ProtectionTerms

/// The inputs and options of one run of `fairlead verify`.
package struct VerificationRequest: Sendable {
    /// The path of the protected multivariant or media playlist.
    var playlist: String
    /// The directory that no URI may leave, or nil for the directory of the playlist.
    package var root: String?
    /// The known query parameters of the playlist's URI, for `EXT-X-DEFINE:QUERYPARAM`.
    ///
    /// They also apply to the clear presentation.
    package var parameters = QueryParameters.none
    /// The path of the clear presentation to compare with, or nil to compare with none.
    package var source: String?
    /// The content id of the title, or nil if the key URIs alone identify it.
    package var contentID: ContentID?
    /// Indicates whether the presentation is expected to be clear.
    ///
    /// A key line is then a finding, and no segment has to be encrypted.
    package var expectsClear = false
    /// Indicates whether playlists are compared with the published ones.
    ///
    /// False if something edits playlists after publication (`--playlists-from-elsewhere`).
    package var comparesPlaylists = true
    /// The key systems whose lines are checked, as a client of only these does, or nil for all.
    package var systems: Set<KeySystem>?
    /// Indicates whether key ids in boxes are compared with those of the keys.
    ///
    /// False if the ids of the keys are unknown.
    package var comparesKeyIDs = true
    /// Indicates whether the use of keys is recorded in the log of the key store.
    package var isLogged = true
    /// The number of worker threads.
    package var jobs = 1

    /// Creates a request with the defaults of the command line.
    package init(playlist: String) {
        self.playlist = playlist
    }
}
