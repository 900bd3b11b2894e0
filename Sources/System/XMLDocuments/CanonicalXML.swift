import CLibXML2

/// The form of XML that signatures are made of: same tree, same bytes.
package struct CanonicalXML: Hashable, Sendable {
    /// Which of the recommendations.
    package enum Version: Sendable {
        /// Canonical XML 1.0.
        case inclusive10
        /// Canonical XML 1.1.
        case inclusive11
        /// Exclusive XML Canonicalization 1.0, without a list of prefixes.
        case exclusive
    }

    package var version: Version
    package var keepsComments: Bool

    /// A form.
    package init(_ version: Version, keepsComments: Bool = false) {
        self.version = version
        self.keepsComments = keepsComments
    }

    /// Gives `body` the canonical form of a document, or of a part of it; wiped afterwards.
    ///
    /// With `top`, that element is taken with all in it, else the whole document; `excluded` is left out with all in it,
    /// as an enveloped signature is. A document with a relative namespace URI has no such form (Canonical XML 1.1,
    /// section 1.3), and is refused with ``XMLError/noCanonicalForm``.
    package func withBytes<Result>(
        of document: XMLDocument,
        only top: XMLElement? = nil,
        except excluded: XMLElement? = nil,
        _ body: (Span<UInt8>) -> Result
    ) throws(XMLError) -> Result {
        var part = unsafe Part(top: top?.node, excluded: excluded?.node)
        guard let buffer = unsafe libxml2.xmlAllocOutputBuffer(nil) else {
            throw .failed("xmlAllocOutputBuffer")
        }
        defer { _ = unsafe libxml2.xmlOutputBufferClose(buffer) }
        let status = unsafe withUnsafeMutablePointer(to: &part) { part in
            unsafe libxml2.xmlC14NExecute(
                document.pointer,
                isVisible,
                part,
                version.number,
                nil,
                keepsComments ? 1 : 0,
                buffer
            )
        }
        guard status >= 0 else { throw .noCanonicalForm }
        let bytes = unsafe UnsafeBufferPointer(
            start: libxml2.xmlOutputBufferGetContent(buffer),
            count: libxml2.xmlOutputBufferGetSize(buffer)
        )
        return body(unsafe bytes.span)
    }
}

extension CanonicalXML.Version {
    fileprivate var number: Int32 {
        switch self {
        case .inclusive10: Int32(XML_C14N_1_0.rawValue)
        case .inclusive11: Int32(XML_C14N_1_1.rawValue)
        case .exclusive: Int32(XML_C14N_EXCLUSIVE_1_0.rawValue)
        }
    }
}

/// The nodes of a document that are canonicalised.
@safe
private struct Part {
    let top: xmlNodePtr?
    let excluded: xmlNodePtr?
}

/// libxml2 asks it for each node; attributes and namespaces, which know no parent, are asked with their element.
private let isVisible: xmlC14NIsVisibleCallback = { part, node, parent in
    guard let part = unsafe part?.assumingMemoryBound(to: Part.self).pointee, let node = unsafe node else {
        return 0
    }
    let type = unsafe node.pointee.type
    var next = unsafe type == XML_NAMESPACE_DECL || type == XML_ATTRIBUTE_NODE ? parent : node
    while let current = unsafe next {
        if unsafe current == part.excluded { return 0 }
        if unsafe current == part.top { return 1 }
        unsafe next = unsafe current.pointee.parent
    }
    return unsafe part.top == nil ? 1 : 0
}
