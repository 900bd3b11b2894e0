import HLSPlaylists
import PlaylistLinting
package import Presentations

extension StreamBitrates {
    /// What the variants of a tree take by the sizes of its files; nil for a media playlist on its own.
    package init?(_ tree: PlaylistTree) throws(PresentationError) {
        guard let multivariant = tree.multivariant?.playlist else { return nil }
        let measured = try PresentationMeasurer(.sizes).measure(tree, jobs: 1)
        var bitrates: [TreePath: SegmentBitrates] = [:]
        for media in tree.media {
            let playlist = media.reading.playlist
            bitrates[media.path] = SegmentBitrates(
                playlist.segments,
                sizes: measured[media.path]?.segments.map(\.bytes) ?? [],
                target: .seconds(Int64(clamping: playlist.targetDuration))
            )
        }
        self.init(multivariant, in: tree.entry.folder, bitrates)
    }
}
