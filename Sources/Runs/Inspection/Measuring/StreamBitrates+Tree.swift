package import Failures
import HLSPlaylists
import PlaylistLinting
package import Presentations

extension StreamBitrates {
    /// Computes the bitrates of a tree's variants from file sizes; nil without a multivariant playlist.
    package init?(_ tree: PlaylistTree) throws(RunFailure) {
        guard let multivariant = tree.multivariant?.playlist else { return nil }
        let measured = try PresentationMeasurer(.sizes).measure(tree, jobs: 1)
        var bitrates: [TreePath: SegmentBitrates] = [:]
        for media in tree.media {
            let playlist = media.reading.playlist
            bitrates[media.path] = SegmentBitrates(
                playlist.segments,
                sizes: measured[media.path]?.segments.map(\.byteCount) ?? [],
                target: .seconds(Int64(clamping: playlist.targetDuration))
            )
        }
        self.init(multivariant, in: tree.entry.folder, bitrates)
    }
}
