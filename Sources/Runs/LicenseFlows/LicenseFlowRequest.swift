package import EntitlementMessages
package import HLSPlaylists
package import KeyStore
package import KeyURITemplates
package import LicenseMessages
package import ProtectionTerms
package import Rehearsal

/// The inputs and options of a rehearsal of license flows.
package struct LicenseFlowRequest: Sendable {
    /// The path of the protected multivariant or media playlist.
    package var playlist: String
    /// The directory that no URI may leave, or nil for the playlist's directory.
    package var root: String?
    /// The values for query parameters of the playlist's URI.
    package var parameters = QueryParameters.none
    /// The playlist of the clear presentation to compare with, or nil to compare with none.
    package var source: String?
    /// The flows to rehearse, or nil for those that match the key systems of the presentation.
    package var flows: [LicenseFlow]?
    /// The content id of the title, needed if key URIs do not tell it.
    package var contentID: ContentID?
    /// The exported file, or nil to export from the key store in memory.
    package var export: ExportedFile?
    /// The format of the export in memory, or nil for the default of the flow.
    package var format: String?
    /// The export formats that the template names, in order of preference.
    ///
    /// They apply to an export in memory without ``format``; the first that can hold the keys is used.
    package var templateFormats: [String] = []
    /// The rule by which the app extracts asset ids, or nil for the rules of the key record or the template.
    package var rule: AssetIDRule?
    /// The asset id rules of the named template, or nil if no template is named or it has none.
    package var templateRules: [AssetIDRule]?
    /// The FairPlay flow of the named template, or nil if no template is named or it has none.
    package var templateFlow: LicenseFlow?
    /// The certificate, private key and ASk, or nil for temporary ones.
    package var credentials: LicenseCredentials?
    /// The function D, which derives the device key (DASk) from R2 and ASk.
    package var deviceKeyFunction: any DeviceKeyFunction = StandInDeviceKeyFunction()
    /// The license URL of an external license server, or nil for a stand-in on loopback.
    package var licenseURL: String?
    /// The external servers, with the credentials for them.
    package var servers = ExternalServers()
    /// The kind of rights that entitlement requests ask for.
    package var entitlementKind = EntitlementRequest.Kind.time
    /// The version of NAGRA's session manager (SSM).
    ///
    /// With version 1 the app sets up sessions; with version 2 a license creates the session.
    package var sessionVersion = 1
    /// The heartbeat interval that the stand-in session manager asks for, in seconds.
    package var heartbeatInterval = 60
    /// The forms in which SPCs are posted.
    package var forms = LicenseRequestForm.allCases
    /// The number of worker threads.
    package var jobs = 1

    /// Creates a request with the defaults of the command line.
    package init(playlist: String) {
        self.playlist = playlist
    }
}
