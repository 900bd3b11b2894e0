import CMicroHTTPD

/// A connection, which owns the request that comes over it, and the functions that libmicrohttpd calls.
///
/// The library has a notification of the end of a request, too, and leaves it out where it has no memory for the arguments
/// of a target (0.9.75): what it owned would stay.
final class LoopbackConnection {
    private let site: LoopbackSite
    private var exchange: LoopbackExchange?

    init(_ site: LoopbackSite) {
        self.site = site
    }

    /// Begins a connection and ends it; the context is that of the daemon.
    static let onConnection: MHD_NotifyConnectionCallback = { context, _, socketContext, code in
        guard let context = unsafe context, let socketContext = unsafe socketContext else { return }
        if code == .CONNECTION_NOTIFY_STARTED {
            let site = unsafe Unmanaged<LoopbackSite>.fromOpaque(context).takeUnretainedValue()
            unsafe socketContext.pointee = Unmanaged.passRetained(LoopbackConnection(site)).toOpaque()
        } else if let connection = unsafe socketContext.pointee {
            unsafe Unmanaged<LoopbackConnection>.fromOpaque(connection).release()
            unsafe socketContext.pointee = nil
        }
    }

    /// Begins a request with its target, before that is decoded; the result is the state of the request.
    static let onTarget:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
            UnsafeMutableRawPointer? = { _, target, connection in
                guard let target = unsafe target, let connection = unsafe connection,
                    let context = unsafe fairlead_mhd_context(libmicrohttpd, connection)
                else { return nil }
                let owner = unsafe Unmanaged<LoopbackConnection>.fromOpaque(context).takeUnretainedValue()
                let exchange = unsafe LoopbackExchange(
                    target: String(validatingCString: target),
                    site: owner.site
                )
                owner.exchange = exchange
                return unsafe Unmanaged.passUnretained(exchange).toOpaque()
            }

    /// Takes in a request: once when its head is there, for each part of its body, and in the end.
    static let onAccess: MHD_AccessHandlerCallback = { _, connection, _, method, _, bytes, count, state in
        guard let connection = unsafe connection, let count = unsafe count, let state = unsafe state?.pointee
        else { return .NO }
        let exchange = unsafe Unmanaged<LoopbackExchange>.fromOpaque(state).takeUnretainedValue()
        guard exchange.isBegun else {
            unsafe exchange.begin(method: method.map { unsafe String(cString: $0) } ?? "", connection)
            return unsafe exchange.isHopeless ? LoopbackResponse(status: 413).queue(connection) : .YES
        }
        guard unsafe count.pointee == 0 else {
            let isGoingOn = unsafe exchange.append(UnsafeRawBufferPointer(start: bytes, count: count.pointee))
            unsafe count.pointee = 0
            return isGoingOn ? .YES : .NO
        }
        return unsafe exchange.answer().queue(connection)
    }
}
