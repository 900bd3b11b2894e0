package import Failures
import ProtectionTerms
package import SharedLibraries

extension RunFailure.Kind {
    /// A file that must not be overwritten.
    static let alreadyExists = Self("already exists")
    /// Permissions of a file or a database that are too open, or that we lack.
    package static let permissions = Self("permissions")
    /// A write that failed because the disk is full or damaged.
    package static let writeFailed = Self("write failed")
    /// Keys that an export format cannot express.
    package static let notExportable = Self("not exportable")
    /// A system library that is needed and cannot be loaded.
    package static let missingLibrary = Self("missing library")
}

/// Failures of files, documents of keys, and what else stores and keys come from.
extension RunFailure {
    /// A directory is where a file is expected.
    static func notAFile(path: String) -> RunFailure {
        .ofKeyStore(
            .missing,
            at: path,
            "is a directory, expected a file",
            remedy: "Name the file in it."
        )
    }

    /// A file of secrets or a backup does not exist or cannot be read.
    static func inputUnreadable(path: String, reason: String) -> RunFailure {
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
    static func cannotCreate(path: String, reason: String) -> RunFailure {
        .ofKeyStore(.cannotCreate, at: path, "cannot be created", found: reason)
    }

    /// Permissions of a file or a database are too open, or we lack them.
    static func permissions(
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
    static func shortage(_ shortage: ResourceShortage, errorNumber: Int32, path: String) -> RunFailure {
        .ofKeyStore(
            .unavailable,
            at: path,
            shortage.description,
            remedy: shortage.advice,
            errorNumber: errorNumber
        )
    }

    /// A write failed because the disk is full or damaged.
    static func writeFailed(path: String, reason: String) -> RunFailure {
        .ofKeyStore(
            .writeFailed,
            at: path,
            "writing failed",
            found: reason,
            remedy: "Make room or check the disk, then run it again.",
            kind: .writeFailed
        )
    }

    /// A key server did not give keys; `server` contains no token.
    package static func keyServer(server: String, reason: String, isTransient: Bool) -> RunFailure {
        .ofKeyStore(
            isTransient ? .unavailable : .malformed,
            at: server,
            "the key server gave no keys",
            found: reason,
            remedy: isTransient
                ? "Try again."
                : "Check the request (URL, headers, certificates), or have the operator of the key server correct this."
        )
    }

    /// A document of keys cannot be imported; `location` is a file with a line, or an element.
    package static func malformedDocument(
        location: String,
        reason: String,
        found: String? = nil,
        expected: String? = nil,
        remedy: String? = nil
    ) -> RunFailure {
        .ofKeyStore(.malformed, at: location, reason, found: found, expected: expected, remedy: remedy)
    }

    /// Options for one key are given with a document of several keys.
    package static func severalKeys(location: String, options: String) -> RunFailure {
        .ofKeyStore(
            .usage,
            at: location,
            "contains several keys, and \(options) are for one",
            remedy: "Give \(CommandOption.keyURI) KEY-ID=URI, or import one key at a time."
        )
    }

    /// An export format cannot express the keys.
    package static func notExportable(
        reason: String,
        expected: String? = nil,
        remedy: String? = nil
    ) -> RunFailure {
        .ofKeyStore(
            .malformed,
            "the keys cannot be exported in this way",
            found: reason,
            expected: expected,
            remedy: remedy,
            kind: .notExportable
        )
    }

    /// A system library is needed, also without a key store, and cannot be loaded.
    package static func missingLibrary(_ error: SharedLibraryError) -> RunFailure {
        RunFailure(error.isLackOfMemory ? .unavailable : .missing, "\(error)", kind: .missingLibrary)
    }
}
