import CLibXML2
import SharedLibraries

/// libxml2, loaded for the first document and initialized once, with an allocator that wipes freed memory,
/// which may hold keys.
enum LibXML2 {
    static let library = unsafe SharedLibrary<fairlead_libxml2>(
        loading: FAIRLEAD_LIBXML2_FILE,
        of: FAIRLEAD_LIBXML2_PACKAGE,
        fairlead_libxml2_find
    )

    /// Loads and initializes the library; has to be called before any of its functions.
    static func start() throws(XMLError) {
        do throws(SharedLibraryError) {
            try library.require()
        } catch {
            throw .missingLibrary(error)
        }
        precondition(isStarted, "xmlMemSetup of libxml2 failed")
        fairlead_xml_silence(libxml2)
    }

    private static let isStarted = fairlead_xml_start(libxml2) == 0
}

/// The functions of libxml2.
var libxml2: fairlead_libxml2 { LibXML2.library.functions }
