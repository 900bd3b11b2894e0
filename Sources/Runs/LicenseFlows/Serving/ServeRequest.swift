package import KeyRecordFormats
package import KeyStore
package import ProtectionTerms
import TextFormats

/// All that `serve` needs to know.
package struct ServeRequest: Sendable {
    /// The folder that is served.
    package var folder: String
    /// The playlist within it; nil where a folder was named.
    package var playlist: String?
    /// The path of the playlist in addresses; nil where a folder was named.
    package var playlistPath: String? { playlist.map { PercentEncoding.encode($0) } }
    /// The flows whose servers are kept up.
    package var flows: [LicenseFlow]
    /// The keys, all of which were loaded before.
    package var keys: ExportedKeys
    /// The port on 127.0.0.1; 0 for one that the system chooses.
    package var port: UInt16 = 0
    /// The origins of pages that may ask (RFC 6454 section 6.2).
    package var allowedOrigins: [String] = []
    /// The faults that are answered with.
    package var faults: [InjectedFault] = []
    /// How long the answers of servers are held back; files come at once.
    package var delay = Duration.zero
    /// The seconds after which tokens and leases are over; nil for 300 s, and for what the records demand.
    package var life: Int?
    /// The seconds between two heartbeats.
    package var heartbeat = 60
    /// The version of NAGRA's session manager.
    package var sessionVersion = 1

    /// A request with the defaults of the command line.
    package init(folder: String, flows: [LicenseFlow], keys: ExportedKeys) {
        self.folder = folder
        self.flows = flows
        self.keys = keys
    }

    /// The keys of titles, as a key server that was given them has them.
    ///
    /// - Parameters:
    ///   - titles: the titles.
    ///   - store: has their keys.
    /// - Returns: their keys.
    /// - Throws: `KeyStoreError`.
    package static func keys(
        of titles: [ContentID],
        in store: any KeyRecordStore
    ) throws(KeyStoreError) -> ExportedKeys {
        try ExportInMemory.keys(as: "jsonl", of: titles, only: nil, in: store)
    }

    /// The flows that servers can be kept up for: Widevine's and PlayReady's license messages are not public.
    package static let flows = LicenseFlow.allCases.filter { $0 != .cenc }
}
