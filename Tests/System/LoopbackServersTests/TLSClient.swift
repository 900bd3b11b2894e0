import Foundation
import Testing

/// A client with Python's `ssl`, which reports the chosen protocol and how a connection ended.
///
/// libcurl reports neither.
struct TLSClient {
    /// Returns a line for each answer, and one for the end.
    ///
    /// The end is `end`, `cut`, `alert` and its number, or the reason of an error.
    static func run(_ name: String, port: Int) throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-W", "ignore", "-c", script, String(port), name]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static let script = #"""
        import socket, ssl, sys

        port, name, last_received = int(sys.argv[1]), sys.argv[2], b""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

        def get(path, *fields):
            return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *fields, "", ""]).encode()

        class Connection:
            def __init__(self):
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
                self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
                self.tls = context.wrap_bio(self.incoming, self.outgoing, server_hostname="localhost")
                self.perform(self.tls.do_handshake)

            def send(self):
                if bytes := self.outgoing.read():
                    self.socket.sendall(bytes)

            def perform(self, call, *arguments):
                while True:
                    try:
                        result = call(*arguments)
                        self.send()
                        return result
                    except ssl.SSLWantReadError:
                        self.send()
                    global last_received
                    received = last_received = self.socket.recv(65536)
                    self.incoming.write(received) if received else self.incoming.write_eof()

            def show(self):
                text = b""
                end = "end"
                try:
                    while part := self.perform(self.tls.read, 65536):
                        text += part
                except ssl.SSLZeroReturnError:
                    pass
                except (ssl.SSLEOFError, ConnectionError):
                    end = "cut"
                for answer in text.split(b"HTTP/1.1 ")[1:]:
                    print(answer[:3].decode(), answer.split(b"\r\n\r\n", 1)[1].decode())
                print(end)

        last = "Connection: close"
        try:
            if name in ("http/1.1", "h2"):
                context.set_alpn_protocols([name])
                print(Connection().tls.selected_alpn_protocol())
            elif name in ("TLSv1_1", "TLSv1_2", "TLSv1_3"):
                context.set_ciphers("DEFAULT@SECLEVEL=0")
                context.minimum_version = context.maximum_version = ssl.TLSVersion[name]
                print(Connection().tls.version())
            elif name == "clear text":
                with socket.create_connection(("127.0.0.1", port), timeout=20) as clear:
                    clear.sendall(get("/a", last))
                    received = b""
                    while part := clear.recv(65536):
                        received += part
                print("HTTP" if b"HTTP" in received else "end")
            else:
                connection = Connection()
                if name == "an end behind the request":
                    connection.perform(connection.tls.write, get("/a"))
                    try:
                        connection.tls.unwrap()
                    except ssl.SSLWantReadError:
                        connection.send()
                elif name == "garbage":
                    connection.socket.sendall(b"no record of TLS, whatever length this has")
                elif name == "half a request, and no end":
                    connection.perform(connection.tls.write, get("/a")[:20])
                    connection.socket.shutdown(socket.SHUT_WR)
                else:
                    connection.perform(connection.tls.write, get("/a") + get("/b", last))
                connection.show()
        except ssl.SSLError as error:
            # An alert in the clear: type, version, length, level, description.
            print(f"alert {last_received[6]}" if last_received[:1] == b"\x15" else error.reason)
        """#
}
