/// Asks a server and waits for its answer (libcurl's easy interface).
///
/// TLS 1.2 or later is always verified. Nothing follows redirects: keys are asked only of whom the user named. `.netrc`
/// is not read, and cookies are not kept. Proxies are those of the environment (`https_proxy`, `no_proxy`), which see the
/// host's name and no more; loopback is never asked through one.
package enum HTTPTransfer {
    /// The answer, whatever its status.
    ///
    /// Blocks; `isCancelled` is asked about once a second, and more often while bytes come.
    package static func perform(
        _ request: HTTPRequest,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(HTTPError) -> HTTPResponse {
        guard !isCancelled() else { throw .cancelled }
        var handle = try EasyHandle()
        try handle.describe(request)
        try handle.secure(request)
        try handle.limit(request.limits)
        let sink = AnswerSink(limit: request.limits.bytes, isCancelled: isCancelled)
        try handle.perform(into: sink)
        return HTTPResponse(status: handle.status(), headers: handle.headers(), body: sink.body())
    }
}
