import Failures
import PostgreSQLClient
import StoreFiles

extension PostgreSQLDatabase {
    /// Returns `error` as an error of the store named `label`.
    static func failure(_ error: PostgreSQLError, _ label: String) -> RunFailure {
        switch error {
        case .disconnected(let reason): .storeUnavailable(path: label, reason: reason)
        case .refused(let state, let message): failure(state: state, message, label)
        case .unexpected(let what): .fault("PostgreSQL gave \(what)")
        case .invalidAddress(let reason): .invalidStoreLocation("postgresql:…", reason: reason)
        case .missingLibrary(let error): .missingLibrary(error).labeled("key store")
        }
    }

    /// Converts SQLSTATEs of PostgreSQL's appendix A, whose first two characters are the class.
    private static func failure(state: String, _ reason: String, _ label: String) -> RunFailure {
        switch state {
        case "42501" where reason.contains("row-level security"):
            return .permissions(
                path: label,
                reason: "only members of fairlead_export and the owner may export keys from it (\(reason)); "
                    + "connect as one of them, or grant fairlead_export to this role"
            )
        case "42501":
            return .permissions(
                path: label,
                reason: "\(reason); the role needs the privileges of fairlead_mint, fairlead_use or "
                    + "fairlead_export"
            )
        case "28P01":
            return .permissions(
                path: label,
                reason: "\(reason); the password belongs in FAIRLEAD_KEY_STORE or ~/.pgpass"
            )
        case "3D000": return .databaseNotFound(path: label)
        case "3F000": return .storeNotFound(path: label)
        case "42P01", "42703", "XX001", "XX002": return .corrupted(path: label, reason: reason)
        case "53100", "58030": return .writeFailed(path: label, reason: reason)
        case "25006", "25P03", "55000": return .storeUnavailable(path: label, reason: reason)
        case "55P03":
            return .storeUnavailable(path: label, reason: "another process has been writing for too long")
        default: break
        }
        switch state.prefix(2) {
        case "28": return .permissions(path: label, reason: reason)
        case "08", "40", "53", "57": return .storeUnavailable(path: label, reason: reason)
        default: return .fault("PostgreSQL error \(state): \(reason)")
        }
    }

    /// Indicates whether another attempt soon may succeed.
    ///
    /// This is so for broken connections (also 08), servers that start or stop (57P) or have no connection
    /// left (53300), transactions that conflict with others (40), a server that is read-only until it becomes
    /// the primary (25006), and a session that was idle for too long (25P03). It is not so after waiting: for
    /// locks and statements that took too long (55P03, 57014).
    static func isTransient(_ error: PostgreSQLError) -> Bool {
        switch error {
        case .disconnected: true
        case .refused(let state, _):
            state.hasPrefix("57P") || state.hasPrefix("40") || state.hasPrefix("08")
                || ["53300", "25006", "25P03"].contains(state)
        case .unexpected, .invalidAddress, .missingLibrary: false
        }
    }
}
