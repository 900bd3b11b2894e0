import FoundationEssentials
import TextFormats

extension KeyStoreError: CustomStringConvertible {
    /// The message in one line, in the form "WHERE: WHAT (GOT, EXPECTED). FIX."
    package var description: String {
        switch self {
        case .invalidField(let name, let found, let expected):
            "\(name) is not valid (\(found), expected \(expected))."
        case .invalidLocation(let text, let reason):
            "\(text): not a key store (\(reason)). Use sqlite:PATH or postgresql://HOST/DATABASE."
        case .severalKeys(let location, let options):
            "\(location): contains several keys, and \(options) are for one. Give --key-uri KEY-ID=URI, or import one key at a time."
        case .notFound(let path):
            "\(path): the key store does not exist. Make it with `fairlead keys init`, or name the right one."
        case .databaseNotFound(let path):
            "\(path): the database does not exist. Create it first, or correct its name."
        case .notAFile(let path):
            "\(path): is a directory, expected a file. Name the file in it."
        case .inputUnreadable(let path, let reason):
            "\(path): cannot be read (\(reason)). Name a file that can be read."
        case .keyEncryptionKeyNotFound(let path):
            "\(path): the key-encryption key does not exist. Make it with `fairlead keys init`, or name the right one."
        case .malformedKeyEncryptionKey(let source, let count):
            "\(source): not a key-encryption key (\(count) bytes, expected 64 hexadecimal digits or 32 bytes)."
        case .uriNamesAnotherKey(let identity):
            "the key URI already names another key of this title (\(identity)). "
                + "Use a template that tells all keys apart, such as content-id-track."
        case .alreadyExists(let path):
            "\(path): exists already and is not overwritten. Move it away first."
        case .cannotCreate(let path, let reason):
            "\(path): cannot be created (\(reason))."
        case .permissions(let path, let reason):
            "\(path): \(reason)."
        case .wrongKeyEncryptionKey(let path, let found, let expected):
            "\(path): the key-encryption key belongs to another store (fingerprint \(found), expected \(expected)). "
                + "Name the right one with --kek-file or FAIRLEAD_KEK."
        case .corrupted(let path, let reason):
            "\(path): the key store is damaged (\(reason)). Restore a backup."
        case .otherSchema(let path, let found?) where found > StoreSchema.version:
            "\(path): it was made by a later version of fairlead (schema \(found), expected \(StoreSchema.version)). Update fairlead."
        case .otherSchema(let path, let found):
            "\(path): it was made by an earlier build of fairlead (\(found.map { "schema \($0)" } ?? "no schema number"), "
                + "expected \(StoreSchema.version)). Export its keys with the build that made it, and import them into a new store."
        case .fileReplaced(let path):
            "\(path): the key store was moved, removed or replaced while it was in use (expected the same file). "
                + "Put it back, and run the command again."
        case .unavailable(let path, let reason):
            "\(path): the key store cannot be reached (\(reason)). Try again."
        case .shortage(let shortage, let path):
            "\(path): \(shortage.description). \(shortage.advice)"
        case .writeFailed(let path, let reason):
            "\(path): writing failed (\(reason)). Make room or check the disk, then run it again."
        case .unknownKey(let keyID):
            "key \(keyID.uuidString.lowercased()) is not in the key store. Correct the key id, or name another store with --key-store."
        case .contradiction(let identity, let field):
            "\(identity): the \(field) given is not the one that is stored. "
                + "Leave it out, or use --new-key for another generation."
        case .wrongKeyLength(let identity, let found, let expected, let method):
            "\(identity): the stored key has \(found) bytes (expected \(expected), for \(method)). "
                + "Use --new-key for another generation, or another --content-id."
        case .mixedKeyLengths(let identity, let count, let otherIdentity, let otherCount):
            "\(identity): a key of \(count) bytes cannot be in one generation with a key of \(otherCount) (track \(otherIdentity.track), "
                + "period \(otherIdentity.period), expected keys of one length in a generation). "
                + "Use a --method with keys of \(otherCount) bytes, another generation (--new-key; for imports: --generation), "
                + "or another --content-id."
        case .keyOfOtherLength(let identity, let otherIdentity, let count) where count == 16:
            "\(identity): the given key and IV together are the key of 32 bytes that is stored for \(otherIdentity) "
                + "(expected a key of 16 bytes and an IV, which playlists show). "
                + "Use --method aes-256-gcm, or give another key."
        case .keyOfOtherLength(let identity, let otherIdentity, let count):
            "\(identity): the first half of the key of \(count) bytes given is the key that is stored for \(otherIdentity) "
                + "(expected a key of its own). If these are a key and its IV, use another method than aes-256-gcm; "
                + "else give another key."
        case .exposedKey(let identity, let exposure, let otherIdentity) where identity == otherIdentity:
            "\(exposure.isInIdentity ? "" : "\(identity): ")this key is not accepted, as \(exposure.description) "
                + "(expected a different \(exposure.rawValue)). Give another \(exposure.rawValue) or another key."
        case .exposedKey(let identity, let exposure, let otherIdentity):
            "\(identity): the \(exposure.rawValue) of \(otherIdentity) is this key, and playlists and media show it (expected keys that no "
                + "published value shows). Give another key, or another \(exposure.rawValue)."
        case .exposedStoredKey(let identity, let exposure):
            "\(exposure.isInIdentity ? "" : "\(identity): ")the stored key is not used, as \(exposure.description). Use --new-key for another generation."
        case .mediaChanged(let conflicts):
            "the media changed since their key was used: \(Self.list(conflicts)). "
                + "Use --new-key, or --reuse-key if the change is intended."
        case .revoked(let identity):
            "\(identity): the key was revoked. Use --new-key for another generation."
        case .notProvisioned(let licenseServer, let identities):
            "license server \(licenseServer): \(CountText.text(identities.count, "key is", plural: "keys are")) not confirmed yet (\(Self.list(identities))). "
                + "Deliver the output of `fairlead keys export --pending \(licenseServer)`, run `fairlead keys confirm --license-server \(licenseServer)`, "
                + "then run this command again."
        case .testStore(let path):
            "\(path): the keys of this store are for tests (expected a production store). Name another store."
        case .networkFileSystem(let path, let type):
            "\(path): a SQLite key store cannot be on a network file system (\(type)): locks are not reliable there, and keys "
                + "can get lost. Use a local disk, or postgresql:."
        case .keyEncryptionKeyCommand(let reason, _):
            "--kek-command: gave no key-encryption key (\(reason)). Run it by hand; it has to print 64 hexadecimal digits "
                + "or 32 bytes."
        case .brokenAudit(let sequence, let reason):
            "audit entry \(sequence): the log was changed (\(reason)). Compare with a backup."
        case .keyServer(let label, let reason, let isTransient):
            "\(label): the key server gave no keys (\(reason)). "
                + (isTransient
                    ? "Try again."
                    : "Check the request (URL, headers, certificates), or have the operator of the key server correct this.")
        case .malformedDocument(let location, let reason):
            "\(location): \(reason)."
        case .notExportable(let reason):
            "the keys cannot be exported in this way (\(reason))."
        case .missingLibrary(let error):
            "\(error)."
        case .fault(let what):
            "unexpected failure of the key store (\(what)). Report it."
        }
    }

    private static func list(_ identities: [KeyIdentity]) -> String {
        identities.prefix(3).map(\.description).joined(separator: "; ")
            + (identities.count > 3 ? "; ..." : "")
    }

    private static func list(_ conflicts: [UseConflict]) -> String {
        conflicts.map { "\($0.rendition) (\($0.identity))" }.joined(separator: ", ")
    }
}
