import CCurl

extension EasyHandle {
    /// Sets the options for the URL, method, headers and body of a request.
    mutating func setRequest(_ request: HTTPRequest) throws(HTTPError) {
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_URL, request.url.text)
        if request.method == .post {
            try set(CURLOPT_POST, 1)
            try setBody(request.body)
        }
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if request.url.isLoopback || request.loopbackPort != nil { try set(CURLOPT_NOPROXY, "*") }
        // An empty host and port match all; the request has only one, because redirects are not followed.
        if let port = request.loopbackPort { try connect(to: "::127.0.0.1:\(port)") }
        // Suppresses `Expect: 100-continue`, which costs a second with servers that do not know it.
        try setHeaders(["Expect:"] + request.headers.map(\.line))
    }

    /// Sets the trusted authorities and the client certificate.
    func setIdentity(_ request: HTTPRequest) throws(HTTPError) {
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        let identity = request.identity
        if let text = identity.authorityPEM {
            try setAuthorities(text)
        } else if let file = identity.authorityFile {
            try set(CURLOPT_CAINFO, file)
        }
        if identity.authorityPEM != nil || identity.authorityFile != nil {
            // Otherwise the authorities of the system are trusted as well.
            try clear(CURLOPT_CAPATH)
        }
        if let file = identity.certificateFile {
            try set(CURLOPT_SSLCERT, file)
            try set(CURLOPT_SSLKEY, identity.keyFile ?? file)
            // Without a passphrase OpenSSL would ask for one on the terminal.
            try set(CURLOPT_KEYPASSWD, "")
        }
    }

    /// Sets the time limits.
    func setTimeouts(_ limits: HTTPRequest.Limits) throws(HTTPError) {
        // Makes timeouts work without signals, which would affect the whole process.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectTime.milliseconds)
        try set(CURLOPT_TIMEOUT_MS, limits.totalTime.milliseconds)
        try set(CURLOPT_LOW_SPEED_LIMIT, 1)
        try set(CURLOPT_LOW_SPEED_TIME, max(1, limits.silence.milliseconds / 1000))
    }
}

extension Duration {
    /// The duration in whole milliseconds, at least 1, because 0 means no limit to libcurl.
    var milliseconds: Int {
        let parts = components
        return max(1, Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000))
    }
}
