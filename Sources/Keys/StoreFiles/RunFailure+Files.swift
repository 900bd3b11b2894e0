package import Failures

extension RunFailure.Kind {
    /// A file that must not be overwritten.
    package static let alreadyExists = Self("already exists")
    /// Permissions of a file or a database that are too open, or that we lack.
    package static let permissions = Self("permissions")
    /// A write that failed because the disk is full or damaged.
    package static let writeFailed = Self("write failed")
}

/// Failures of private files, and of the file systems of key stores.
extension RunFailure {
    /// A directory is where a file is expected.
    package static func notAFile(path: String) -> RunFailure {
        .ofKeyStore(
            .missing,
            at: path,
            "is a directory, expected a file",
            remedy: "Name the file in it."
        )
    }

    /// A file of secrets or a backup does not exist or cannot be read.
    package static func inputUnreadable(path: String, reason: String) -> RunFailure {
        .ofKeyStore(
            .missing,
            at: path,
            "cannot be read",
            found: reason,
            remedy: "Name a file that can be read."
        )
    }

    /// A file exists and must not be overwritten.
    package static func alreadyExists(path: String) -> RunFailure {
        .ofKeyStore(
            .cannotCreate,
            at: path,
            "exists already and is not overwritten",
            remedy: "Move it away first.",
            kind: .alreadyExists
        )
    }

    /// A file or directory cannot be created.
    package static func cannotCreate(path: String, reason: String) -> RunFailure {
        .ofKeyStore(.cannotCreate, at: path, "cannot be created", found: reason)
    }

    /// Permissions of a file or a database are too open, or we lack them.
    package static func permissions(
        path: String,
        reason: String,
        found: String? = nil,
        expected: String? = nil,
        remedy: String? = nil
    ) -> RunFailure {
        .ofKeyStore(
            .permission,
            at: path,
            reason,
            found: found,
            expected: expected,
            remedy: remedy,
            kind: .permissions
        )
    }

    /// There is too little of a system resource, as the error number of a system call or a library says.
    package static func shortage(_ shortage: ResourceShortage, errorNumber: Int32, path: String) -> RunFailure
    {
        .ofKeyStore(
            .unavailable,
            at: path,
            shortage.description,
            remedy: shortage.advice,
            errorNumber: errorNumber
        )
    }

    /// A write failed because the disk is full or damaged.
    package static func writeFailed(path: String, reason: String) -> RunFailure {
        .ofKeyStore(
            .writeFailed,
            at: path,
            "writing failed",
            found: reason,
            remedy: "Make room or check the disk, then run it again.",
            kind: .writeFailed
        )
    }

    /// A SQLite store is on a network file system, whose locks are not reliable.
    package static func networkFileSystem(path: String, type: String) -> RunFailure {
        .ofKeyStore(
            .usage,
            at: path,
            "a SQLite key store cannot be on a network file system (\(type)): locks are not reliable there, and keys can get lost",
            remedy: "Use a local disk, or postgresql:."
        )
    }

    /// A SQLite store has several names.
    package static func severalNames(path: String, reason: String) -> RunFailure {
        .ofKeyStore(
            .usage,
            at: path,
            "a SQLite key store must have one name, because its write-ahead log is named after it",
            found: reason,
            expected: "a file with one name",
            remedy: "Link or mount its folder instead, and remove the other name."
        )
    }
}
