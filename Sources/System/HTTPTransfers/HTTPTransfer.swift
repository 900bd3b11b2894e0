/// Blocking HTTP transfers (libcurl's easy interface).
///
/// TLS 1.2 or later is always verified. Redirects are not followed: keys are requested only from the server
/// that the user named. `.netrc` is not read, and cookies are not kept. Proxies are those of the environment
/// (`https_proxy`, `no_proxy`); they see the name of the host and nothing else. Requests to loopback never
/// use one.
package enum HTTPTransfer {
    /// Performs a request and returns the response, whatever its status.
    ///
    /// Blocks. `isCancelled` is called about once a second, and more often while bytes arrive.
    package static func perform(
        _ request: HTTPRequest,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(HTTPError) -> HTTPResponse {
        guard !isCancelled() else { throw .cancelled }
        var handle = try EasyHandle()
        try handle.setRequest(request)
        try handle.setIdentity(request)
        try handle.setTimeouts(request.limits)
        let sink = ResponseBodySink(limit: request.limits.bodyByteCount, isCancelled: isCancelled)
        try handle.perform(into: sink)
        return HTTPResponse(status: handle.status(), headers: handle.headers(), body: sink.body())
    }
}
