import Presentations
import TextFormats

/// The URIs of further forms of a file: that of the file, with another name in the last component of its path.
enum DerivedURI {
    /// The URI of a form.
    ///
    /// - Parameters:
    ///   - uri: that of the clear file; its folders, query and fragment are kept as they are written.
    ///   - file: the form.
    ///   - folder: the folder of the playlist.
    /// - Returns: the URI.
    /// - Throws: `PresentationError.fault` when the URI would name another file.
    static func uri(
        _ uri: String,
        naming file: TreePath,
        in folder: ArraySlice<String>
    ) throws(PresentationError) -> String {
        // By bytes: a combining mark behind a delimiter would make another `Character` of it.
        let bytes = uri.utf8
        let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        let start =
            bytes[..<end].lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? bytes.startIndex
        let name = file.components.last ?? ""
        // Written as it is where that can be read, as people read it.
        for written in [name, PercentEncoding.encode(name)] {
            let candidate = "\(uri[..<start])\(written)\(uri[end...])"
            let isPlain = !written.utf8.contains(where: mustBeEncoded)
            if isPlain, let named = try? URIResolution.resolve(candidate, in: folder), named == file {
                return candidate
            }
        }
        throw .fault("no URI for \(file) like \(KeyURIText.redacted(uri))")
    }

    /// What a URI, or a quoted string of a playlist, cannot hold as it is.
    ///
    /// A colon in the first component would make a scheme of it, and what looks like a variable would be replaced.
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
