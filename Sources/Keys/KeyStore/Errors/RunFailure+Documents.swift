package import Failures
import ProtectionTerms
package import SharedLibraries
import StoreFiles

extension RunFailure.Kind {
    /// Keys that an export format cannot express.
    package static let notExportable = Self("not exportable")
    /// A system library that is needed and cannot be loaded.
    package static let missingLibrary = Self("missing library")
}

/// Failures of documents of keys, and of what else keys come from.
extension RunFailure {
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
