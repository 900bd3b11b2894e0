import CPIXDocuments
import Failures
import FoundationEssentials
import HLSPlaylists
import KeyStore
import ProtectionTerms

/// Key lines for the key URIs that a document has without a line (`URIExtXKey`, with or without SPEKE v1's
/// `KeyFormat`).
struct CPIXKeyURIs {
    /// The first URI without a `KEYFORMAT`, by key id.
    private let urisWithoutKeyFormat: [UUID: String]

    init(_ document: CPIXDocument) {
        var uris: [UUID: String] = [:]
        for system in document.drmSystems where system.keyFormat == nil {
            guard (system.mediaLines ?? []).isEmpty, (system.multivariantLines ?? []).isEmpty,
                let uri = system.keyURI, !uri.isEmpty, uris[system.kid] == nil
            else { continue }
            uris[system.kid] = uri
        }
        urisWithoutKeyFormat = uris
    }

    /// Returns the key lines for the URIs of a key.
    ///
    /// A URI without a `KEYFORMAT` gets that of its key system. For whole-segment encryption, which only
    /// identity has, it gets identity.
    func lines(of key: ImportedKey, _ requirement: KeyRequirement) throws(RunFailure) -> [SuppliedLines] {
        let identity = KeySystem.identity
        let uriWithoutKeyFormat =
            requirement.method.scheme == nil ? key.draft.keyID.flatMap { urisWithoutKeyFormat[$0] } : nil
        // A URI that is stated to be of identity takes precedence over one without a `KEYFORMAT`.
        let hasIdentityURI = key.signalling.contains { KeySystem(recordName: $0.system) == identity }
        var lines: [SuppliedLines] = []
        for signalling in key.signalling {
            let defaultsToIdentity =
                hasIdentityURI
                ? false : uriWithoutKeyFormat.map { Array($0.utf8) == Array(signalling.keyURI.utf8) } ?? false
            let system = defaultsToIdentity ? identity : KeySystem(recordName: signalling.system)
            guard let systemID = system.systemIDs.first,
                !(key.lines + lines).contains(where: { system.systemIDs.contains($0.systemID) })
            else { continue }
            let line = EncryptionKey(
                method: .known(requirement.method),
                uri: signalling.keyURI,
                keyFormat: defaultsToIdentity
                    ? identity.keyFormat : signalling.keyFormat ?? identity.keyFormat,
                keyFormatVersions: defaultsToIdentity ? nil : signalling.keyFormatVersions
            )
            lines.append(try suppliedLines(line, systemID, key))
        }
        return lines
    }

    private func suppliedLines(
        _ line: EncryptionKey,
        _ systemID: UUID,
        _ key: ImportedKey
    ) throws(RunFailure) -> SuppliedLines {
        do throws(PlaylistError) {
            return SuppliedLines(systemID: systemID, media: [try line.tagLine(.key)], session: [])
        } catch {
            throw .malformedDocument(
                location: "\(key.draft.identity)",
                reason: "its key URI is not valid: \(error)"
            )
        }
    }
}
