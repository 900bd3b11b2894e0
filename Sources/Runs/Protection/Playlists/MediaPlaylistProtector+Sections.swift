import HLSPlaylists
import Presentations

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
    mutating func rewriteSection(_ index: Int, as form: MediaResource, line: Int) throws {
        let minimum = rendition.playlist.isIFramesOnly ? 5 : 6
        version = max(version, minimum)
        guard form.isFurtherForm else { return }
        let section = rendition.playlist.initializationSections[index]
        try document.replace(line: line, with: try tagLine(of: section, as: form))
    }

    /// Inserts an `EXT-X-MAP` if a segment needs another form than the one before.
    mutating func switchSection(of index: Int, before line: Int) throws {
        guard !forms.isEmpty, let form = forms[index], form != section,
            let map = rendition.playlist.segments[index].initializationSection
        else { return }
        section = form
        let written = rendition.playlist.initializationSections[map]
        try document.insert(try tagLine(of: written, as: units[form]), before: line)
    }

    /// Returns the `EXT-X-MAP` line of a form.
    ///
    /// The form at the location of the clear section keeps its URI; others get that of their own file.
    private func tagLine(of section: MapTag, as form: MediaResource) throws -> String {
        guard form.isFurtherForm else {
            guard section.byteRange != nil else { return section.attributes.tagLine(.map) }
            let range = form.outputRange
            return try section.tagLine(
                byteRange: try ByteRange(
                    length: range.upperBound - range.lowerBound,
                    offset: range.lowerBound
                )
            )
        }
        let uri = try FormURI.uri(section.uri, naming: form.outputFile, in: rendition.path.folder)
        return try section.attributes.removing("BYTERANGE").replacing("URI", with: .quotedString(uri))
            .tagLine(.map)
    }
}
