internal import CLibXML2

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

    /// Which part of a document.
    package enum Scope {
        /// All but `element` and what is in it: what an enveloped signature covers.
        case everything(except: XMLElement)
        /// An element and what is in it.
        case only(XMLElement)
    }

    package var version: Version
    package var keepsComments: Bool

    /// A form.
    package init(_ version: Version, keepsComments: Bool = false) {
        self.version = version
        self.keepsComments = keepsComments
    }

    /// Gives `body` the canonical form of a part of a document; wiped afterwards.
    package func withBytes<Result, Failure: Error>(
        of scope: Scope,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var subtree = scope.subtree
        guard let buffer = unsafe xmlAllocOutputBuffer(nil) else { fatalError("libxml2 has no memory") }
        defer { _ = unsafe xmlOutputBufferClose(buffer) }
        let document = unsafe scope.element.document.pointer
        let status = unsafe withUnsafeMutablePointer(to: &subtree) { subtree in
            unsafe xmlC14NExecute(
                document,
                isVisible,
                subtree,
                version.number,
                nil,
                keepsComments ? 1 : 0,
                buffer
            )
        }
        // Only memory and trees that are no well-formed documents make it fail.
        guard status >= 0 else { fatalError("xmlC14NExecute of libxml2 failed") }
        let bytes = unsafe UnsafeBufferPointer(
            start: xmlOutputBufferGetContent(buffer),
            count: xmlOutputBufferGetSize(buffer)
        )
        return try body(unsafe bytes.span)
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

/// A subtree that is left out, or alone taken.
@safe
private struct Subtree {
    let top: xmlNodePtr
    let isTaken: Bool
}

extension CanonicalXML.Scope {
    fileprivate var element: XMLElement {
        switch self {
        case .everything(except: let element), .only(let element): element
        }
    }

    fileprivate var subtree: Subtree {
        switch self {
        case .everything(except: let element): unsafe Subtree(top: element.node, isTaken: false)
        case .only(let element): unsafe Subtree(top: element.node, isTaken: true)
        }
    }
}

/// libxml2 asks it for each node; attributes and namespaces, which know no parent, are asked with their element.
private let isVisible: xmlC14NIsVisibleCallback = { subtree, node, parent in
    guard let subtree = unsafe subtree?.assumingMemoryBound(to: Subtree.self).pointee,
        let node = unsafe node
    else { return 0 }
    let type = unsafe node.pointee.type
    var next = unsafe type == XML_NAMESPACE_DECL || type == XML_ATTRIBUTE_NODE ? parent : node
    while let current = unsafe next {
        if unsafe current == subtree.top { return subtree.isTaken ? 1 : 0 }
        unsafe next = unsafe current.pointee.parent
    }
    return subtree.isTaken ? 0 : 1
}
