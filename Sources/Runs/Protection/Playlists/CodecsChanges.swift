import CommonEncryption
import HLSPlaylists
import ISOBaseMedia
import Presentations

/// Finds the variants whose `CODECS` name sample entries that protection changed, such as `avc3` to `avc1`.
struct CodecsChanges {
    private let multivariant: MultivariantPlaylist
    private let presentation: Presentation
    /// The sample entry formats that changed, by media playlist.
    private var formats: [TreePath: Set<FourCharacterCode>] = [:]

    init(_ multivariant: MultivariantPlaylist, _ presentation: Presentation, _ plan: MediaPlan) {
        self.multivariant = multivariant
        self.presentation = presentation
        for (index, rendition) in presentation.renditions.enumerated() {
            for resourceIndex in plan.layout.resources(ofRendition: index, in: presentation) {
                guard case .section(let protection) = plan.resources[resourceIndex].treatment else {
                    continue
                }
                let entries = protection.movie.tracks.flatMap(\.entries)
                let changedFormats = entries.map(\.format).filter { MovieFormat.outOfBandFormats[$0] != nil }
                formats[rendition.path, default: []].formUnion(changedFormats)
            }
        }
    }

    /// A new value for an attribute of a variant.
    struct Change {
        /// The line number of the variant.
        let line: Int
        /// The name of the attribute: `CODECS` or `SUPPLEMENTAL-CODECS`.
        let attribute: String
        /// The new value, without quotation marks.
        let value: String
    }

    /// The changes, in the order of the lines.
    var changes: [Change] {
        guard formats.values.contains(where: { !$0.isEmpty }) else { return [] }
        var changes: [Change] = []
        for variant in multivariant.variants {
            let uris = [variant.uri] + multivariant.renditions(of: variant).compactMap(\.uri)
            changes += Self.changes(of: variant.stream, line: variant.line, formats(of: uris))
        }
        for variant in multivariant.iFrameVariants {
            let uris = [variant.uri] + multivariant.renditions(of: variant).compactMap(\.uri)
            changes += Self.changes(of: variant.stream, line: variant.line, formats(of: uris))
        }
        return changes.sorted { $0.line < $1.line }
    }

    private static func changes(
        of stream: StreamInformation,
        line: Int,
        _ formats: Set<FourCharacterCode>
    ) -> [Change] {
        let values = [("CODECS", stream.codecs), ("SUPPLEMENTAL-CODECS", stream.supplementalCodecs)]
        return values.compactMap { name, value in
            guard let value else { return nil }
            let newValue = ConvertedCodecs.list(value, changing: formats)
            return newValue == value ? nil : Change(line: line, attribute: name, value: newValue)
        }
    }

    private func formats(of uris: [String]) -> Set<FourCharacterCode> {
        uris.reduce(into: []) { all, uri in
            guard let path = try? URIResolution.resolve(uri, in: presentation.entry.folder) else { return }
            all.formUnion(formats[path] ?? [])
        }
    }
}
