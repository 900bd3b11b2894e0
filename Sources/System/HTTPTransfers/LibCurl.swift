import CCurl
import SharedLibraries

/// libcurl, loaded by the first URL, and started once with an allocator that wipes what it frees.
enum LibCurl {
    static let library = unsafe SharedLibrary<fairlead_libcurl>(
        loading: "libcurl.so.4",
        of: "libcurl4",
        fairlead_libcurl_find
    )

    /// Has to be called before anything else of the library.
    static func load() throws(HTTPError) {
        do throws(SharedLibraryError) {
            try library.require()
        } catch {
            throw .missingLibrary(error)
        }
    }

    /// Whether it can make transfers, after ``load()``.
    static let isStarted = fairlead_curl_start(libcurl) == CURLE_OK
}

/// The functions of libcurl.
var libcurl: fairlead_libcurl { LibCurl.library.functions }
