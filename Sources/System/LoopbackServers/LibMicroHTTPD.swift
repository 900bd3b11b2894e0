import CMicroHTTPD
import SharedLibraries

/// libmicrohttpd, loaded by the first server.
enum LibMicroHTTPD {
    static let library = unsafe SharedLibrary<fairlead_libmicrohttpd>(
        loading: "libmicrohttpd.so.12",
        of: "libmicrohttpd12",
        fairlead_libmicrohttpd_find
    )

    /// Has to be called before anything else of the library.
    static func load() throws(LoopbackServerError) {
        do throws(SharedLibraryError) {
            try library.require()
        } catch {
            throw .missingLibrary(error)
        }
    }
}

/// The functions of libmicrohttpd.
var libmicrohttpd: fairlead_libmicrohttpd { LibMicroHTTPD.library.functions }
