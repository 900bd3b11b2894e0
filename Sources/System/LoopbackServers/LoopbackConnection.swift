import CMicroHTTPD
import Glibc

/// A connection, which owns the request that comes over it, and the functions that libmicrohttpd calls.
///
/// The library has a notification of the end of a request, too, but does not always give it (0.9.75): what it owned would stay.
final class LoopbackConnection {
    private let site: LoopbackSite
    private let socket: Int32
    private var exchange: LoopbackExchange?

    private init(_ site: LoopbackSite, _ socket: Int32) {
        self.site = site
        self.socket = socket
    }

    /// Lets a client in; the context is the site.
    static let onClient: MHD_AcceptPolicyCallback = { context, _, _ in
        guard let context = unsafe context else { return .NO }
        let site = unsafe Unmanaged<LoopbackSite>.fromOpaque(context).takeUnretainedValue()
        return site.sockets.admit() ? .YES : .NO
    }

    /// Begins a connection and ends it; the context is the site.
    static let onConnection: MHD_NotifyConnectionCallback = { context, connection, place, code in
        guard let context = unsafe context, let connection = unsafe connection, let place = unsafe place
        else { return }
        let site = unsafe Unmanaged<LoopbackSite>.fromOpaque(context).takeUnretainedValue()
        if code == .CONNECTION_NOTIFY_STARTED {
            let socket = unsafe fairlead_mhd_socket(libmicrohttpd, connection)
            site.sockets.begin(socket)
            unsafe place.pointee = Unmanaged.passRetained(LoopbackConnection(site, socket)).toOpaque()
        } else if let owner = unsafe place.pointee {
            let ended = unsafe Unmanaged<LoopbackConnection>.fromOpaque(owner).takeRetainedValue()
            site.sockets.end(ended.socket)
            unsafe place.pointee = nil
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
                // The library would take the query apart next, and is lost where its memory is too small for that. The text
                // is its own buffer: the query ends before it begins.
                if let mark = unsafe strchr(target, 0x3F) { unsafe mark[1] = 0 }
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
