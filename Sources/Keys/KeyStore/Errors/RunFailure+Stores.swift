package import Failures
import ProtectionTerms
import StoreFiles

extension RunFailure.Kind {
    /// A store that is damaged.
    static let corrupted = Self("corrupted")
    /// A store that cannot be reached at present, so that every other request would fail, too.
    package static let storeUnavailable = Self("store unavailable")
    /// An audit log whose hash chain is broken.
    package static let brokenAudit = Self("broken audit")
}

/// Failures of stores and their logs.
extension RunFailure {
    /// A key store location cannot be understood.
    static func invalidStoreLocation(_ text: String, reason: String) -> RunFailure {
        .ofKeyStore(
            .usage,
            at: text,
            "not a key store",
            found: reason,
            remedy: "Use sqlite:PATH or postgresql://HOST/DATABASE."
        )
    }

    /// A store does not exist.
    static func storeNotFound(path: String) -> RunFailure {
        .ofKeyStore(
            .missing,
            at: path,
            "the key store does not exist",
            remedy: "Make it with `fairlead keys init`, or name the right one."
        )
    }

    /// A PostgreSQL database does not exist, and we do not create it.
    static func databaseNotFound(path: String) -> RunFailure {
        .ofKeyStore(
            .missing,
            at: path,
            "the database does not exist",
            remedy: "Create it first, or correct its name."
        )
    }

    /// A store is damaged, or a record does not authenticate.
    package static func corrupted(path: String, reason: String) -> RunFailure {
        .ofKeyStore(
            .missing,
            at: path,
            "the key store is damaged",
            found: reason,
            remedy: "Restore a backup.",
            kind: .corrupted
        )
    }

    /// A store or a backup has another schema than this build's; its number is nil if it has none.
    static func otherSchema(path: String, found: Int64?) -> RunFailure {
        let isLater = found.map { $0 > StoreSchema.version } ?? false
        return .ofKeyStore(
            .missing,
            at: path,
            "it was made by \(isLater ? "a later version" : "an earlier build") of fairlead",
            found: found.map { "schema \($0)" } ?? "no schema number",
            expected: "\(StoreSchema.version)",
            remedy: isLater
                ? "Update fairlead."
                : "Export its keys with the build that made it, and import them into a new store."
        )
    }

    /// The file of a store was moved away, removed or replaced while it was open.
    static func storeReplaced(path: String) -> RunFailure {
        .ofKeyStore(
            .missing,
            at: path,
            "the key store was moved, removed or replaced while it was in use",
            expected: "the same file",
            remedy: "Put it back, and run the command again."
        )
    }

    /// A store cannot be reached at present.
    package static func storeUnavailable(path: String, reason: String) -> RunFailure {
        .ofKeyStore(
            .unavailable,
            at: path,
            "the key store cannot be reached",
            found: reason,
            remedy: "Try again.",
            kind: .storeUnavailable
        )
    }

    /// A store is for tests where one for production is required.
    static func testStore(path: String) -> RunFailure {
        .ofKeyStore(
            .permission,
            at: path,
            "the keys of this store are for tests",
            expected: "a production store",
            remedy: "Name another store.",
            auditSubject: path
        )
    }

    /// A SQLite store is on a file system whose files cannot be shared memory, which a write-ahead log needs.
    static func noSharedMemory(path: String, reason: String) -> RunFailure {
        .ofKeyStore(
            .usage,
            at: path,
            "a SQLite key store cannot be on a file system without shared memory",
            found: reason,
            remedy: "Use a local disk, or postgresql:."
        )
    }

    /// A hot standby of PostgreSQL is asked for the head of the log.
    static func logOnStandby(path: String) -> RunFailure {
        .ofKeyStore(
            .usage,
            at: path,
            "the log cannot be checked on a hot standby, which may have entries before others that are older",
            expected: "the primary",
            remedy: "Name the primary."
        )
    }

    /// A file of SQLite's is where a new store needs another one.
    static func leftoverLog(path: String) -> RunFailure {
        .ofKeyStore(
            .permission,
            at: path,
            "it belongs to a key store that is no longer beside it, and may have keys that are nowhere else",
            expected: "no such file",
            remedy: "Put its store back, or move it away, and run the command again."
        )
    }

    /// A hash chain of an audit log is broken.
    static func brokenAudit(sequence: Int, reason: String) -> RunFailure {
        .ofKeyStore(
            .malformed,
            at: "audit entry \(sequence)",
            "the log was changed",
            found: reason,
            remedy: "Compare with a backup.",
            kind: .brokenAudit
        )
    }

    /// A key-encryption key is not the store's; the fingerprints are those of both.
    static func wrongKeyEncryptionKey(path: String, found: String, expected: String) -> RunFailure {
        .ofKeyStore(
            .permission,
            at: path,
            "the key-encryption key belongs to another store",
            found: "fingerprint \(found)",
            expected: expected,
            remedy: "Name the right one with \(CommandOption.kekFile) or FAIRLEAD_KEK.",
            auditSubject: "key store"
        )
    }
}
