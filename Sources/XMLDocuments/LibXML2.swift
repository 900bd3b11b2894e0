internal import CLibXML2

/// Starts libxml2 once, with memory that is wiped when it is freed: texts hold keys.
enum LibXML2 {
    /// Has to be called before anything else of the library.
    static func start() {
        precondition(isStarted, "xmlMemSetup of libxml2 failed")
        fairlead_xml_silence()
    }

    private static let isStarted = fairlead_xml_start() == 0
}
