package import EntitlementMessages
package import HLSPlaylists
package import KeyStore
package import KeyURITemplates
package import LicenseMessages
package import ProtectionTerms
package import Rehearsal

/// All that a rehearsal of license flows needs to know.
package struct LicenseFlowRequest: Sendable {
    /// The protected multivariant or media playlist.
    package var playlist: String
    /// The directory that no URI may leave; nil for the playlist's.
    package var root: String?
    /// The known parameters of the playlist's URI.
    package var parameters = QueryParameters.none
    /// The clear presentation to compare with.
    package var source: String?
    /// The flows; nil for those that the presentation's key systems are for.
    package var flows: [LicenseFlow]?
    /// The title, where key URIs do not say it.
    package var contentID: ContentID?
    /// The exported file; nil to make one in memory.
    package var export: ExportedFile?
    /// The format of an export that is made in memory; nil for the one that suits the flow.
    package var format: String?
    /// The formats that a template names, for an export without ``format``: the first that can hold the keys is taken.
    package var templateFormats: [String] = []
    /// The rule by which the app cuts asset ids; nil for those that the record or the template says.
    package var rule: AssetIDRule?
    /// The rules of a template that was named; nil where none was, or where it says none.
    package var templateRules: [AssetIDRule]?
    /// The flow of a template that was named, for the keys of FairPlay; nil where none was, or where it says none.
    package var templateFlow: LicenseFlow?
    /// The certificate, private key and ASk; nil for throw-away ones.
    package var credentials: LicenseCredentials?
    /// The function from R2 and ASk to the device's key.
    package var deviceKeyFunction: any DeviceKeyFunction = StandInDeviceKeyFunction()
    /// The key server to ask, by its license URL; nil for one of our own on loopback.
    package var licenseURL: String?
    /// The servers of others, and what an app tells them.
    package var servers = OtherServers()
    /// What entitlement requests ask for.
    package var entitlementKind = EntitlementRequest.Kind.time
    /// The version of NAGRA's session manager: 1, whose sessions the app sets up, or 2, whose licenses make them.
    package var sessionVersion = 1
    /// The seconds between two heartbeats that our session manager asks for.
    package var heartbeat = 60
    /// The forms in which requests are posted.
    package var forms = LicenseRequestForm.allCases
    /// Worker threads.
    package var jobs = 1

    /// A request with the defaults of the command line.
    package init(playlist: String) {
        self.playlist = playlist
    }
}
