import CLibXML2

/// A canonical form of XML, which signatures are computed over: the same tree gives the same bytes.
package struct CanonicalXML: Hashable, Sendable {
    /// The recommendation that defines the form.
    package enum Version: Sendable {
        /// Canonical XML 1.0.
        case inclusive10
        /// Canonical XML 1.1.
        case inclusive11
        /// Exclusive XML Canonicalization 1.0, without a prefix list.
        case exclusive
    }

    package var version: Version
    var keepsComments: Bool

    /// Creates a canonical form.
    package init(_ version: Version, keepsComments: Bool = false) {
        self.version = version
        self.keepsComments = keepsComments
    }

    /// Calls `body` with the canonical form of a document or of a part of it, and wipes it afterwards.
    ///
    /// The part is `top` with everything in it, or the whole document if `top` is nil. `excluded` is left out
    /// with everything in it, like an enveloped signature. A document with a relative namespace URI has no
    /// canonical form (Canonical XML 1.1, section 1.3) and is refused with ``XMLError/noCanonicalForm``.
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

/// The part of a document to canonicalize.
@safe
private struct Part {
    let top: xmlNodePtr?
    let excluded: xmlNodePtr?
}

/// The callback for each node; attributes and namespace declarations are as visible as their element, which
/// comes as `parent`.
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
