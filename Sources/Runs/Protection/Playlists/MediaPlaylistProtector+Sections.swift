import Failures
import HLSPlaylists
import Presentations
import TextFormats

/// The `EXT-X-MAP` lines of fMP4, whose initialization sections have a form for each key.
extension MediaPlaylistProtector {
    /// Returns the form that the first segment under an `EXT-X-MAP` needs, or nil if there is one form.
    func firstForm(under map: Int) -> Int? {
        guard !forms.isEmpty else { return nil }
        return rendition.playlist.segments.lazy
            .filter { $0.initializationSection == map }
            .compactMap { forms[$0.index] }
            .first
    }

    /// Changes the `EXT-X-MAP` line to name the form that its first segment needs.
    mutating func rewriteSection(_ index: Int, as form: OutputResource, line: Int) throws {
        let minimum = rendition.playlist.isIFramesOnly ? 5 : 6
        version = max(version, minimum)
        guard form.planned.isFurtherForm else { return }
        let section = rendition.playlist.initializationSections[index]
        try document.replace(line: line, with: try tagLine(of: section, as: form))
    }

    /// Inserts an `EXT-X-MAP` if a segment needs another form than the one before.
    mutating func switchSection(of index: Int, before line: Int) throws {
        guard !forms.isEmpty, let form = forms[index], form != currentSection,
            let map = rendition.playlist.segments[index].initializationSection
        else { return }
        currentSection = form
        let mapTag = rendition.playlist.initializationSections[map]
        try document.insert(try tagLine(of: mapTag, as: layout[form]), before: line)
    }

    /// Returns the `EXT-X-MAP` line of a form.
    ///
    /// The form at the location of the clear section keeps its URI; others get that of their own file.
    private func tagLine(of section: MapTag, as form: OutputResource) throws -> String {
        guard form.planned.isFurtherForm else {
            guard section.byteRange != nil else { return section.attributes.tagLine(.map) }
            let range = form.range
            return try section.tagLine(
                byteRange: try ByteRange(
                    length: range.upperBound - range.lowerBound,
                    offset: range.lowerBound
                )
            )
        }
        let uri = try FormURI.uri(section.uri, naming: form.planned.outputFile, in: rendition.path.folder)
        return try section.attributes.removing("BYTERANGE").replacing("URI", with: .quotedString(uri))
            .tagLine(.map)
    }
}

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
    /// - Throws: `RunFailure.fault` if the URI would name another file.
    static func uri(
        _ uri: String,
        naming file: TreePath,
        in folder: ArraySlice<String>
    ) throws(RunFailure) -> String {
        // By bytes, because a combining mark after a delimiter would form another `Character` with it.
        let bytes = uri.utf8
        let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        let start =
            bytes[..<end].lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? bytes.startIndex
        let name = file.components.last ?? ""
        // The plain name comes first, because it is more readable.
        for writtenName in [name, PercentEncoding.encode(name)] {
            let candidate = "\(uri[..<start])\(writtenName)\(uri[end...])"
            let isPlain = !writtenName.utf8.contains(where: mustBeEncoded)
            if isPlain, let resolvedPath = try? URIResolution.resolve(candidate, in: folder),
                resolvedPath == file
            {
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
