import Foundation
import Glibc

/// A PostgreSQL server of a test process's own: a cluster in a temporary directory, reached on loopback and by a socket.
///
/// It ends, and its directory goes, when the process that made it ends, however that comes about: a watcher holds the
/// other end of a pipe. Root runs it as the user `postgres`, for PostgreSQL refuses to be root.
package final class PostgreSQLServer: Sendable {
    /// The one that a test process shares; starts on first use.
    package static let shared = Result { try PostgreSQLServer() }

    package let directory: String
    package let port: Int
    private let programs: String
    /// Closed by the kernel when this process ends.
    private let lifeline: FileHandle

    /// Makes and starts a cluster.
    ///
    /// - Parameter isSynchronised: whether commits wait for the disk; without, only a crash of the machine loses them.
    /// - Throws: when a program of PostgreSQL's fails.
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
        // Who is in the group has to say a password.
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

    /// The address of a database of it.
    package func url(_ database: String = "postgres", user: String = "postgres") -> String {
        "postgresql://\(user)@127.0.0.1:\(port)/\(database)"
    }

    /// Makes a database, and gives its address.
    package func makeDatabase() throws -> String {
        let name = "t" + UUID().uuidString.replacing("-", with: "").lowercased()
        try psql("CREATE DATABASE \(name)")
        return url(name)
    }

    /// Makes a user who may do everything and has to say this password, and gives the name.
    package func makeUser(password: String) throws -> String {
        let name = "u" + UUID().uuidString.replacing("-", with: "").lowercased()
        let quoted = password.replacing("'", with: "''")
        try psql("CREATE ROLE \(name) LOGIN SUPERUSER PASSWORD '\(quoted)' IN ROLE \(Self.group)")
        return name
    }

    /// Runs SQL with `psql`, as somebody else than the store would.
    @discardableResult
    package func psql(_ sql: String, at url: String? = nil) throws -> String {
        try Command.run(
            programs + "/psql",
            ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url ?? self.url(), "-c", sql]
        )
    }

    package func start() throws {
        try runProgram("pg_ctl", ["start", "-w", "-s", "-D", data, "-l", directory + "/log"])
    }

    /// Stops it without letting anything end, as a crash would.
    package func stop() throws {
        try runProgram("pg_ctl", ["stop", "-w", "-s", "-m", "immediate", "-D", data])
    }

    /// A crash, and recovery from it.
    package func restart() throws {
        try stop()
        try start()
    }

    /// Makes it a hot standby, which waits for what a primary writes and answers readers meanwhile.
    package func restartAsStandby() throws {
        try stop()
        try runProgram("touch", [data + "/standby.signal"], isOwn: false)
        try start()
    }

    /// Makes the standby the primary.
    package func promote() throws {
        try runProgram("pg_ctl", ["promote", "-w", "-s", "-D", data])
    }

    /// The newest of Debian's versions, else those that PATH has.
    private static func newestPrograms() throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        if let newest = versions.compactMap(Int.init).max() { return "\(root)/\(newest)/bin" }
        return try Command.run("pg_config", ["--bindir"]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A port of loopback that nobody listens on now.
    private static func freePort() throws -> Int {
        let (descriptor, port) = try Loopback.listen()
        close(descriptor)
        return port
    }

    /// Starts what stops the server once this process is gone; its standard input is the lifeline's other end.
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
    /// What it starts inherits nothing of ours.
    private func runProgram(_ name: String, _ arguments: [String], isOwn: Bool = true) throws {
        try DetachedProgram.run(
            ["LC_ALL=C.UTF-8"] + Self.asOwner + [isOwn ? programs + "/" + name : name] + arguments
        )
    }
}
