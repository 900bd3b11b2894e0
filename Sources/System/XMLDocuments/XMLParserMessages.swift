import CLibXML2

/// Messages for libxml2's parser errors, because its own messages quote the text, which may be a key.
enum XMLParserMessages {
    private static let messages: [xmlParserErrors: String] = [
        XML_ERR_DOCUMENT_EMPTY: "an element was expected",
        XML_ERR_DOCUMENT_END: "nothing was expected after the root element",
        XML_ERR_INVALID_CHAR: "a character that XML does not allow",
        XML_ERR_INVALID_CHARREF: "a character reference to a character that XML does not allow",
        XML_ERR_INVALID_ENCODING: "bytes that are not UTF-8",
        XML_ERR_UNDECLARED_ENTITY: "an entity that is not one of the five of XML",
        XML_ERR_ENTITYREF_SEMICOL_MISSING: "a reference without its semicolon",
        XML_ERR_NAME_REQUIRED: "a name was expected",
        XML_ERR_SPACE_REQUIRED: "a space was expected",
        XML_ERR_EQUAL_REQUIRED: "= was expected",
        XML_ERR_GT_REQUIRED: "> was expected",
        XML_ERR_LTSLASH_REQUIRED: "an end tag was expected",
        XML_ERR_LT_IN_ATTRIBUTE: "< in an attribute",
        XML_ERR_ATTRIBUTE_NOT_STARTED: "a quote was expected",
        XML_ERR_ATTRIBUTE_NOT_FINISHED: "an attribute without its second quote",
        XML_ERR_ATTRIBUTE_WITHOUT_VALUE: "an attribute without a value",
        XML_ERR_ATTRIBUTE_REDEFINED: "an attribute that appears twice",
        XML_ERR_TAG_NAME_MISMATCH: "an end tag that does not match the open element",
        XML_ERR_TAG_NOT_FINISHED: "an element that does not end",
        XML_ERR_CDATA_NOT_FINISHED: "a CDATA section that does not end",
        XML_ERR_COMMENT_NOT_FINISHED: "a comment that does not end",
        XML_ERR_PI_NOT_FINISHED: "a processing instruction that does not end",
        XML_ERR_RESERVED_XML_NAME: "an XML declaration that is not at the start",
        XML_NS_ERR_UNDEFINED_NAMESPACE: "a namespace prefix that is not declared",
        XML_NS_ERR_ATTRIBUTE_REDEFINED: "an attribute that appears twice",
    ]

    /// Returns the message for an error code of libxml2 (`xmlParserErrors`).
    static func message(for code: Int32) -> String {
        messages[xmlParserErrors(rawValue: UInt32(bitPattern: code))] ?? "error \(code) of libxml2"
    }
}

extension xmlParserErrors: @retroactive Hashable {}
