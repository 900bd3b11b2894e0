import Failures
import FoundationEssentials
import GRDB
import StoreFiles
import Synchronization

extension SQLiteDatabase {
    /// The maximum size of a store whose pages are checked when it is opened, in bytes.
    private static let checkedByteLimit: Int64 = 1 << 20

    /// Opens the file of a store.
    convenience init(
        opening path: String,
        readOnly: Bool,
        busyTimeout: Duration = SQLiteDatabase.busyTimeout,
        mounts: MountTable = .current()
    ) throws(RunFailure) {
        try NetworkFileSystem.requireLocal(path, mounts: mounts)
        guard try PrivateFile.exists(path) else { throw .storeNotFound(path: path) }
        try SingleName.require(path, readOnly: readOnly, mounts: mounts)
        try self.init(connecting: path, readOnly: readOnly, busyTimeout: busyTimeout)
        try check()
    }

    /// Creates the file of a store; safe to repeat and to run concurrently.
    ///
    /// The file gets mode 0600, and a new directory 0700. It appears whole or not at all.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - mounts: the mounted file systems.
    ///   - fillTables: fills the tables of a new store.
    /// - Returns: false if another process created the store first.
    /// - Throws: `RunFailure`.
    @discardableResult
    static func create(
        at path: String,
        mounts: MountTable = .current(),
        fillTables: (any SQLSession) throws(RunFailure) -> Void
    ) throws(RunFailure) -> Bool {
        try NetworkFileSystem.requireLocal(path, mounts: mounts)
        PrivateFile.removeAbandoned(beside: path)
        guard try !PrivateFile.exists(path) else { return false }
        // SQLite would take what an old log has for commits of the new file.
        if let leftover = SQLiteFileState.companions(of: path).first(where: { FileIdentity(of: $0) != nil }) {
            throw .leftoverLog(path: leftover)
        }
        try PrivateFile.makeDirectories(for: path)
        let temporaryPath = try PrivateFile.makeTemporary(beside: path)
        do throws(RunFailure) {
            try initialize(temporaryPath, fillTables: fillTables)
        } catch {
            PrivateFile.discard(temporaryPath)
            // The user knows the store by its own name.
            throw error.location == temporaryPath ? error.located(at: path) : error
        }
        // If the name is taken now, another process was faster, and its store is the one to open.
        return try PrivateFile.publish(temporaryPath, as: path)
    }

    private static func initialize(
        _ path: String,
        fillTables: (any SQLSession) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        let database = try SQLiteDatabase(connecting: path, readOnly: false)
        try database.transaction(excluding: .everybody) { (session) throws(RunFailure) in
            try session.executeScript(SQLiteDialect.script)
            try fillTables(session)
        }
        // Last, so that the file is complete without a log: SQLite does not say if it cannot empty one.
        try database.useWriteAheadLog()
        try database.close()
    }

    /// Throws if the file is not a key store of ours, has another schema, or is damaged, as far as a quick
    /// check shows.
    private func check() throws(RunFailure) {
        let state = SQLiteFileState(of: path)
        defer { checkedState.withLock { $0 = state } }
        if let writer {
            try writer.withoutTransaction { try check($0) }
            try useWriteAheadLog()
            noteCompanions()
        } else {
            try withReader { (connection) throws(RunFailure) in
                try connection.withoutTransaction { try check($0) }
            }
        }
    }

    /// Checks the file again if it was written since: by a process that emptied the write-ahead log, or from outside.
    func checkAgain(_ connection: SQLiteConnection) throws(RunFailure) {
        guard let state = SQLiteFileState(of: path) else { throw .storeReplaced(path: path) }
        let isChecked = checkedState.withLock { $0.map(state.hasSameContents) ?? false }
        if isChecked { return }
        try connection.withoutTransaction { try check($0) }
        checkedState.withLock { $0 = state }
    }

    /// Gives the file a write-ahead log; throws if it cannot have one.
    private func useWriteAheadLog() throws(RunFailure) {
        let mode = try writer?.withoutTransaction {
            try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL")
        }
        guard mode == "wal" else {
            throw .noSharedMemory(path: path, reason: "journal mode \(mode ?? "unknown")")
        }
    }

    private func check(_ connection: Database) throws {
        guard try Int.fetchOne(connection, sql: "PRAGMA application_id") == SQLiteDialect.applicationID else {
            throw RunFailure.corrupted(path: path, reason: "the file is not a key store of fairlead")
        }
        // SQLite has 0 for a file to which no number was given.
        let version = try Int64.fetchOne(connection, sql: "PRAGMA user_version")
        try StoreSchema.require(version == 0 ? nil : version, of: path)
        for table in StoreSchema.tables {
            guard try connection.tableExists(table.name) else {
                throw RunFailure.corrupted(path: path, reason: "the table \(table.name) is missing")
            }
        }
        try checkPages(connection)
    }

    private func checkPages(_ connection: Database) throws {
        let pageCount = try Int64.fetchOne(connection, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int64.fetchOne(connection, sql: "PRAGMA page_size") ?? 0
        // SQLite reads zeros if the end of the last page is missing; new pages may be in the write-ahead log only.
        let logByteCount = try? PrivateFile.byteCount(SQLiteFileState.writeAheadLog(of: path))
        guard try logByteCount ?? 0 > 0 || PrivateFile.byteCount(path) >= pageCount * pageSize else {
            throw RunFailure.corrupted(path: path, reason: "the end of the file is missing")
        }
        guard pageCount * pageSize <= Self.checkedByteLimit else { return }
        let finding = try String.fetchOne(connection, sql: "PRAGMA quick_check(1)") ?? ""
        guard finding == "ok" else { throw Self.failure(finding: finding, path) }
    }
}
