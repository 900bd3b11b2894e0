import CLibXML2

/// An element of an XML document; keeps the document alive.
@safe
package struct XMLElement {
    /// The document that contains the element.
    package let document: XMLDocument
    let node: xmlNodePtr

    init(in document: XMLDocument, node: xmlNodePtr) {
        self.document = document
        unsafe self.node = unsafe node
    }

    /// The local name, without a prefix.
    package var name: String { unsafe string(node.pointee.name) ?? "" }

    /// The namespace URI, empty if there is none.
    package var namespace: String {
        guard let namespace = unsafe node.pointee.ns else { return "" }
        return unsafe string(namespace.pointee.href) ?? ""
    }

    /// The line where the element begins, from 1.
    package var line: Int { unsafe max(1, Int(libxml2.xmlGetLineNo(node))) }

    /// The child elements, in order.
    package var children: [XMLElement] {
        var children: [XMLElement] = []
        var next = unsafe node.pointee.children
        while let child = unsafe next {
            if unsafe child.pointee.type == XML_ELEMENT_NODE {
                unsafe children.append(XMLElement(in: document, node: child))
            }
            unsafe next = unsafe child.pointee.next
        }
        return children
    }

    /// Returns the value of an attribute without a namespace, or nil if there is none.
    package func attribute(_ name: String) -> String? {
        guard let value = unsafe libxml2.xmlGetNoNsProp(node, name) else { return nil }
        defer { unsafe fairlead_xml_free(value) }
        return unsafe string(value)
    }

    /// The names of the attributes without a namespace, in order.
    package var attributeNames: [String] {
        var names: [String] = []
        var next = unsafe node.pointee.properties
        while let attribute = unsafe next {
            if unsafe attribute.pointee.ns == nil, let name = unsafe string(attribute.pointee.name) {
                names.append(name)
            }
            unsafe next = unsafe attribute.pointee.next
        }
        return names
    }

    /// Calls `body` with the text of the element and its descendants, in UTF-8 and without comments, and
    /// wipes it afterwards.
    package func withText<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let text = unsafe libxml2.xmlNodeGetContent(node) else { return try body(Span()) }
        defer { unsafe fairlead_xml_free(text) }
        let bytes = unsafe UnsafeBufferPointer(start: text, count: Int(libxml2.xmlStrlen(text)))
        return try body(unsafe bytes.span)
    }

    /// The text of the element and its descendants; not for secrets.
    var text: String {
        withText { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }

    private func string(_ text: UnsafePointer<xmlChar>?) -> String? {
        unsafe text.map { unsafe String(cString: $0) }
    }
}

extension XMLElement: Equatable {
    /// Indicates whether both are the same element of the same document.
    package static func == (left: XMLElement, right: XMLElement) -> Bool {
        unsafe left.node == right.node
    }
}

extension XMLElement {
    /// Returns the first child element with this name.
    package func child(_ name: String, in namespace: String) -> XMLElement? {
        children.first { $0.name == name && $0.namespace == namespace }
    }

    /// Returns all child elements with this name.
    package func children(_ name: String, in namespace: String) -> [XMLElement] {
        children.filter { $0.name == name && $0.namespace == namespace }
    }

    /// The element and its descendants, in document order.
    package var descendants: [XMLElement] {
        [self] + children.flatMap(\.descendants)
    }
}
