import Presentations
import TextFormats

/// Derives the URIs of additional forms of a file from the URI of that file.
///
/// Only the last component of the path is another one.
enum FormURI {
    /// Returns the URI of a form.
    ///
    /// - Parameters:
    ///   - uri: the URI of the clear file; its folders, query and fragment are kept as written.
    ///   - file: the file of the form.
    ///   - folder: the folder of the playlist.
    /// - Returns: the URI, with the file name percent-encoded only if necessary.
    /// - Throws: `PresentationError.fault` if the URI would name another file.
    static func uri(
        _ uri: String,
        naming file: TreePath,
        in folder: ArraySlice<String>
    ) throws(PresentationError) -> String {
        // By bytes, because a combining mark after a delimiter would form another `Character` with it.
        let bytes = uri.utf8
        let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        let start =
            bytes[..<end].lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? bytes.startIndex
        let name = file.components.last ?? ""
        // The plain name comes first, because it is more readable.
        for written in [name, PercentEncoding.encode(name)] {
            let candidate = "\(uri[..<start])\(written)\(uri[end...])"
            let isPlain = !written.utf8.contains(where: mustBeEncoded)
            if isPlain, let named = try? URIResolution.resolve(candidate, in: folder), named == file {
                return candidate
            }
        }
        throw .fault("no URI for \(file) like \(KeyURIRedaction.redacted(uri))")
    }

    /// Indicates whether a byte must not be written as it is in a URI or in a quoted string of a playlist.
    ///
    /// A colon in the first component would make it a scheme; text like a variable would be replaced.
    private static func mustBeEncoded(_ byte: UInt8) -> Bool {
        switch byte {
        case ...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
