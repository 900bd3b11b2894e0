import CMicroHTTPD
import WipedMemory

/// libmicrohttpd's daemon, which stops when the value ends.
@safe
struct LoopbackDaemon: ~Copyable, @unchecked Sendable {
    /// The port on 127.0.0.1.
    let port: Int
    private let daemon: OpaquePointer
    private let reason: UnsafeMutablePointer<fairlead_mhd_reason>
    private let site: LoopbackSite

    /// Memory of a connection for the head of a request, in bytes.
    static let connectionBytes = 64 << 10

    /// Listens with http; on a port of the system's choice where `port` is 0.
    init(_ site: LoopbackSite, port: UInt16 = 0) throws(LoopbackServerError) {
        try unsafe self.init(site, port, certificate: nil, key: nil)
    }

    /// Listens with https.
    init(_ site: LoopbackSite, identity: borrowing LoopbackIdentity) throws(LoopbackServerError) {
        let certificate = SecretBytes(copying: identity.certificatePEM).terminated()
        let key = identity.privateKeyPEM.terminated()
        guard let certificate, let key else { throw .badIdentity("it is empty, or has a zero byte") }
        self = try certificate.withSpan { (certificate) throws(LoopbackServerError) in
            try key.withSpan { (key) throws(LoopbackServerError) in
                try unsafe certificate.withUnsafeBytes { (certificate) throws(LoopbackServerError) in
                    try unsafe key.withUnsafeBytes { (key) throws(LoopbackServerError) in
                        try unsafe LoopbackDaemon(
                            site,
                            0,
                            certificate: certificate.bindMemory(to: CChar.self).baseAddress,
                            key: key.bindMemory(to: CChar.self).baseAddress
                        )
                    }
                }
            }
        }
    }

    private init(
        _ site: LoopbackSite,
        _ port: UInt16,
        certificate: UnsafePointer<CChar>?,
        key: UnsafePointer<CChar>?
    ) throws(LoopbackServerError) {
        try LibMicroHTTPD.load()
        let isSecure = unsafe key != nil
        guard !isSecure || libmicrohttpd.MHD_is_feature_supported(.FEATURE_TLS) == .YES else {
            throw .badIdentity("this libmicrohttpd is built without TLS")
        }
        let reason = UnsafeMutablePointer<fairlead_mhd_reason>.allocate(capacity: 1)
        unsafe reason.initialize(to: fairlead_mhd_reason())
        let limits = site.limits
        var settings = unsafe fairlead_mhd_settings(
            port: port,
            connections: UInt32(clamping: max(1, limits.connections)),
            connection_bytes: UInt32(Self.connectionBytes),
            silent_seconds: UInt32(clamping: max(1, limits.silence.components.seconds)),
            certificate: certificate,
            key: key,
            context: Unmanaged.passUnretained(site).toOpaque(),
            on_target: LoopbackConnection.onTarget,
            on_client: LoopbackConnection.onClient,
            on_access: LoopbackConnection.onAccess,
            on_connection: LoopbackConnection.onConnection,
            reason: reason
        )
        guard let daemon = unsafe fairlead_mhd_start(libmicrohttpd, &settings) else {
            let words = unsafe Self.words(reason.pointee)
            unsafe reason.deallocate()
            throw isSecure && words.contains("TLS") ? .badIdentity(words) : .cannotListen(words)
        }
        unsafe self.daemon = daemon
        unsafe self.reason = reason
        self.site = site
        self.port = unsafe Int(fairlead_mhd_port(libmicrohttpd, daemon))
    }

    /// The library's words on one line.
    private static func words(_ reason: fairlead_mhd_reason) -> String {
        let text = unsafe withUnsafeBytes(of: reason.text) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let printable = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { (" "..."~").contains($0) })
        )
        return printable.isEmpty ? "no reason given" : printable
    }

    deinit {
        site.sockets.endAll()
        unsafe libmicrohttpd.MHD_stop_daemon(daemon)
        unsafe reason.deallocate()
    }
}

extension SecretBytes {
    /// A copy with a zero byte behind it, for C; nil where it would end earlier or is empty.
    fileprivate borrowing func terminated() -> SecretBytes? {
        withSpan { span in
            guard !span.isEmpty, span.indices.allSatisfy({ span[$0] != 0 }) else { return nil }
            return SecretBytes(count: span.count + 1) { target in
                for index in span.indices { target[index] = span[index] }
            }
        }
    }
}
