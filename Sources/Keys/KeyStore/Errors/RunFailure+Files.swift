package import Failures
import ProtectionTerms
package import SharedLibraries

// Failures of files, documents of keys, and what else stores and keys come from.

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

extension RunFailure {
    /// A directory is where a file is expected.
    static func notAFile(path: String) -> RunFailure {
        RunFailure(
            .missing,
            at: path,
            "is a directory, expected a file",
            remedy: "Name the file in it.",
            label: "key store"
        )
    }

    /// A file of secrets or a backup does not exist or cannot be read.
    static func inputUnreadable(path: String, reason: String) -> RunFailure {
        RunFailure(
            .missing,
            at: path,
            "cannot be read",
            found: reason,
            remedy: "Name a file that can be read.",
            label: "key store"
        )
    }

    /// A file exists and must not be overwritten.
    package static func alreadyExists(path: String) -> RunFailure {
        RunFailure(
            .cannotCreate,
            at: path,
            "exists already and is not overwritten",
            remedy: "Move it away first.",
            label: "key store",
            kind: .alreadyExists
        )
    }

    /// A file or directory cannot be created.
    static func cannotCreate(path: String, reason: String) -> RunFailure {
        RunFailure(.cannotCreate, at: path, "cannot be created", found: reason, label: "key store")
    }

    /// Permissions of a file or a database are too open, or we lack them.
    static func permissions(path: String, reason: String) -> RunFailure {
        RunFailure(.permission, at: path, reason, label: "key store", kind: .permissions)
    }

    /// There is too little of a system resource.
    static func shortage(_ shortage: ResourceShortage, path: String) -> RunFailure {
        RunFailure(
            .unavailable,
            at: path,
            shortage.description,
            remedy: shortage.advice,
            label: "key store",
            errorNumber: shortage.errorNumber
        )
    }

    /// A write failed because the disk is full or damaged.
    package static func writeFailed(path: String, reason: String) -> RunFailure {
        RunFailure(
            .writeFailed,
            at: path,
            "writing failed",
            found: reason,
            remedy: "Make room or check the disk, then run it again.",
            label: "key store",
            kind: .writeFailed
        )
    }

    /// A key server did not give keys; `label` contains no token.
    package static func keyServer(label: String, reason: String, isTransient: Bool) -> RunFailure {
        RunFailure(
            isTransient ? .unavailable : .malformed,
            at: label,
            "the key server gave no keys",
            found: reason,
            remedy: isTransient
                ? "Try again."
                : "Check the request (URL, headers, certificates), or have the operator of the key server correct this.",
            label: "key store"
        )
    }

    /// A document of keys cannot be imported; `location` is a file with a line, or an element.
    package static func malformedDocument(location: String, reason: String) -> RunFailure {
        RunFailure(.malformed, at: location, reason, label: "key store")
    }

    /// Options for one key are given with a document of several keys.
    package static func severalKeys(location: String, options: String) -> RunFailure {
        RunFailure(
            .usage,
            at: location,
            "contains several keys, and \(options) are for one",
            remedy: "Give \(CommandOption.keyURI) KEY-ID=URI, or import one key at a time.",
            label: "key store"
        )
    }

    /// An export format cannot express the keys.
    package static func notExportable(reason: String) -> RunFailure {
        RunFailure(
            .malformed,
            "the keys cannot be exported in this way",
            found: reason,
            label: "key store",
            kind: .notExportable
        )
    }

    /// A system library is needed and cannot be loaded.
    package static func missingLibrary(_ error: SharedLibraryError) -> RunFailure {
        RunFailure(
            error.isLackOfMemory ? .unavailable : .missing,
            "\(error)",
            label: "key store",
            kind: .missingLibrary
        )
    }
}
