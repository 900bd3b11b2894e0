import Foundation
import Glibc
import Synchronization

/// A proxy between a client and PostgreSQL on loopback that loses the first answers to COMMIT.
///
/// Instead of passing such an answer on, it closes both connections: the commit is done, and the client does
/// not know.
package final class CommitLosingProxy: Sendable {
    /// The port that clients connect to.
    package let port: Int
    private let listener: Int32
    private let answersToLose: Mutex<Int>

    /// The number of answers still to be lost.
    package var remaining: Int { answersToLose.withLock { $0 } }

    package init(to serverPort: Int, losing count: Int) throws {
        let (listener, port) = try Loopback.listen()
        self.listener = listener
        self.port = port
        answersToLose = Mutex(count)
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let server = try? Loopback.connect(to: serverPort) else { return }
                Thread.detachNewThread { self.copy(from: client, to: server, losing: false) }
                Thread.detachNewThread { self.copy(from: server, to: client, losing: true) }
            }
        }
    }

    /// Loses the next `count` answers.
    package func lose(_ count: Int) {
        answersToLose.withLock { $0 = count }
    }

    package func close() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func copy(from source: Int32, to target: Int32, losing: Bool) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe read(source, &buffer, buffer.count)
            guard count > 0 else { break }
            if losing, isAnswerToCommit(buffer.prefix(count)), losesNextAnswer() { break }
            guard unsafe write(target, buffer, count) == count else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    /// Indicates whether the bytes contain `CommandComplete` with the tag `COMMIT`.
    private func isAnswerToCommit(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains("COMMIT\0")
    }

    private func losesNextAnswer() -> Bool {
        answersToLose.withLock { count in
            guard count > 0 else { return false }
            count -= 1
            return true
        }
    }
}

/// Sockets on 127.0.0.1.
enum Loopback {
    /// Returns a socket that listens on a free port, and the port.
    static func listen() throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(descriptor, generic, length) | Glibc.listen(descriptor, 16)
                    | getsockname(descriptor, generic, &length)
            }
        }
        guard status == 0 else { throw Command.Failure(status: errno) }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    static func connect(to port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = address(port: port)
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe Glibc.connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Command.Failure(status: errno) }
        return descriptor
    }

    private static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
