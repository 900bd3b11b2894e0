internal import GRDB

extension SQLiteDatabase {
    /// `error`, whatever threw it, as an error of the store at `path`.
    ///
    /// Only SQLite's own wording is taken over; it names tables and columns, never values.
    static func failure(_ error: any Error, _ path: String) -> KeyStoreError {
        switch error {
        case let error as KeyStoreError: error
        case let error as DatabaseError: failure(error, path)
        case is RowDecodingError: .corrupted(path: path, reason: "a value of the wrong kind")
        default: .fault("\(type(of: error))")
        }
    }

    private static func failure(_ error: DatabaseError, _ path: String) -> KeyStoreError {
        let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.extendedResultCode {
        case .SQLITE_READONLY_ROLLBACK, .SQLITE_READONLY_RECOVERY:
            let advice = "an interrupted write has to be rolled back; run `fairlead keys init` on it"
            return .unavailable(path: path, reason: advice)
        case .SQLITE_READONLY_DBMOVED:
            return .displaced(path: path)
        case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS:
            return .corrupted(path: path, reason: reason)
        default:
            return failure(primary: error.resultCode, path, reason)
        }
    }

    private static func failure(primary code: ResultCode, _ path: String, _ reason: String) -> KeyStoreError {
        switch code {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_FORMAT, .SQLITE_SCHEMA:
            .corrupted(path: path, reason: reason)
        case .SQLITE_ERROR where reason.hasPrefix("no such "):
            .corrupted(path: path, reason: reason)
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL, .SQLITE_NOMEM, .SQLITE_INTERRUPT:
            .unavailable(path: path, reason: reason)
        case .SQLITE_FULL, .SQLITE_IOERR:
            .writeFailed(path: path, reason: reason)
        case .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_READONLY, .SQLITE_CANTOPEN:
            .permissions(path: path, reason: reason)
        default:
            .fault("SQLite error \(code.rawValue): \(reason)")
        }
    }
}
