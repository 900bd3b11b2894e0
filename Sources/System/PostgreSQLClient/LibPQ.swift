import CPostgreSQL
import SharedLibraries

/// libpq, loaded by the first address of a store.
enum LibPQ {
    static let library = unsafe SharedLibrary<fairlead_libpq>(
        loading: "libpq.so.5",
        of: "libpq5",
        fairlead_libpq_find
    )

    /// Has to be called before anything else of the library.
    static func load() throws(PostgreSQLError) {
        do throws(SharedLibraryError) {
            try library.require()
        } catch {
            throw .missingLibrary(error)
        }
    }

    /// A text that libpq gives; empty where it gives none.
    static func text(_ start: UnsafePointer<CChar>?) -> String {
        unsafe start.map { unsafe String(cString: $0) } ?? ""
    }
}

/// The functions of libpq.
var libpq: fairlead_libpq { LibPQ.library.functions }
