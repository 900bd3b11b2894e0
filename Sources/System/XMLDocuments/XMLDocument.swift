import CLibXML2

/// A tree of libxml2 that frees itself and wipes its contents.
///
/// It must not be used by several threads at once.
@safe
package final class XMLDocument {
    let pointer: xmlDocPtr

    /// Takes ownership of `pointer`, which has a root element.
    init(owning pointer: xmlDocPtr) {
        unsafe self.pointer = unsafe pointer
    }

    /// The root element.
    package var root: XMLElement {
        guard let node = unsafe libxml2.xmlDocGetRootElement(pointer) else {
            preconditionFailure("no root element")
        }
        return unsafe XMLElement(in: self, node: node)
    }

    deinit {
        unsafe libxml2.xmlFreeDoc(pointer)
    }
}

extension XMLDocument {
    /// Calls `body` with the document in UTF-8, and wipes the text afterwards.
    ///
    /// The text has an XML declaration and a final line feed. With `indents` it has one element per line,
    /// indented by two spaces for each level; only for trees that no signature covers.
    package func withBytes<Result: ~Copyable, Failure: Error>(
        indents: Bool,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var text: UnsafeMutablePointer<xmlChar>?
        var count: Int32 = 0
        unsafe libxml2.xmlDocDumpFormatMemoryEnc(pointer, &text, &count, "UTF-8", indents ? 1 : 0)
        guard let start = unsafe text else { fatalError("xmlDocDumpFormatMemoryEnc of libxml2 failed") }
        defer { unsafe fairlead_xml_free(start) }
        let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(count))
        return try body(unsafe bytes.span)
    }
}
