import KeyStoreFixtures
import PostgreSQLClient
import Testing

/// Connections to a server started by this process.
struct PostgreSQLConnectionTests {
    let server: PostgreSQLServer
    let url: String
    let connection: PostgreSQLConnection

    init() throws {
        server = try PostgreSQLServer.shared.get()
        url = try server.makeDatabase()
        connection = try PostgreSQLConnection(to: PostgreSQLAddress(url))
    }

    @Test(arguments: [
        PostgreSQLValue.null, .integer(0), .integer(-1), .integer(.max), .integer(.min), .text(""),
        .text("a 'quoted' \\ ? $1 text"), .text("Ü\u{1F511}"), .bytes([]), .bytes([0, 1, 255, 0]),
    ])
    func `Values go there and back`(value: PostgreSQLValue) throws {
        #expect(try connection.run("SELECT $1", [value]).rows == [[value]])
    }

    @Test func `The server sees the values that were meant`() throws {
        let row = try connection.run(
            "SELECT encode($1, 'hex'), length($2), $3 - 1, $4::text IS NULL",
            [.bytes([0xAB, 0]), .text("äöü"), .integer(-7), .null]
        ).rows
        #expect(row == [[.text("ab00"), .integer(3), .integer(-8), .integer(1)]])
    }

    @Test(arguments: [
        ("SELECT 'a'::text, 'b'::varchar, 'c'::name", [PostgreSQLValue.text("a"), .text("b"), .text("c")]),
        (
            "SELECT (-2)::int2, (-3)::int4, 4::int8, true",
            [.integer(-2), .integer(-3), .integer(4), .integer(1)]
        ),
    ])
    func `Columns of several types are read`(sql: String, row: [PostgreSQLValue]) throws {
        #expect(try connection.run(sql).rows == [row])
    }

    @Test func `A column of another type is refused`() throws {
        #expect(throws: PostgreSQLError.unexpected("a column of type 1700")) {
            try connection.run("SELECT 1.5")
        }
        #expect(connection.isIdle)
    }

    @Test(arguments: [
        ("SELECT x", "42703"), ("SELECT * FROM nowhere", "42P01"), ("SELEKT", "42601"),
        ("SELECT 1/0", "22012"),
    ])
    func `Refused statements say their SQLSTATE`(sql: String, state: String) throws {
        let error = #expect(throws: PostgreSQLError.self) { try connection.run(sql) }
        guard case .refused(state, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try connection.run("SELECT 1").rows == [[.integer(1)]])
    }

    @Test func `Text with a zero is refused, not cut`() throws {
        #expect(throws: PostgreSQLError.self) { try connection.run("SELECT $1", [.text("a\0b")]) }
    }

    @Test func `Commits are durable, sessions limited`() throws {
        #expect(try setting("synchronous_commit") == "on")
        #expect(try setting("statement_timeout") == "2min")
        #expect(try setting("lock_timeout") == "30s")
        #expect(try setting("client_encoding") == "UTF8")
        #expect(try setting("application_name") == "fairlead")
        try connection.run("ALTER ROLE postgres IN DATABASE \(databaseName) SET synchronous_commit = off")
        let next = try PostgreSQLConnection(to: PostgreSQLAddress(url + "?application_name=mine"))
        #expect(
            try next.run("SELECT current_setting('synchronous_commit'), current_setting('application_name')")
                .rows
                == [[.text("on"), .text("mine")]]
        )
    }

    @Test func `A statement runs many times, with other types too`() throws {
        try connection.run("CREATE TABLE numbers (n bigint, t text)")
        for number in 0..<20 {
            let result = try connection.run(
                "INSERT INTO numbers VALUES ($1, $2)",
                [number == 7 ? .null : .integer(Int64(number)), .text("\(number)")]
            )
            #expect(result.rowCount == 1)
        }
        #expect(
            try connection.run("SELECT count(*), sum(n)::bigint FROM numbers").rows == [
                [.integer(20), .integer(183)]
            ]
        )
        #expect(try connection.run("UPDATE numbers SET n = 1 WHERE n > 10").rowCount == 9)
    }

    @Test func `More statements than are kept prepared run`() throws {
        for number in 0..<250 {
            #expect(
                try connection.run("SELECT $1 + \(number)", [.integer(1)]).rows == [
                    [.integer(Int64(number + 1))]
                ]
            )
        }
    }

    @Test func `Rows come one after the other, and other statements between them`() throws {
        try connection.run("BEGIN")
        var sum: Int64 = 0
        var count = 0
        try connection.forEach(
            "SELECT g FROM generate_series(1, $1) g",
            [.integer(1234)],
            { row throws(PostgreSQLError) in
                guard case .integer(let number) = row[0] else { return }
                sum += number
                count += try connection.run("SELECT 1").rowCount
            },
            failure: { $0 }
        )
        try connection.run("COMMIT")
        #expect(sum == 1234 * 1235 / 2)
        #expect(count == 1234)
    }

    @Test func `A commit of what failed says that it was none`() throws {
        try connection.run("BEGIN")
        #expect(throws: PostgreSQLError.self) { try connection.run("SELECT x") }
        #expect(!connection.isIdle)
        #expect(try connection.run("COMMIT").commandTag == "ROLLBACK")
        #expect(connection.isIdle)
    }

    @Test func `A terminated connection is told from a refusal`() throws {
        let pid = try connection.run("SELECT pg_backend_pid()::bigint").rows
        guard case .integer(let process) = pid[0][0] else { return }
        try server.psql("SELECT pg_terminate_backend(\(process))")
        let error = #expect(throws: PostgreSQLError.self) { try connection.run("SELECT 1") }
        guard case .disconnected? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!connection.isIdle)
        #expect(throws: PostgreSQLError.self) { try connection.run("SELECT 1") }
    }

    @Test func `A server that says nothing is given up`() throws {
        let short = try PostgreSQLConnection(to: PostgreSQLAddress(url), answerLimit: .milliseconds(200))
        #expect(throws: PostgreSQLError.disconnected("no answer in time")) {
            try short.run("SELECT pg_sleep(5)")
        }
        #expect(!short.isIdle)
    }

    /// A retry would not help.
    @Test(arguments: ["", ":wrong"])
    func `Who has no password, or a wrong one, is refused as one of SQLSTATE 28P01`(password: String) throws {
        let user = try server.makeUser(password: "right")
        let address = try PostgreSQLAddress(url.replacing("//postgres@", with: "//\(user)\(password)@"))
        let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLConnection(to: address) }
        guard case .refused("28P01", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        _ = try PostgreSQLConnection(
            to: PostgreSQLAddress(url.replacing("//postgres@", with: "//\(user):right@"))
        )
    }

    private var databaseName: String { String(url.split(separator: "/").last ?? "") }

    private func setting(_ name: String) throws -> String? {
        guard
            case .text(let value)? = try connection.run("SELECT current_setting($1)", [.text(name)]).rows
                .first?.first
        else { return nil }
        return value
    }
}
