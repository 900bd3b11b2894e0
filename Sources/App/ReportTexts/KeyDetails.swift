package import FoundationEssentials
package import KeyStore

/// The data that a store has about a key besides its record.
package struct KeyDetails {
    /// The states of the key at license servers, by the names of the servers.
    let servers: [(name: String, state: LicenseServerState)]
    let uses: [MediaUse]
    let suppliedLines: [SuppliedLines]

    package init(of keyID: UUID, in store: any KeyRecordStore, licenseServers: [String]) throws {
        servers = try licenseServers.map { ($0, try store.licenseServerState(of: keyID, at: $0)) }
        uses = try store.uses(of: keyID)
        suppliedLines = try store.suppliedLines(of: keyID)
    }

    /// Human-readable names and values, without digests of media, which never leave the store.
    package var lines: [(name: String, value: String)] {
        var lines: [(String, String)] = []
        for (name, state) in servers { lines.append(("at \(name)", state.rawValue)) }
        for use in uses {
            lines.append(
                ("used on", "\(use.rendition), \(use.method), \(use.recordedAt.formatted(.iso8601))")
            )
        }
        for supplied in suppliedLines {
            lines.append(("supplied for", supplied.systemID.uuidString.lowercased()))
            for line in supplied.media + supplied.session { lines.append(("  line", line)) }
        }
        return lines
    }

    /// The fields to add to the record in JSON.
    package var fields: [String: Any] {
        [
            "license_servers": Dictionary(uniqueKeysWithValues: servers.map { ($0.name, $0.state.rawValue) }),
            "uses": uses.map { use in
                [
                    "rendition": use.rendition, "method": use.method,
                    "recorded_at": use.recordedAt.formatted(.iso8601),
                ]
            },
            "supplied_lines": suppliedLines.map { lines in
                [
                    "system_id": lines.systemID.uuidString.lowercased(), "media": lines.media,
                    "session": lines.session,
                ] as [String: Any]
            },
        ]
    }
}
