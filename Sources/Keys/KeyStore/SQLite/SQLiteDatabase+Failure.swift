import Failures
import GRDB
import Glibc
import StoreFiles

extension SQLiteDatabase {
    /// Returns `error`, whatever threw it, as an error of the store at `path`.
    ///
    /// Only SQLite's own messages are taken over, which contain names of tables and columns, never values.
    static func failure(_ error: any Error, _ path: String) -> RunFailure {
        switch error {
        case let error as RunFailure: error
        case let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN:
            failureToOpen(error, path)
        case let error as DatabaseError: failure(error, path)
        case is RowDecodingError: .corrupted(path: path, reason: "a value of the wrong kind")
        default: .fault("the key store got an error of the type \(type(of: error))")
        }
    }

    /// Returns the error behind a finding of `PRAGMA quick_check`.
    ///
    /// The check reports pages that it could not read, also for lack of memory, in the same way as damaged
    /// pages (SQLite, `checkTreePage` and `checkList`).
    static func failure(finding: String, _ path: String) -> RunFailure {
        if let code = finding.split(separator: "unable to get the page. error code=").last.flatMap({
            Int32($0)
        }) {
            return failure(DatabaseError(resultCode: ResultCode(rawValue: code), message: finding), path)
        }
        if finding.contains("failed to get page ") {
            return .storeUnavailable(path: path, reason: "SQLite cannot read all of its pages (\(finding))")
        }
        return .corrupted(path: path, reason: "its pages are inconsistent")
    }

    /// Returns the error of opening the store or creating its journal.
    ///
    /// SQLite does not keep the system's error number, so this tries to create a file in the same folder.
    private static func failureToOpen(_ error: DatabaseError, _ path: String) -> RunFailure {
        switch NewPrivateFile.creationErrorNumber(beside: path) {
        case .some(let code) where ResourceShortage(code: code) != nil || code == ENOSPC || code == EDQUOT:
            PrivateFile.failure(code, path)
        case .some where FileIdentity(of: SQLiteFileState.writeAheadLog(of: path)) != nil:
            .storeUnavailable(path: path, reason: recoveryAdvice)
        case let code?:
            .permissions(
                path: path,
                reason: "SQLite cannot create its files beside the store",
                found: unsafe String(cString: strerror(code)),
                expected: "a folder that can be written"
            )
        case nil: .permissions(path: path, reason: reason(of: error))
        }
    }

    private static let recoveryAdvice =
        "an interrupted write has to be completed or undone; run `fairlead keys init` on it where its folder can be written"

    /// Indicates whether the address space of the process is limited, so that a file cannot be mapped for lack of it.
    private static var hasAddressLimit: Bool {
        var limit = rlimit()
        return unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
            && limit.rlim_cur != .max
    }

    private static func reason(of error: DatabaseError) -> String {
        error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    }

    private static func failure(_ error: DatabaseError, _ path: String) -> RunFailure {
        let reason = reason(of: error)
        switch error.extendedResultCode {
        case .SQLITE_IOERR_SHMMAP, .SQLITE_IOERR_SHMLOCK:
            return hasAddressLimit
                ? .shortage(.memory, errorNumber: ENOMEM, path: path)
                : .noSharedMemory(path: path, reason: reason)
        case .SQLITE_READONLY_ROLLBACK, .SQLITE_READONLY_RECOVERY, .SQLITE_READONLY_CANTINIT:
            return .storeUnavailable(path: path, reason: recoveryAdvice)
        case .SQLITE_READONLY_DBMOVED:
            return .storeReplaced(path: path)
        case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS:
            return .corrupted(path: path, reason: reason)
        case .SQLITE_NOMEM, .SQLITE_IOERR_NOMEM:
            return .shortage(.memory, errorNumber: ENOMEM, path: path)
        default:
            return failure(primary: error.resultCode, path, reason)
        }
    }

    private static func failure(primary code: ResultCode, _ path: String, _ reason: String) -> RunFailure {
        switch code {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_FORMAT, .SQLITE_SCHEMA:
            .corrupted(path: path, reason: reason)
        case .SQLITE_ERROR where reason.hasPrefix("no such "):
            .corrupted(path: path, reason: reason)
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL, .SQLITE_INTERRUPT:
            .storeUnavailable(path: path, reason: reason)
        case .SQLITE_FULL, .SQLITE_IOERR:
            .writeFailed(path: path, reason: reason)
        case .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_READONLY:
            .permissions(path: path, reason: reason)
        default:
            .fault("SQLite error \(code.rawValue): \(reason)")
        }
    }
}
