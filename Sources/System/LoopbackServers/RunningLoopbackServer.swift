import Dispatch
import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Hummingbird's server with its event loop; it stops when the value is destroyed.
struct RunningLoopbackServer: ~Copyable, Sendable {
    /// The port on 127.0.0.1.
    let port: Int
    private let serverContext: LoopbackServerContext
    private let eventLoops: MultiThreadedEventLoopGroup
    private let listener: any Channel
    private let endSemaphore: DispatchSemaphore

    /// The number of connections that the kernel queues until they are accepted.
    private static let backlog = 1024

    /// Starts listening, with https if there is a TLS context, otherwise with http.
    ///
    /// - Parameters:
    ///   - serverContext: the limits, handler, connections and threads of the server.
    ///   - tls: the TLS context, or nil for http.
    ///   - port: the port, or 0 if the system chooses one.
    /// - Throws: ``LoopbackServerError/cannotListen(_:)``.
    init(_ serverContext: LoopbackServerContext, _ tls: TLSContext? = nil, port: UInt16 = 0)
        throws(LoopbackServerError)
    {
        let connections = max(1, serverContext.limits.connections)
        try FileDescriptorLimit.allow(connections: connections)
        let silentLogger = Logger(label: "fairlead.loopback") { _ in SwiftLogNoOpLogHandler() }
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let start = Start()
        let endSemaphore = DispatchSemaphore(value: 0)
        let server = Server(
            childChannelSetup: LoopbackChannel(serverContext, tls),
            configuration: ServerConfiguration(
                address: .hostname("127.0.0.1", port: Int(port)),
                backlog: Self.backlog,
                availableConnectionsDelegate: MaximumAvailableConnections(connections, logger: silentLogger)
            ),
            onServerRunning: { start.setResult(.success($0)) },
            eventLoopGroup: eventLoops,
            logger: silentLogger
        )
        Task(executorPreference: EventLoopTaskExecutor(on: eventLoops.next())) {
            do {
                try await server.run()
            } catch {
                start.setResult(.failure(error))
            }
            endSemaphore.signal()
        }
        let listener: any Channel
        do {
            listener = try start.wait()
            let pipeline = listener.pipeline
            try listener.eventLoop.submit { pipeline.syncOperations.setCloseOnExec() }.wait()
            // Accepts one connection at a time, because otherwise the server exceeds its limit.
            try listener.setOption(.maxMessagesPerRead, value: 1).wait()
        } catch {
            endSemaphore.wait()
            try? eventLoops.syncShutdownGracefully()
            let code = (error as? IOError)?.errnoCode
            throw .cannotListen(code.map(FileDescriptorLimit.systemReason) ?? "\(error)")
        }
        self.serverContext = serverContext
        self.eventLoops = eventLoops
        self.listener = listener
        self.endSemaphore = endSemaphore
        self.port = listener.localAddress?.port ?? 0
    }

    deinit {
        let listener = listener
        listener.eventLoop.execute {
            listener.pipeline.syncOperations.endInheritedSocket()
            listener.close(promise: nil)
        }
        serverContext.connections.endAll()
        endSemaphore.wait()
        serverContext.threads.end()
        try? eventLoops.syncShutdownGracefully()
    }

    /// A wait for the server to listen or to fail.
    private final class Start: Sendable {
        private let result = Mutex<Result<any Channel, any Error>?>(nil)
        private let arrival = DispatchSemaphore(value: 0)

        /// Sets the result; only the first call has an effect.
        func setResult(_ result: Result<any Channel, any Error>) {
            self.result.withLock { $0 = $0 ?? result }
            arrival.signal()
        }

        func wait() throws -> any Channel {
            arrival.wait()
            return try result.withLock { $0 ?? .failure(ChannelError.inappropriateOperationForState) }.get()
        }
    }
}

/// An executor that runs the tasks of a server on its event loop.
///
/// Swift's own pool has as many threads as the machine has cores, and callers may block all of them while
/// they wait for the server.
final class EventLoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(on loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// The limit on the open file descriptors of a process.
enum FileDescriptorLimit {
    /// The number of file descriptors that a server needs before its first connection.
    ///
    /// NIO ends the process if it gets none for its event loop.
    private static let minimumDescriptorCount = 8

    /// Raises the limit of the process to allow `connections`, each with one more open file, as far as the
    /// system permits.
    ///
    /// - Throws: ``LoopbackServerError/cannotListen(_:)`` if too few are left for the server itself.
    static func allow(connections: Int) throws(LoopbackServerError) {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        let wantedLimit = rlim_t(2 * connections + 128)
        if unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < wantedLimit {
            limit.rlim_cur = min(wantedLimit, limit.rlim_max)
            unsafe setrlimit(resource, &limit)
        }
        var files: [Int32] = []
        defer { for file in files { close(file) } }
        while files.count < minimumDescriptorCount {
            let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard file >= 0 else { throw .cannotListen(systemReason(errno)) }
            files.append(file)
        }
    }

    /// Returns the system's message for an error number.
    static func systemReason(_ code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
