import CLibXML2

/// The limits of a document to read, far above those of key documents and far below memory.
enum XMLLimits {
    /// The maximum length of a document, in bytes.
    static let byteCount = 16 << 20
    /// The maximum number of tags, comments and the like, counted as `<`.
    static let tagCount = 500_000
    /// The maximum number of attributes of an element, counted as `=` before the next `<`.
    ///
    /// libxml2 compares each attribute with all others.
    static let attributeCount = 1024
    /// The maximum nesting depth of elements (libxml2's own limit).
    static let depth = 256
    /// The maximum number of namespaces that an element and its ancestors declare; libxml2 searches them for
    /// each element.
    static let namespaceCount = 256
}

extension XMLDocument {
    /// Reads a document in UTF-8.
    ///
    /// Document type declarations are refused, so that there are no entities except the five of XML itself.
    /// Nothing else is loaded or included, and no stylesheet is applied.
    package convenience init(reading bytes: Span<UInt8>) throws(XMLError) {
        try LibXML2.start()
        try Self.checkSize(bytes)
        try Self.checkEncoding(bytes)
        unsafe try self.init(owning: Self.parse(bytes))
    }

    /// Throws if the tree would be too large, before it is built.
    private static func checkSize(_ bytes: Span<UInt8>) throws(XMLError) {
        guard bytes.count <= XMLLimits.byteCount else {
            throw .tooLarge(what: "bytes", limit: XMLLimits.byteCount)
        }
        var tagCount = 0
        var attributeCount = 0
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "<"):
                tagCount += 1
                attributeCount = 0
            case UInt8(ascii: "="):
                attributeCount += 1
                guard attributeCount <= XMLLimits.attributeCount else {
                    throw .tooLarge(what: "attributes of an element", limit: XMLLimits.attributeCount)
                }
            // All Unicode encodings other than UTF-8 contain zero bytes, and XML must not contain any.
            case 0: throw .encoding("UTF-16 or UTF-32, or is not text")
            default: break
            }
        }
        guard tagCount <= XMLLimits.tagCount else { throw .tooLarge(what: "tags", limit: XMLLimits.tagCount) }
    }

    /// The error code of a parser that was stopped because of too many namespaces; libxml2 does not use it.
    private static let tooManyNamespaces: Int32 = -1

    private static func parse(_ bytes: Span<UInt8>) throws(XMLError) -> xmlDocPtr {
        guard let context = unsafe libxml2.xmlNewParserCtxt() else { throw .failed("xmlNewParserCtxt") }
        defer { unsafe libxml2.xmlFreeParserCtxt(context) }
        unsafe context.pointee.sax.pointee.internalSubset = { context, _, _, _ in
            unsafe libxml2.xmlStopParser(context?.assumingMemoryBound(to: xmlParserCtxt.self))
        }
        unsafe context.pointee.sax.pointee.startElementNs = { context, name, prefix, uri, a, b, c, d, e in
            unsafe XMLDocument.stopIfTooManyNamespaces(context?.assumingMemoryBound(to: xmlParserCtxt.self))
            unsafe libxml2.xmlSAX2StartElementNs(context, name, prefix, uri, a, b, c, d, e)
        }
        let options =
            XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
            | XML_PARSE_BIG_LINES.rawValue
        let document = unsafe bytes.withUnsafeBytes { bytes in
            let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress
            return unsafe libxml2.xmlCtxtReadMemory(
                context,
                start,
                Int32(bytes.count),
                nil,
                "UTF-8",
                Int32(options)
            )
        }
        guard let document = unsafe document else { throw unsafe failure(of: context) }
        // A stopped parser returns what it has read, and namespace errors do not make it fail.
        guard unsafe context.pointee.errNo != Int32(XML_ERR_USER_STOP.rawValue),
            unsafe context.pointee.nsWellFormed == 1, unsafe libxml2.xmlDocGetRootElement(document) != nil
        else {
            unsafe libxml2.xmlFreeDoc(document)
            throw unsafe failure(of: context)
        }
        return unsafe document
    }

    /// Stops the parser at an element with too many namespaces, and sets the error code.
    private static func stopIfTooManyNamespaces(_ context: xmlParserCtxtPtr?) {
        // The parser's stack has two entries for each namespace: prefix and URI.
        guard let context = unsafe context, unsafe context.pointee.nsNr > 2 * Int32(XMLLimits.namespaceCount)
        else {
            return
        }
        unsafe libxml2.xmlStopParser(context)
        unsafe context.pointee.errNo = tooManyNamespaces
        unsafe context.pointee.nsWellFormed = 0
    }

    private static func failure(of context: xmlParserCtxtPtr) -> XMLError {
        if unsafe context.pointee.errNo == Int32(XML_ERR_USER_STOP.rawValue) { return .hasDocumentType }
        if unsafe context.pointee.errNo == tooManyNamespaces {
            return .tooLarge(what: "namespaces of an element", limit: XMLLimits.namespaceCount)
        }
        if unsafe context.pointee.nameNr >= Int32(XMLLimits.depth) {
            return .tooLarge(what: "levels of nested elements", limit: XMLLimits.depth)
        }
        guard let error = unsafe libxml2.xmlCtxtGetLastError(context) else {
            return .malformed(line: 1, reason: "nothing to read")
        }
        return unsafe .malformed(
            line: max(1, Int(error.pointee.line)),
            reason: XMLParserMessages.message(for: error.pointee.code)
        )
    }

    /// Throws if the XML declaration names another encoding: the document is always read as UTF-8.
    private static func checkEncoding(_ bytes: Span<UInt8>) throws(XMLError) {
        let start = bytes.indices.prefix(256).map { bytes[$0] }
        // Works on scalars, because the two at a line end (CR LF) are one character.
        let declaration = String(decoding: start.drop { $0 >= 0x80 }, as: UTF8.self).unicodeScalars
        guard declaration.starts(with: "<?xml".unicodeScalars), let end = declaration.firstIndex(of: ">")
        else { return }
        let parts = declaration[..<end].split(separator: "=").map {
            $0.split(whereSeparator: { " \t\r\n\"'?".unicodeScalars.contains($0) })
        }
        for (name, value) in zip(parts, parts.dropFirst()) where name.last.map(String.init) == "encoding" {
            let encoding = value.first.map(String.init) ?? "an encoding without a name"
            guard ["UTF-8", "US-ASCII", "ASCII"].contains(encoding.uppercased()) else {
                throw .encoding(encoding)
            }
        }
    }
}
