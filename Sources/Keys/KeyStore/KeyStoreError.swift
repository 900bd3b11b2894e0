package import FoundationEssentials
package import SharedLibraries

/// The reason why a key store, its key-encryption key, an import or an export failed.
///
/// It never contains a byte of a key.
package enum KeyStoreError: Error, Hashable, Sendable {
    /// A value in a record that no store accepts.
    case invalidField(name: String, found: String, expected: String)
    /// A key store location that cannot be understood.
    case invalidLocation(String, reason: String)
    /// A store that does not exist.
    case notFound(path: String)
    /// A PostgreSQL database that does not exist, and that we do not create.
    case databaseNotFound(path: String)
    /// A directory where a file is expected.
    case notAFile(path: String)
    /// A key-encryption key that does not exist.
    case keyEncryptionKeyNotFound(path: String)
    /// A key-encryption key that is neither 32 bytes nor 64 hexadecimal digits.
    case malformedKeyEncryptionKey(source: String, byteCount: Int)
    /// A file of secrets or a backup that does not exist or cannot be read.
    case inputUnreadable(path: String, reason: String)
    /// A file that must not be overwritten.
    case alreadyExists(path: String)
    /// A file or directory that cannot be created.
    case cannotCreate(path: String, reason: String)
    /// Permissions of a file or a database that are too open, or that we lack.
    case permissions(path: String, reason: String)
    /// A key-encryption key that is not the store's, with the fingerprints of both.
    case wrongKeyEncryptionKey(path: String, found: String, expected: String)
    /// A store that is damaged, or a record that does not authenticate.
    case corrupted(path: String, reason: String)
    /// A store or a backup of another schema than this build's; its number is nil if it has none.
    case otherSchema(path: String, found: Int64?)
    /// A store whose file was moved away, removed or replaced while it was open.
    case fileReplaced(path: String)
    /// A store that cannot be reached at present.
    case unavailable(path: String, reason: String)
    /// A lack of a system resource.
    case shortage(ResourceShortage, path: String)
    /// A write that failed because the disk is full or damaged.
    case writeFailed(path: String, reason: String)
    /// A key id that is not in the store.
    case unknownKey(UUID)
    /// A key URI that names another key of the same title.
    case uriNamesAnotherKey(KeyIdentity)
    /// A given key, IV or key id that is not the stored one.
    case contradiction(KeyIdentity, field: String)
    /// A stored key whose length, in bytes, is not that of the method.
    case wrongKeyLength(KeyIdentity, found: Int, expected: Int, method: String)
    /// A key whose length, in bytes, is not that of the other keys in its title's generation.
    case mixedKeyLengths(KeyIdentity, count: Int, otherIdentity: KeyIdentity, otherCount: Int)
    /// Given bytes that are a stored key if read as a key of the other length; `byteCount` is the length as
    /// given.
    case keyOfOtherLength(KeyIdentity, of: KeyIdentity, byteCount: Int)
    /// A new or stored key that a published value reveals in whole or in part.
    ///
    /// The value (an IV, id, name or URI) belongs to the key `of`, which may be the same key.
    case exposedKey(KeyIdentity, by: KeyExposure, of: KeyIdentity)
    /// A stored key that is wanted again, although a published value of its own reveals it.
    case exposedStoredKey(KeyIdentity, by: KeyExposure)
    /// Media that changed since their key was used.
    case mediaChanged([UseConflict])
    /// A revoked key that is wanted again.
    case revoked(KeyIdentity)
    /// Keys that a license server does not have yet, as far as the store knows.
    case notProvisioned(licenseServer: String, [KeyIdentity])
    /// A store for tests where one for production is required.
    case testStore(path: String)
    /// A SQLite store on a network file system, whose locks are not reliable.
    case networkFileSystem(path: String, type: String)
    /// A command that failed to print the key-encryption key.
    case keyEncryptionKeyCommand(reason: String, isTransient: Bool)
    /// An audit log whose hash chain is broken.
    case brokenAudit(sequence: Int, reason: String)
    /// A key server that did not give keys; `label` contains no token.
    case keyServer(label: String, reason: String, isTransient: Bool)
    /// A document of keys that cannot be imported; `location` is a file with a line, or an element.
    case malformedDocument(location: String, reason: String)
    /// Options for one key, given with a document of several keys.
    case severalKeys(location: String, options: String)
    /// Keys that an export format cannot express.
    case notExportable(reason: String)
    /// A system library that is needed and cannot be loaded.
    case missingLibrary(SharedLibraryError)
    /// A bug in fairlead or in a library.
    case fault(String)
}

extension KeyStoreError {
    /// The class of an error, which determines the exit status (`FailureClass+ExitStatus`) and retries.
    package enum FailureClass: Hashable, Sendable {
        /// The command line is wrong.
        case usage
        /// The input is malformed or contradicts the store.
        case malformed
        /// Something does not exist, or cannot be read in the expected form.
        case missing
        /// A bug.
        case fault
        /// An output cannot be created.
        case cannotCreate
        /// A write failed.
        case writeFailed
        /// A temporary failure, worth another attempt.
        case unavailable
        /// Permissions are missing, or too open.
        case permission
    }

    /// The class of this error.
    package var failureClass: FailureClass {
        switch self {
        case .invalidLocation, .uriNamesAnotherKey, .severalKeys: .usage
        case .invalidField, .malformedKeyEncryptionKey, .unknownKey, .contradiction, .mediaChanged: .malformed
        case .wrongKeyLength, .mixedKeyLengths, .keyOfOtherLength, .exposedKey, .exposedStoredKey: .malformed
        case .notExportable, .revoked, .malformedDocument, .brokenAudit: .malformed
        case .notProvisioned: .unavailable
        case .testStore: .permission
        case .networkFileSystem: .usage
        case .keyEncryptionKeyCommand(_, let isTransient): isTransient ? .unavailable : .permission
        case .keyServer(_, _, let isTransient): isTransient ? .unavailable : .malformed
        case .inputUnreadable, .notFound, .databaseNotFound, .notAFile, .keyEncryptionKeyNotFound, .corrupted,
            .otherSchema, .fileReplaced:
            .missing
        case .missingLibrary(let error): error.isLackOfMemory ? .unavailable : .missing
        case .alreadyExists, .cannotCreate: .cannotCreate
        case .permissions, .wrongKeyEncryptionKey: .permission
        case .unavailable, .shortage: .unavailable
        case .writeFailed: .writeFailed
        case .fault: .fault
        }
    }
}
