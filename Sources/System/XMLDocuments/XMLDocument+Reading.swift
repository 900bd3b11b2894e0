import CLibXML2

/// What is read at most; far more than a document of keys has, far less than memory.
enum XMLLimits {
    /// Bytes of a document.
    static let byteCount = 16 << 20
    /// Tags, comments and the like, counted as `<`.
    static let tagCount = 500_000
    /// Attributes of one element, counted as `=` between one `<` and the next; libxml2 compares each with all.
    static let attributeCount = 1024
    /// Elements inside of one another (libxml2's own limit).
    static let depth = 256
    /// Namespaces that are declared by an element and those it stands in; libxml2 looks through them for each element.
    static let namespaceCount = 256
}

extension XMLDocument {
    /// Reads a document in UTF-8.
    ///
    /// Document type declarations are refused, so there are no entities but the five of XML itself. Nothing else is
    /// loaded, nothing is included, and no stylesheet is followed.
    package convenience init(reading bytes: Span<UInt8>) throws(XMLError) {
        try LibXML2.start()
        try Self.checkSize(bytes)
        try Self.checkEncoding(bytes)
        unsafe try self.init(owning: Self.parse(bytes))
    }

    /// Refuses before a tree is built what would be too large a tree.
    private static func checkSize(_ bytes: Span<UInt8>) throws(XMLError) {
        guard bytes.count <= XMLLimits.byteCount else {
            throw .tooLarge(what: "bytes", limit: XMLLimits.byteCount)
        }
        var tags = 0
        var attributes = 0
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "<"):
                tags += 1
                attributes = 0
            case UInt8(ascii: "="):
                attributes += 1
                guard attributes <= XMLLimits.attributeCount else {
                    throw .tooLarge(what: "attributes of an element", limit: XMLLimits.attributeCount)
                }
            // No other encoding of Unicode than UTF-8 can do without zeros, and no XML may hold one.
            case 0: throw .encoding("UTF-16, UTF-32 or no text")
            default: break
            }
        }
        guard tags <= XMLLimits.tagCount else { throw .tooLarge(what: "tags", limit: XMLLimits.tagCount) }
    }

    /// The error of a parser that was stopped for that, none of libxml2's.
    private static let tooManyNamespaces: Int32 = -1

    private static func parse(_ bytes: Span<UInt8>) throws(XMLError) -> xmlDocPtr {
        guard let context = unsafe libxml2.xmlNewParserCtxt() else { throw .failed("xmlNewParserCtxt") }
        defer { unsafe libxml2.xmlFreeParserCtxt(context) }
        unsafe context.pointee.sax.pointee.internalSubset = { context, _, _, _ in
            unsafe libxml2.xmlStopParser(context?.assumingMemoryBound(to: xmlParserCtxt.self))
        }
        unsafe context.pointee.sax.pointee.startElementNs = { context, name, prefix, uri, a, b, c, d, e in
            unsafe XMLDocument.stopIfCrowded(context?.assumingMemoryBound(to: xmlParserCtxt.self))
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
        // A parser that was stopped leaves what it has; wrong namespaces are no reason for it to fail.
        guard unsafe context.pointee.errNo != Int32(XML_ERR_USER_STOP.rawValue),
            unsafe context.pointee.nsWellFormed == 1, unsafe libxml2.xmlDocGetRootElement(document) != nil
        else {
            unsafe libxml2.xmlFreeDoc(document)
            throw unsafe failure(of: context)
        }
        return unsafe document
    }

    /// Stops at an element with too many namespaces, and leaves that as the error.
    private static func stopIfCrowded(_ context: xmlParserCtxtPtr?) {
        // Two entries a namespace: prefix and URI.
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
            return .tooLarge(what: "elements inside of one another", limit: XMLLimits.depth)
        }
        guard let error = unsafe libxml2.xmlCtxtGetLastError(context) else {
            return .malformed(line: 1, reason: "nothing to read")
        }
        return unsafe .malformed(
            line: max(1, Int(error.pointee.line)),
            reason: MalformedXML.words(for: error.pointee.code)
        )
    }

    /// It is read as UTF-8 whatever its declaration says; one that says something else is not what it seems.
    private static func checkEncoding(_ bytes: Span<UInt8>) throws(XMLError) {
        let start = bytes.indices.prefix(256).map { bytes[$0] }
        // Scalars: a line may end with two of them, which are one character.
        let words = String(decoding: start.drop { $0 >= 0x80 }, as: UTF8.self).unicodeScalars
        guard words.starts(with: "<?xml".unicodeScalars), let end = words.firstIndex(of: ">") else { return }
        let parts = words[..<end].split(separator: "=").map {
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
