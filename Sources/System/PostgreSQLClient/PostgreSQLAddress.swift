import CPostgreSQL
import Glibc

/// The address of a database as a URL of libpq, which may contain a password.
///
/// The form is `postgresql://USER:PASSWORD@HOST:PORT/DATABASE?OPTIONS`. The URL is overwritten when the
/// object is released, and never printed.
@safe
package final class PostgreSQLAddress: @unchecked Sendable {
    /// `postgresql://HOST:PORT/DATABASE` without user and password; missing parts are libpq's defaults.
    package let label: String
    /// The URL with a terminating zero.
    private let url: UnsafeMutableBufferPointer<CChar>

    /// Checks a URL as libpq does without connecting, and that a `/` or `@` in a password does not split it
    /// wrongly.
    package init(_ text: some StringProtocol) throws(PostgreSQLError) {
        guard text.utf8.starts(with: "postgresql://".utf8) || text.utf8.starts(with: "postgres://".utf8)
        else {
            throw .invalidAddress(reason: "expected postgresql://HOST:PORT/DATABASE")
        }
        guard !text.utf8.contains(0) else {
            throw .invalidAddress(reason: "a control character, expected none")
        }
        try LibPQ.load()
        let url = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count + 1)
        let end = unsafe url.initialize(fromContentsOf: text.utf8.map { CChar(bitPattern: $0) })
        unsafe url.initializeElement(at: end, to: 0)
        do throws(PostgreSQLError) {
            label = try unsafe Self.label(of: url)
        } catch {
            unsafe Self.discard(url)
            throw error
        }
        unsafe self.url = unsafe url
    }

    deinit {
        unsafe Self.discard(url)
    }

    private static func discard(_ url: UnsafeMutableBufferPointer<CChar>) {
        if let start = url.baseAddress { unsafe explicit_bzero(start, url.count) }
        unsafe url.deallocate()
    }

    /// Calls `body` with the zero-terminated URL.
    func withURL<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result? {
        guard let start = unsafe url.baseAddress else { return nil }
        return unsafe body(start)
    }

    private static func label(of url: UnsafeMutableBufferPointer<CChar>) throws(PostgreSQLError) -> String {
        // libpq's own message would quote parts of the URL, which may be a password.
        guard let options = unsafe libpq.PQconninfoParse(url.baseAddress, nil) else {
            throw .invalidAddress(reason: "not a URL of libpq; a password has to be percent-encoded")
        }
        defer { unsafe libpq.PQconninfoFree(options) }
        let defaults = unsafe libpq.PQconndefaults()
        defer { unsafe libpq.PQconninfoFree(defaults) }
        func value(_ keyword: String) -> String? {
            unsafe field(keyword, of: options) ?? field(keyword, of: defaults)
        }
        let host = value("host") ?? value("hostaddr") ?? "localhost"
        let port = value("port") ?? "5432"
        let database = value("dbname") ?? value("user") ?? ""
        guard !host.contains("@"), !database.contains(where: { $0 == "@" || $0 == "/" }),
            port.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ",") })
        else {
            throw .invalidAddress(reason: "a misplaced @, / or :; a password has to be percent-encoded")
        }
        return "postgresql://\(bracketed(host)):\(port)/\(encoded(database, but: ""))"
    }

    private static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(encoded(host, but: ":,"))]" : encoded(host, but: ",")
    }

    /// Percent-encodes everything except RFC 3986's unreserved characters and `extraCharacters`.
    private static func encoded(_ text: String, but extraCharacters: String) -> String {
        let unescapedCharacters =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~" + extraCharacters
        return text.utf8.map { byte in
            if unescapedCharacters.utf8.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }

    private static func field(
        _ keyword: String,
        of options: UnsafeMutablePointer<PQconninfoOption>?
    ) -> String? {
        guard var option = unsafe options else { return nil }
        while let name = unsafe option.pointee.keyword {
            if unsafe String(cString: name) == keyword {
                guard let value = unsafe option.pointee.val, unsafe value.pointee != 0 else { return nil }
                return unsafe String(cString: value)
            }
            unsafe option += 1
        }
        return nil
    }
}

extension PostgreSQLAddress: CustomStringConvertible, CustomReflectable {
    package var description: String { label }

    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension PostgreSQLAddress: Hashable {
    package static func == (left: PostgreSQLAddress, right: PostgreSQLAddress) -> Bool {
        unsafe left.url.elementsEqual(right.url)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(label)
    }
}
