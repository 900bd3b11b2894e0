import Foundation
import Glibc

/// A PostgreSQL server for one test process: a cluster in a temporary directory, on loopback and a Unix
/// socket.
///
/// The server ends and its directory is removed when this object is released or the process ends, even by a
/// crash: a watcher process holds the other end of a pipe. If tests run as root, the server runs as the user
/// `postgres`, because PostgreSQL refuses to run as root.
package final class PostgreSQLServer: Sendable {
    /// The server that the tests of one process share; it starts on first use.
    package static let shared = Result { try PostgreSQLServer() }

    package let directory: String
    package let port: Int
    private let programs: String
    /// The write end of the watcher's pipe; the kernel closes it when this process ends.
    private let lifeline: FileHandle

    /// Creates and starts a cluster.
    ///
    /// - Parameter isSynchronised: true if commits wait for the disk; otherwise a machine crash can lose them.
    /// - Throws: if a program of PostgreSQL fails.
    package init(isSynchronised: Bool = false) throws {
        programs = try Self.newestPrograms()
        port = try Self.freePort()
        directory = "/tmp/fairlead-pg-\(getpid())-\(port)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        if geteuid() == 0 { try Command.run("chown", ["postgres:", directory]) }
        lifeline = try Self.watch(directory, programs: programs)
        try runProgram(
            "initdb",
            ["-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"]
        )
        let settings = """
            listen_addresses = '127.0.0.1'
            port = \(port)
            unix_socket_directories = '\(directory)'
            fsync = \(isSynchronised ? "on" : "off")
            max_connections = 200
            shared_buffers = 16MB
            hba_file = '\(directory)/access.conf'

            """
        // Members of this group have to log in with a password.
        let access = """
            host   all  +\(Self.group)  127.0.0.1/32  scram-sha-256
            host   all  all  127.0.0.1/32  trust
            local  all  all  trust

            """
        let configuration = directory + "/settings.conf"
        for (file, text) in [(configuration, settings), (directory + "/access.conf", access)] {
            try text.write(toFile: file, atomically: false, encoding: .utf8)
            try Command.run("chmod", ["644", file])
        }
        try runProgram(
            "sh",
            ["-c", "echo \"include '\(configuration)'\" >> \(data)/postgresql.conf"],
            isOwn: false
        )
        try start()
        try psql("CREATE ROLE \(Self.group)")
    }

    private static let group = "with_password"

    private var data: String { directory + "/data" }

    /// Returns the URL of a database of this server.
    package func url(_ database: String = "postgres", user: String = "postgres") -> String {
        "postgresql://\(user)@127.0.0.1:\(port)/\(database)"
    }

    /// Creates a database and returns its URL.
    package func makeDatabase() throws -> String {
        let name = "t" + UUID().uuidString.replacing("-", with: "").lowercased()
        try psql("CREATE DATABASE \(name)")
        return url(name)
    }

    /// Creates a superuser who has to log in with this password, and returns the name.
    package func makeUser(password: String) throws -> String {
        let name = "u" + UUID().uuidString.replacing("-", with: "").lowercased()
        let quoted = password.replacing("'", with: "''")
        try psql("CREATE ROLE \(name) LOGIN SUPERUSER PASSWORD '\(quoted)' IN ROLE \(Self.group)")
        return name
    }

    /// Runs SQL with `psql`, independently of the store's own connections.
    @discardableResult
    package func psql(_ sql: String, at url: String? = nil) throws -> String {
        try Command.run(
            programs + "/psql",
            ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url ?? self.url(), "-c", sql]
        )
    }

    /// Returns a database as text that `psql` can run: tables, data, privileges, policies.
    package func dump(_ url: String) throws -> String {
        let text = try Command.run(programs + "/pg_dump", ["-d", url])
        // Commands of `psql` protect its use with a random word.
        return text.split(separator: "\n").filter { !$0.hasPrefix("\\") }.joined(separator: "\n")
    }

    package func start() throws {
        try runProgram("pg_ctl", ["start", "-w", "-s", "-D", data, "-l", directory + "/log"])
    }

    /// Stops the server without letting sessions finish, as a crash would.
    package func stop() throws {
        try runProgram("pg_ctl", ["stop", "-w", "-s", "-m", "immediate", "-D", data])
    }

    /// Simulates a crash and the recovery from it.
    package func restart() throws {
        try stop()
        try start()
    }

    /// Restarts the server as a hot standby, which waits for a primary's changes and answers readers
    /// meanwhile.
    package func restartAsStandby() throws {
        try stop()
        try runProgram("touch", [data + "/standby.signal"], isOwn: false)
        try start()
    }

    /// Promotes the standby to primary.
    package func promote() throws {
        try runProgram("pg_ctl", ["promote", "-w", "-s", "-D", data])
    }

    /// Returns the folder of the newest version that Debian installed, or else the one that `pg_config`
    /// names.
    private static func newestPrograms() throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        if let newest = versions.compactMap(Int.init).max() { return "\(root)/\(newest)/bin" }
        return try Command.run("pg_config", ["--bindir"]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns a port on loopback that no one listens on now.
    private static func freePort() throws -> Int {
        let (descriptor, port) = try Loopback.listen()
        close(descriptor)
        return port
    }

    /// Starts the process that stops the server once this process is gone, and returns the lifeline.
    ///
    /// The process waits for the end of its standard input, the read end of the lifeline's pipe.
    private static func watch(_ directory: String, programs: String) throws -> FileHandle {
        let script = """
            trap '' INT TERM HUP
            cat >/dev/null
            \((asOwner + ["\(programs)/pg_ctl"]).joined(separator: " ")) stop -s -m immediate -D \(directory)/data
            rm -rf \(directory)
            """
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw Command.Failure(status: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        try DetachedProgram.run(["setsid", "--fork", "sh", "-c", script], input: ends[0])
        close(ends[0])
        return FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }

    private static var asOwner: [String] {
        geteuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
    }

    /// Runs a program as the cluster's owner.
    ///
    /// Processes that the program starts inherit no descriptors of this process.
    private func runProgram(_ name: String, _ arguments: [String], isOwn: Bool = true) throws {
        try DetachedProgram.run(
            ["LC_ALL=C.UTF-8"] + Self.asOwner + [isOwn ? programs + "/" + name : name] + arguments
        )
    }
}
