import CLibXML2

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
