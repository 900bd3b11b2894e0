package import Bitstreams

/// `stpp`: the sample entry of XML subtitles (ISO/IEC 14496-12, 12.6.3).
package struct XMLSubtitleSampleEntry: Hashable, Sendable {
    /// The namespaces of the documents, separated by spaces.
    package let namespace: String
    /// content_type of the `mime` box, which names the profile, or nil without that box.
    package let contentType: String?

    /// Reads the fields and the boxes after them.
    package init(_ entry: Box) throws(ParseError) {
        var reader = entry.reader
        try reader.skip(8)
        namespace = try reader.zeroTerminatedString()
        // schema_location and auxiliary_mime_types
        _ = try reader.zeroTerminatedString()
        _ = try reader.zeroTerminatedString()
        var children = BoxIterator(reader)
        contentType = try children.only("mime").map { box throws(ParseError) in
            var reader = box.reader
            _ = try FullBoxHeader(&reader, maximumVersion: 0)
            return try reader.zeroTerminatedString()
        }
    }
}
