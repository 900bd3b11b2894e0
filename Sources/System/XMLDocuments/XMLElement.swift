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

extension XMLDocument {
    /// Creates a document that contains only its root element `prefix:name`, where `namespaces` are declared
    /// in order.
    ///
    /// - Parameters:
    ///   - name: the local name of the root element.
    ///   - prefix: the prefix of the root element, which has to be one of `namespaces`.
    ///   - namespaces: the namespace URIs by prefix.
    /// - Throws: `XMLError`.
    package convenience init(
        root name: String,
        prefix: String,
        namespaces: KeyValuePairs<String, String>
    ) throws(XMLError) {
        try LibXML2.start()
        guard let pointer = unsafe libxml2.xmlNewDoc("1.0") else { throw .failed("xmlNewDoc") }
        unsafe self.init(owning: pointer)
        guard let node = unsafe libxml2.xmlNewDocNode(pointer, nil, name, nil) else {
            throw .failed("xmlNewDocNode")
        }
        _ = unsafe libxml2.xmlDocSetRootElement(pointer, node)
        for (prefix, uri) in namespaces {
            guard unsafe libxml2.xmlNewNs(node, uri, prefix) != nil else { throw .failed("xmlNewNs") }
        }
        guard let namespace = unsafe libxml2.xmlSearchNs(pointer, node, prefix) else {
            preconditionFailure("the namespace of the root is not declared")
        }
        unsafe libxml2.xmlSetNs(node, namespace)
    }
}

extension XMLElement {
    /// Appends an element `prefix:name`; the prefix has to be declared in the document.
    @discardableResult
    package func append(_ prefix: String, _ name: String) throws(XMLError) -> XMLElement {
        guard let namespace = unsafe libxml2.xmlSearchNs(document.pointer, node, prefix) else {
            preconditionFailure("no namespace is declared for the prefix")
        }
        guard let child = unsafe libxml2.xmlNewChild(node, namespace, name, nil) else {
            throw .failed("xmlNewChild")
        }
        return unsafe XMLElement(in: document, node: child)
    }

    /// Declares a namespace for this element and its descendants.
    package func declare(_ prefix: String, _ uri: String) throws(XMLError) {
        guard unsafe libxml2.xmlNewNs(node, uri, prefix) != nil else { throw .failed("xmlNewNs") }
    }

    /// Adds an attribute without a namespace, unless the value is nil.
    package func setAttribute(_ name: String, _ value: String?) throws(XMLError) {
        guard let value else { return }
        guard value.unicodeScalars.allSatisfy(Self.isCharacter) else {
            throw .unwritable(what: "the attribute \(name)")
        }
        guard unsafe libxml2.xmlNewProp(node, name, value) != nil else { throw .failed("xmlNewProp") }
    }

    /// Appends text.
    package func append(text: String) throws(XMLError) {
        guard text.unicodeScalars.allSatisfy(Self.isCharacter) else {
            throw .unwritable(what: "the element \(name)")
        }
        let bytes = Array(text.utf8)
        try append(ascii: bytes.span)
    }

    /// Appends text that may be secret, in UTF-8 and with characters that XML allows, such as base64.
    package func append(ascii bytes: Span<UInt8>) throws(XMLError) {
        let text = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe libxml2.xmlNewDocTextLen(document.pointer, bytes.baseAddress, Int32(bytes.count))
        }
        guard let text = unsafe text else { throw .failed("xmlNewDocTextLen") }
        guard unsafe libxml2.xmlAddChild(node, text) != nil else { throw .failed("xmlAddChild") }
    }

    /// Indicates whether XML allows the character (XML 1.0 section 2.2, `Char`).
    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
