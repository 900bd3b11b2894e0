import Glibc

/// A client that can send arbitrary bytes.
final class RawClient: Sendable {
    private let handle: Int32

    /// Connects to a port of 127.0.0.1; no call blocks for more than five seconds.
    init(port: Int) throws {
        handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = UInt16(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe setsockopt(handle, SOL_SOCKET, option, &limit, UInt32(MemoryLayout<timeval>.size))
        }
        let code = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(handle, address, UInt32(MemoryLayout<sockaddr_in>.size))
            }
        }
        if code != 0 { throw RawClientError(code: errno) }
    }

    /// Sends text in which each scalar is a byte.
    func send(_ text: String) { send(text.unicodeScalars.map { UInt8($0.value) }) }

    /// Sends bytes; returns false if the connection is closed, or accepts no bytes for five seconds.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe Glibc.send(handle, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        }
    }

    /// Closes the sending direction only.
    func finish() { shutdown(handle, Int32(SHUT_WR)) }

    /// Returns true if bytes arrive within this time, in seconds.
    func hasBytes(within seconds: Double) -> Bool {
        var wanted = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&wanted, 1, Int32(seconds * 1000)) > 0
    }

    /// Returns the next byte, or nil if none arrives.
    func receive() -> UInt8? {
        var byte: UInt8 = 0
        return unsafe recv(handle, &byte, 1, 0) == 1 ? byte : nil
    }

    /// Returns all bytes until the server closes the connection, or nil if it does not.
    func receiveAll() -> [UInt8]? {
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe recv(handle, &part, part.count, 0)
            if count == 0 || (count < 0 && errno == ECONNRESET) { return all }
            if count < 0 { return nil }
            all += part[..<count]
        }
    }

    /// Makes the connection end with a reset when it is closed.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(handle, SOL_SOCKET, SO_LINGER, &option, UInt32(MemoryLayout<linger>.size))
    }

    deinit { close(handle) }

    /// Returns the answer to `head`, which includes line endings, up to the end of the connection.
    static func answer(to head: String, port: Int) throws -> RawAnswer {
        let client = try RawClient(port: port)
        client.send(head)
        return RawAnswer(client.receiveAll() ?? [])
    }
}

/// The error that the connection failed.
struct RawClientError: Error {
    let code: Int32
}

/// The sockets of this process.
enum Sockets {
    /// Returns the IPv4 sockets whose own port is `port`: a listening one and its connections.
    static func boundTo(port: Int) -> [Int32] {
        (Int32(0)..<4096).filter { handle in
            var address = sockaddr_in()
            var length = UInt32(MemoryLayout<sockaddr_in>.size)
            let code = unsafe withUnsafeMutablePointer(to: &address) { address in
                unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe getsockname(handle, address, &length)
                }
            }
            return code == 0 && address.sin_family == UInt16(AF_INET)
                && Int(UInt16(bigEndian: address.sin_port)) == port
        }
    }
}

/// A parsed answer.
struct RawAnswer {
    let statusLine: String
    let fields: [String]
    let body: String?

    init(_ bytes: [UInt8]) {
        let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = parts[0].split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        statusLine = lines[0]
        fields = Array(lines.dropFirst())
        body = parts.count > 1 ? String(parts[1]) : nil
    }

    /// The status code.
    var status: Int? { statusLine.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
}
