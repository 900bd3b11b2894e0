package import FoundationEssentials
package import SharedLibraries

/// Why a key store, its key-encryption key or an export could not do what was asked.
///
/// Never holds a key byte.
package enum KeyStoreError: Error, Hashable, Sendable {
    /// A part of a record that no store would take.
    case invalidField(name: String, found: String, expected: String)
    /// A key store's location that means nothing.
    case invalidLocation(String, reason: String)
    /// There is no store.
    case notFound(path: String)
    /// A directory where a file should be.
    case notAFile(path: String)
    /// There is no key-encryption key.
    case keyEncryptionKeyNotFound(path: String)
    /// A key-encryption key that is neither 32 bytes nor 64 hexadecimal digits.
    case malformedKeyEncryptionKey(source: String, byteCount: Int)
    /// A file of secrets or a backup that does not exist or cannot be read.
    case inputUnreadable(path: String, reason: String)
    /// A file that must not be overwritten.
    case alreadyExists(path: String)
    /// A file or directory that cannot be made.
    case cannotCreate(path: String, reason: String)
    /// A file that others may read, or that we may not.
    case permissions(path: String, reason: String)
    /// A key-encryption key of another store; the fingerprints tell them apart.
    case wrongKeyEncryptionKey(path: String, given: String, expected: String)
    /// A store that is damaged, or a record that does not authenticate.
    case corrupted(path: String, reason: String)
    /// A store made by a later fairlead.
    case newerVersion(path: String)
    /// A store whose file was moved away, removed or replaced while it was open.
    case displaced(path: String)
    /// A store that cannot be reached now.
    case unavailable(path: String, reason: String)
    /// What the system gives no more of.
    case shortage(ResourceShortage, path: String)
    /// The disk is full or failing.
    case writeFailed(path: String, reason: String)
    /// A key id that the store does not know.
    case unknownKey(UUID)
    /// A key URI that names another key of the same title.
    case uriNamesAnotherKey(KeyIdentity)
    /// A given key, vector or key id that is not the stored one.
    case contradiction(KeyIdentity, what: String)
    /// A stored key of another length, in bytes, than the method takes.
    case wrongKeyLength(KeyIdentity, found: Int, expected: Int, method: String)
    /// A key of another length, in bytes, than the rest of its title's generation has.
    case mixedKeyLengths(KeyIdentity, count: Int, other: KeyIdentity, otherCount: Int)
    /// Given bytes that are a stored key, read with the other length; `byteCount` is how long the given key is.
    case otherReading(KeyIdentity, of: KeyIdentity, byteCount: Int)
    /// A key that is to be stored although a value beside a key, its own or another one, is the key or a part of it.
    case exposedKey(KeyIdentity, by: KeyExposure, of: KeyIdentity)
    /// A stored key that is like that, and is wanted again.
    case exposedStoredKey(KeyIdentity, by: KeyExposure)
    /// Media that changed since their key was used.
    case mediaChanged([UseConflict])
    /// A key that was revoked and is wanted again.
    case revoked(KeyIdentity)
    /// Keys that a key server does not have yet, as far as the store knows.
    case notProvisioned(target: String, [KeyIdentity])
    /// A store of tests where one of production is required.
    case testStore(path: String)
    /// A SQLite store on a file system whose locks do not hold.
    case networkFileSystem(path: String, type: String)
    /// A command that should have given the key-encryption key.
    case keyEncryptionKeyCommand(reason: String, isTransient: Bool)
    /// A log whose chain does not hold.
    case brokenAudit(sequence: Int, reason: String)
    /// A key server that did not give keys; `label` has no token.
    case keyServer(label: String, reason: String, isTransient: Bool)
    /// A document of keys that cannot be taken in; `place` is a file with a line, or an element.
    case malformedDocument(place: String, reason: String)
    /// Options that are for one key, with a document of several.
    case severalKeys(place: String, options: String)
    /// Keys that a format cannot express.
    case notExportable(reason: String)
    /// A library of the system that is needed and cannot be loaded.
    case missingLibrary(SharedLibraryError)
    /// A bug of ours, or of a library.
    case fault(String)
}

extension KeyStoreError {
    /// What a caller can do about an error; `FailureClass+ExitStatus` has its exit status.
    package enum FailureClass: Hashable, Sendable {
        /// The command line is wrong.
        case usage
        /// The input is malformed or contradicts the store.
        case malformed
        /// Something does not exist, or cannot be read as what it should be.
        case missing
        /// A bug.
        case fault
        /// An output cannot be created.
        case cannotCreate
        /// A write failed.
        case writeFailed
        /// Worth trying again.
        case unavailable
        /// Permissions are missing, or too open.
        case permission
    }

    /// The class of this error.
    package var failureClass: FailureClass {
        switch self {
        case .invalidLocation, .uriNamesAnotherKey, .severalKeys: .usage
        case .invalidField, .malformedKeyEncryptionKey, .unknownKey, .contradiction, .mediaChanged: .malformed
        case .wrongKeyLength, .mixedKeyLengths, .otherReading, .exposedKey, .exposedStoredKey: .malformed
        case .notExportable, .revoked, .malformedDocument, .brokenAudit: .malformed
        case .notProvisioned: .unavailable
        case .testStore: .permission
        case .networkFileSystem: .usage
        case .keyEncryptionKeyCommand(_, let isTransient): isTransient ? .unavailable : .permission
        case .keyServer(_, _, let isTransient): isTransient ? .unavailable : .malformed
        case .inputUnreadable, .notFound, .notAFile, .keyEncryptionKeyNotFound, .corrupted, .newerVersion,
            .displaced:
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
