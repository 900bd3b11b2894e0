import KeyStoreFixtures
import PostgreSQLClient
import Testing

/// Addresses, and connections that fail.
struct PostgreSQLAddressTests {
    @Test(arguments: [
        ("postgresql://host:1/db", "postgresql://host:1/db"),
        ("postgres://user:secret@host:1/db?sslmode=require", "postgresql://host:1/db"),
        ("postgresql://user:se%2Fcr%40et@host:1/d%20b", "postgresql://host:1/d%20b"),
        ("postgresql://[::1]:1/db", "postgresql://[::1]:1/db"),
        ("postgresql://a:1,b:2/db", "postgresql://a,b:1,2/db"),
        ("postgresql://%2Frun%2Fpg:1/db", "postgresql://%2Frun%2Fpg:1/db"),
        ("postgresql:///db?host=h&port=2&password=secret", "postgresql://h:2/db"),
    ])
    func `A label has neither user nor password`(text: String, label: String) throws {
        let address = try PostgreSQLAddress(text)
        #expect(address.label == label)
        #expect("\(address)" == label)
        var dumped = ""
        dump(address, to: &dumped)
        #expect(!dumped.contains("secret"))
    }

    @Test(arguments: [
        "", "postgresql:", "mysql://host/db", "host=h password=secret", "postgresql://user:sec/ret@host/db",
        "postgresql://user:1/secret@host/db", "postgresql://user:sec@ret@host/db",
        "postgresql://h/db?secret=1",
        "postgresql://user:%zzsecret@h/db", "postgresql://h:secret/db", "postgresql://h/db\0secret",
    ])
    func `What is no address is refused without being repeated`(text: String) {
        let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLAddress(text) }
        guard case .invalidAddress(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.contains("sec") && !reason.contains("ret@"))
    }

    /// libpq checks parameter values when it connects; a retry would not help.
    @Test(arguments: [
        ("sslmode=secret", "invalid sslmode value"),
        ("channel_binding=secret", "invalid channel_binding value"),
        ("sslmode=require&ssl_min_protocol_version=secret", "invalid ssl_min_protocol_version value"),
    ])
    func `A parameter with a wrong value is refused without being repeated`(parameter: String, reason: String)
        throws
    {
        let error = #expect(throws: PostgreSQLError.self) {
            try PostgreSQLConnection(to: PostgreSQLAddress("postgresql://u@127.0.0.1:1/db?\(parameter)"))
        }
        #expect(error == .invalidAddress(reason: reason))
    }

    @Test func `A server that is not there is disconnected`() throws {
        let error = #expect(throws: PostgreSQLError.self) {
            try PostgreSQLConnection(to: PostgreSQLAddress("postgresql://u:secret@127.0.0.1:1/db"))
        }
        guard case .disconnected(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("refused") && !reason.contains("secret"))
    }

    @Test(arguments: [("/nowhere", "3D000"), ("/postgres?user=nobody_there", "28000")])
    func `A refused connection says its SQLSTATE`(rest: String, state: String) throws {
        let server = try PostgreSQLServer.shared.get()
        let error = #expect(throws: PostgreSQLError.self) {
            try PostgreSQLConnection(
                to: PostgreSQLAddress("postgresql://postgres:secret@127.0.0.1:\(server.port)\(rest)")
            )
        }
        guard case .refused(state, let message)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!message.contains("secret"))
    }
}
