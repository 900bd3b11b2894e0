import CCurl
import SharedLibraries

/// libcurl, loaded for the first URL and initialized once, with an allocator that wipes freed memory.
enum LibCurl {
    static let library = unsafe SharedLibrary<fairlead_libcurl>(
        loading: "libcurl.so.4",
        of: "libcurl4",
        fairlead_libcurl_find
    )

    /// Loads the library; has to be called before any of its functions.
    static func load() throws(HTTPError) {
        do throws(SharedLibraryError) {
            try library.require()
        } catch {
            throw .missingLibrary(error)
        }
    }

    /// Indicates whether libcurl is initialized; ``load()`` has to be called first.
    static let isStarted = fairlead_curl_start(libcurl) == CURLE_OK
}

/// The functions of libcurl.
var libcurl: fairlead_libcurl { LibCurl.library.functions }
