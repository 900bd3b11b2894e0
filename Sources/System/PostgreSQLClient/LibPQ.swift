import CPostgreSQL
import SharedLibraries

/// libpq, loaded for the first address of a key store.
enum LibPQ {
    static let library = unsafe SharedLibrary<fairlead_libpq>(
        loading: "libpq.so.5",
        of: "libpq5",
        fairlead_libpq_find
    )

    /// Loads the library; has to be called before any of its functions.
    static func load() throws(PostgreSQLError) {
        do throws(SharedLibraryError) {
            try library.require()
        } catch {
            throw .missingLibrary(error)
        }
    }

    /// Returns a C string of libpq, or an empty text for a null pointer.
    static func text(_ start: UnsafePointer<CChar>?) -> String {
        unsafe start.map { unsafe String(cString: $0) } ?? ""
    }
}

/// The functions of libpq.
var libpq: fairlead_libpq { LibPQ.library.functions }
