package import Failures
package import KeyRecordFormats
package import KeyStore
package import ProtectionTerms
import TextFormats

/// The inputs and options of `serve`.
package struct ServeRequest: Sendable {
    /// The path of the served folder.
    var folder: String
    /// The path of the playlist in the folder, or nil if the user named a folder.
    package var playlist: String?
    /// The percent-encoded path of the playlist for URLs, or nil if the user named a folder.
    package var playlistPath: String? { playlist.map { PercentEncoding.encode($0) } }
    /// The flows whose servers to run.
    package var flows: [LicenseFlow]
    /// The keys, all of which are already loaded.
    var keys: ExportedKeys
    /// The port on 127.0.0.1, or 0 for one that the system chooses.
    package var port: UInt16 = 0
    /// The origins of pages that may send requests (RFC 6454 section 6.2).
    package var allowedOrigins: [String] = []
    /// The faults to inject.
    package var faults: [InjectedFault] = []
    /// The delay before servers answer; files are sent at once.
    package var delay = Duration.zero
    /// The lifetime of tokens and leases in seconds, or nil for 300 s for tokens and the lease of the key
    /// record.
    package var lifetime: Int?
    /// The interval between heartbeats, in seconds.
    package var heartbeatInterval = 60
    /// The version of NAGRA's session manager.
    package var sessionVersion = 1

    /// Creates a request with the defaults of the command line.
    package init(folder: String, flows: [LicenseFlow], keys: ExportedKeys) {
        self.folder = folder
        self.flows = flows
        self.keys = keys
    }

    /// Exports the keys of titles from a key store, as a license server would have them.
    package static func keys(
        of titles: [ContentID],
        in store: any KeyRecordStore
    ) throws(RunFailure) -> ExportedKeys {
        try InMemoryExport.keys(as: "jsonl", of: titles, only: nil, in: store)
    }

    /// The flows that `serve` supports; license messages of Widevine and PlayReady are not public.
    package static let flows = LicenseFlow.allCases.filter { $0 != .cenc }
}
