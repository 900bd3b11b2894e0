import CCurl

/// An easy handle of libcurl that frees itself; only this type handles libcurl's pointers.
@safe
struct EasyHandle: ~Copyable {
    private let handle: UnsafeMutableRawPointer
    private let errorBuffer: UnsafeMutablePointer<CChar>
    private var headerLines: UnsafeMutablePointer<curl_slist>?
    private var connectionRules: UnsafeMutablePointer<curl_slist>?

    init() throws(HTTPError) {
        try LibCurl.load()
        guard LibCurl.isStarted, let handle = unsafe libcurl.curl_easy_init() else {
            throw .unreachable("libcurl does not start")
        }
        unsafe self.handle = handle
        unsafe errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe headerLines = nil
        unsafe connectionRules = nil
        _ = unsafe fairlead_curl_set_pointer(libcurl, handle, CURLOPT_ERRORBUFFER, errorBuffer)
    }

    func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
        try check(unsafe fairlead_curl_set_long(libcurl, handle, option, value))
    }

    /// Sets a string option; libcurl copies the value.
    func set(_ option: CURLoption, _ value: String) throws(HTTPError) {
        try check(unsafe value.withCString { unsafe fairlead_curl_set_pointer(libcurl, handle, option, $0) })
    }

    /// Resets a string option to no value.
    func clear(_ option: CURLoption) throws(HTTPError) {
        try check(unsafe fairlead_curl_set_pointer(libcurl, handle, option, nil))
    }

    /// Sets the request body, which libcurl copies.
    func setBody(_ bytes: [UInt8]) throws(HTTPError) {
        try set(CURLOPT_POSTFIELDSIZE, bytes.count)
        try check(
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe fairlead_curl_set_pointer(
                    libcurl,
                    handle,
                    CURLOPT_COPYPOSTFIELDS,
                    bytes.baseAddress ?? UnsafeRawPointer(errorBuffer)
                )
            }
        )
    }

    /// Adds header lines; `NAME:` without a value removes a header that libcurl would send itself.
    mutating func setHeaders(_ texts: [String]) throws(HTTPError) {
        for text in texts {
            guard let extendedList = unsafe libcurl.curl_slist_append(headerLines, text) else {
                throw .unreachable("out of memory")
            }
            unsafe headerLines = extendedList
        }
        try check(unsafe fairlead_curl_set_pointer(libcurl, handle, CURLOPT_HTTPHEADER, headerLines))
    }

    /// Connects to another host and port than those of the URL; can be called once for a handle.
    ///
    /// - Parameter rule: `HOST:PORT:OTHER-HOST:OTHER-PORT`.
    /// - Throws: `HTTPError`.
    mutating func connect(to rule: String) throws(HTTPError) {
        guard let list = unsafe libcurl.curl_slist_append(connectionRules, rule) else {
            throw .unreachable("out of memory")
        }
        unsafe connectionRules = list
        try check(unsafe fairlead_curl_set_pointer(libcurl, handle, CURLOPT_CONNECT_TO, list))
    }

    /// Sets the trusted authorities from PEM text, which libcurl copies, instead of those that it was built
    /// with.
    func setAuthorities(_ text: [UInt8]) throws(HTTPError) {
        guard !text.isEmpty else { throw .untrusted("there is no certificate of an authority") }
        try check(
            unsafe text.withUnsafeBytes { bytes in
                var blob = unsafe curl_blob(
                    data: UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                    len: bytes.count,
                    flags: UInt32(CURL_BLOB_COPY)
                )
                return unsafe fairlead_curl_set_pointer(libcurl, handle, CURLOPT_CAINFO_BLOB, &blob)
            }
        )
    }

    /// Performs the transfer and passes the response body to `sink`.
    func perform(into sink: ResponseBodySink) throws(HTTPError) {
        let context = unsafe Unmanaged.passUnretained(sink).toOpaque()
        try check(unsafe fairlead_curl_on_data(libcurl, handle, ResponseBodySink.onData, context))
        try check(unsafe fairlead_curl_on_progress(libcurl, handle, ResponseBodySink.onProgress, context))
        try set(CURLOPT_NOPROGRESS, 0)
        let code = withExtendedLifetime(sink) { unsafe libcurl.curl_easy_perform(handle) }
        if sink.isTooLarge { throw .tooLarge(limit: sink.limit) }
        try check(code)
    }

    /// Returns the status code of the last response.
    func status() -> Int {
        var status = 0
        _ = unsafe fairlead_curl_status(libcurl, handle, &status)
        return status
    }

    /// Returns the header fields of the last response, with names in lower case.
    func headers() -> [String: String] {
        var headers: [String: String] = [:]
        var header: UnsafeMutablePointer<curl_header>?
        while true {
            unsafe header = libcurl.curl_easy_nextheader(handle, UInt32(CURLH_HEADER), -1, header)
            guard let found = unsafe header else { return headers }
            let name = unsafe String(cString: found.pointee.name).lowercased()
            unsafe headers[name] = String(cString: found.pointee.value)
        }
    }

    private func check(_ code: CURLcode) throws(HTTPError) {
        guard code != CURLE_OK else { return }
        let message = unsafe String(cString: errorBuffer)
        throw HTTPError(code, message.isEmpty ? HTTPError.message(for: code) : message)
    }

    deinit {
        unsafe libcurl.curl_easy_cleanup(handle)
        unsafe libcurl.curl_slist_free_all(headerLines)
        unsafe libcurl.curl_slist_free_all(connectionRules)
        unsafe errorBuffer.deallocate()
    }
}
