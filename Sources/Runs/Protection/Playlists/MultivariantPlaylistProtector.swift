import HLSPlaylists
import Presentations
import ProtectionTerms
import SampleEncryption

/// Edits a multivariant playlist: session keys, bitrates and codecs.
///
/// It inserts `EXT-X-SESSION-KEY` lines. It changes `BANDWIDTH` and `AVERAGE-BANDWIDTH` if encryption made
/// them too small or if they are measured, and `CODECS` if sample entries changed.
struct MultivariantPlaylistProtector {
    let multivariant: MultivariantPlaylist
    let presentation: Presentation
    let layout: MediaLayout
    let lines: KeyLines
    var bandwidths = Bandwidths.Policy.raised

    /// Returns the bytes of the protected playlist.
    ///
    /// Session keys have no IV: media playlists have one for every segment or none, and players match session
    /// keys by METHOD, URI and KEYFORMAT.
    func protect(_ selection: SessionKeySelection) throws(PresentationError) -> [UInt8] {
        var document = multivariant.document
        do {
            var keys: [KeyLine] = []
            for slot in slots(selection) { keys += try lines.sessionKeys(of: slot) }
            for key in keys {
                let text = try key.tagLine(.sessionKey)
                try document.insert(text, after: multivariant.sessionKeyInsertionLine)
            }
            try document.raiseVersion(for: keys.map(\.key), as: .sessionKey)
            try Bandwidths(multivariant, presentation, layout).changes(bandwidths).apply(to: &document)
            for change in CodecsChanges(multivariant, presentation, layout).changes {
                try document.setAttribute(
                    change.attribute,
                    to: .quotedString(change.value),
                    line: change.line
                )
            }
        } catch let error as PlaylistError {
            throw .playlist(presentation.entry, error)
        } catch let error as PresentationError {
            throw error
        } catch {
            throw .fault(String(describing: error))
        }
        return document.serialized()
    }

    private func slots(_ selection: SessionKeySelection) -> [KeySlot] {
        switch selection {
        case .none: []
        case .all: lines.keys.keys.sorted()
        case .start: firstSlots()
        }
    }

    private func firstSlots() -> [KeySlot] {
        var slots: [KeySlot] = []
        for index in presentation.renditions.indices {
            let resources = layout.resources(ofRendition: index, in: presentation).map {
                layout.resources[$0]
            }
            // An encrypted section is needed first; its key may not be that of the first encrypted segment.
            for content in [IVContext.Content.initialization, .segment] {
                let first = resources.lazy.filter { $0.content == content }.compactMap(\.protection.slot)
                    .first
                if let first, !slots.contains(first) { slots.append(first) }
            }
        }
        return slots
    }
}
