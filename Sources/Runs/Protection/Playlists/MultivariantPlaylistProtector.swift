import Failures
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
    let layout: OutputLayout
    let lines: KeyLines
    var bandwidths = Bandwidths.Policy.raised

    /// Returns the bytes of the protected playlist.
    ///
    /// Session keys have no IV: media playlists have one for every segment or none, and players match session
    /// keys by METHOD, URI and KEYFORMAT.
    func protect(_ selection: SessionKeySelection) throws(RunFailure) -> [UInt8] {
        var keys: [KeyLine] = []
        for slot in slots(selection) { keys += try lines.sessionKeys(of: slot) }
        var document = multivariant.document
        try mapErrors(to: { .playlist(presentation.entry, $0) }) { () throws(PlaylistError) in
            for key in keys {
                try document.insert(key.tagLine(.sessionKey), after: multivariant.sessionKeyInsertionLine)
            }
            try document.raiseVersion(for: keys.map(\.key), as: .sessionKey)
            try bandwidthChanges.apply(to: &document)
            for change in CodecsChanges(multivariant, presentation, layout.plan.media).changes {
                try document.setAttribute(
                    change.attribute,
                    to: .quotedString(change.value),
                    line: change.line
                )
            }
        }
        return document.serialized()
    }

    private var presentation: Presentation { layout.plan.presentation }

    private var bandwidthChanges: [Bandwidths.Change] {
        // AES-128 adds 1 to 16 bytes per segment and AES-256-GCM 32, which is negligible for a bitrate.
        guard bandwidths == .measured || lines.policy.method.encryptsSamples else { return [] }
        return Bandwidths(multivariant, presentation, layout.plan.media.layout) { reference, isIFrameRange in
            let output = layout[reference.resource]
            // Only whole segments have padding: an I-frame that is fetched by byte range has none, even if
            // the range is the whole segment.
            let isWhole = reference.range == 0..<output.resource.clearLength && !isIFrameRange
            return isWhole ? output.extent.length : UInt64(output.range(ofIFrame: reference.range).count)
        }
        .changes(bandwidths)
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
            let resources = layout.plan.media.layout.resources(ofRendition: index, in: presentation).map {
                layout.plan.media.resources[$0]
            }
            // An encrypted section is needed first; its key may not be that of the first encrypted segment.
            for content in [IVContext.Content.initialization, .segment] {
                let first = resources.lazy.filter { $0.resource.content == content }
                    .compactMap(\.treatment.slot).first
                if let first, !slots.contains(first) { slots.append(first) }
            }
        }
        return slots
    }
}
