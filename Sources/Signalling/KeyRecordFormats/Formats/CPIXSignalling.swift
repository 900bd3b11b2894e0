import CPIXDocuments
import Ciphers
import Failures
import FoundationEssentials
import HLSPlaylists
import ISOBaseMedia
import KeyStore
import ProtectionTerms

/// The signalling of a key in CPIX: `DRMSystem` elements with playlist lines.
enum CPIXSignalling {
    /// Returns a `DRMSystem` for each key system that signals the key and has a system id.
    static func systems(
        of key: ExportableKey,
        in dialect: CPIXDocument.Dialect
    ) throws(RunFailure) -> [CPIXDRMSystem] {
        var systems: [CPIXDRMSystem] = []
        for keySystem in KeySystem.namedSystems {
            let signalling = key.distinctSignalling.filter { $0.system == keySystem.name }
            guard let first = signalling.first, let systemID = keySystem.systemIDs.first else { continue }
            var system = CPIXDRMSystem(systemID: systemID, kid: key.record.keyID)
            var lines: [EncryptionKey] = []
            for item in signalling {
                let line = try line(item, key.record)
                if !lines.contains(line) { lines.append(line) }
            }
            do throws(PlaylistError) {
                system.mediaLines = try lines.map { line throws(PlaylistError) in try line.tagLine(.key) }
                system.multivariantLines = try lines.map { line throws(PlaylistError) in
                    try line.tagLine(.sessionKey)
                }
            } catch {
                throw .notExportable(
                    reason: "\(key.record.identity): its key line cannot be written, \(error)"
                )
            }
            if dialect.has(.keyURIs) { system.keyURI = first.keyURI }
            system.pssh = pssh(in: first.keyURI, of: keySystem)
            systems.append(system)
        }
        return systems
    }

    private static func line(_ item: Signalling, _ record: KeyRecord) throws(RunFailure) -> EncryptionKey {
        guard let method = ProtectionMethod(rawValue: item.method)?.playlistName else {
            throw .notExportable(reason: "\(record.identity): HLS has no METHOD for \(item.method)")
        }
        let isClearKey = item.system == KeySystem.identity.name
        return EncryptionKey(
            method: EncryptionKey.Method(name: method),
            uri: item.keyURI,
            keyID: KeySystem(recordName: item.system).hasKeyIDAttribute ? record.keyID.bytes : nil,
            // SAMPLE-AES uses the IV of the record, AES-128 an IV for each segment.
            iv: isClearKey && item.method == ProtectionMethod.sampleAES.rawValue ? record.iv.bytes : nil,
            keyFormat: item.keyFormat ?? EncryptionKey.identity,
            keyFormatVersions: item.keyFormatVersions
        )
    }

    /// Returns the `pssh` box in a `data` URI, or nil for another URI.
    ///
    /// Widevine's URI contains the box itself, PlayReady's the PlayReady Object, which is the data of its
    /// box.
    private static func pssh(in uri: String, of system: KeySystem) -> [UInt8]? {
        guard uri.utf8.starts(with: "data:".utf8), let comma = uri.utf8.firstIndex(of: UInt8(ascii: ",")),
            uri[..<comma].hasSuffix(";base64"),
            let bytes = Base64.decode(uri[uri.utf8.index(after: comma)...])
        else { return nil }
        if bytes.dropFirst(4).starts(with: "pssh".utf8) { return bytes }
        guard system == .playReady, let systemID = system.systemIDs.first else { return nil }
        return ProtectionSystemSpecificHeaderBox(systemID: systemID.bytes, data: bytes).bytes
    }

    /// Parses the attributes of a key line, or returns nil if the line is not a readable key line.
    static func key(in line: String) -> EncryptionKey? {
        let bytes = Array(line.utf8)
        guard line.hasPrefix("#EXT-X-KEY:") || line.hasPrefix("#EXT-X-SESSION-KEY:"),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        guard
            let attributes = try? AttributeList(parsing: bytes[(colon + 1)...], line: 1, column: colon + 2),
            let method = try? attributes.enumeratedString("METHOD")
        else { return nil }
        return EncryptionKey(
            method: EncryptionKey.Method(name: method),
            uri: try? attributes.quotedString("URI"),
            keyFormat: (try? attributes.effectiveKeyFormat()) ?? EncryptionKey.identity,
            keyFormatVersions: try? attributes.quotedString("KEYFORMATVERSIONS")
        )
    }
}
