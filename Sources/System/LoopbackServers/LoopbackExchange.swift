import CMicroHTTPD

/// A request while it comes in.
final class LoopbackExchange {
    /// Bytes beyond the limit that are read and thrown away, so that the client hears the answer: one that is still writing
    /// when its connection is closed loses it.
    static let patience = 1 << 20

    /// Whether the head of the request is there.
    private(set) var isBegun = false
    /// Whether the body is larger than is allowed.
    private(set) var isTooLarge = false
    /// The target as it was sent; nil where it is not UTF-8.
    private let target: String?
    private let site: LoopbackSite
    private var limit: Int { max(0, site.limits.bodyBytes) }
    private var method = ""
    private var headers = LoopbackFields()
    private var body: [UInt8] = []
    private var count = 0
    private var announced = 0

    init(target: String?, site: LoopbackSite) {
        self.target = target
        self.site = site
    }

    /// Takes in the head.
    func begin(method: String, _ connection: OpaquePointer) {
        isBegun = true
        self.method = method
        headers = unsafe LoopbackFields(of: connection)
        announced = headers["Content-Length"].map { Int($0) ?? .max } ?? 0
        isTooLarge = announced > limit
    }

    /// Whether the body need not be waited for: it is too large by far, or the client asked before it sends it.
    var isHopeless: Bool {
        isTooLarge && (headers["Expect"] != nil || announced - limit > Self.patience)
    }

    /// Takes in a part of the body, or throws it away; false where there is too much of that.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        count += bytes.count
        isTooLarge = isTooLarge || count > limit
        if isTooLarge {
            body = []
        } else {
            unsafe body.append(contentsOf: bytes)
        }
        return count - limit <= Self.patience
    }

    /// The answer, when the request has come in whole.
    func answer() -> LoopbackResponse {
        if isTooLarge { return LoopbackResponse(status: 413) }
        guard let target else { return LoopbackResponse(status: 400) }
        defer { body = [] }
        return site.handler(LoopbackRequest(method: method, target: target, headers: headers, body: body))
    }
}

extension LoopbackFields {
    /// The fields of a connection's request.
    fileprivate init(of connection: OpaquePointer) {
        var fields = LoopbackFields()
        unsafe withUnsafeMutablePointer(to: &fields) { fields in
            _ = unsafe libmicrohttpd.MHD_get_connection_values_n(
                connection,
                .HEADER_KIND,
                { fields, _, name, nameCount, value, valueCount in
                    guard let fields = unsafe fields?.assumingMemoryBound(to: LoopbackFields.self) else {
                        return .NO
                    }
                    let name = unsafe UnsafeRawBufferPointer(start: name, count: nameCount)
                    var value = unsafe UnsafeRawBufferPointer(start: value, count: valueCount)[...]
                    // The library leaves blanks behind a value (RFC 9112 section 5.1).
                    while let last = unsafe value.last, last == 0x20 || last == 0x09 {
                        unsafe value.removeLast()
                    }
                    unsafe fields.pointee.append(
                        String(decoding: name, as: UTF8.self),
                        String(decoding: value, as: UTF8.self)
                    )
                    return .YES
                },
                fields
            )
        }
        self = fields
    }
}
