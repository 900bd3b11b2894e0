import ElementaryStreams
import ISOBaseMedia
import Mezzanines

/// Judges how the container shows pictures: those that it turns or mirrors are refused, as players of HLS follow no matrix and would
/// show them as they are coded; of sizes that no pixel explains is said what is shown.
enum DisplayCheck {
    /// Checks a track.
    ///
    /// - Throws: `LadderError` with the way out.
    static func check(_ track: LadderTrack, _ request: PackagingRequest) throws(LadderError) {
        guard let transformation = track.source.transformation, !request.ignoresDisplayMatrix else { return }
        throw .transformed(input: track.place, transformation)
    }

    /// What is said of pictures that are packaged as they are coded all the same.
    static func warnings(_ track: LadderTrack, _ request: PackagingRequest) -> [String] {
        [transformation(track), size(track, request.segmentFormat)].compactMap(\.self)
    }

    private static func transformation(_ track: LadderTrack) -> String? {
        track.source.transformation.map {
            "\(track.place): its pictures are to be shown \($0), and players of HLS show them as they are coded"
        }
    }

    /// Sizes of `tkhd` that neither the coded size nor the shape of pixels explains; those of a clean aperture are left alone.
    private static func size(_ track: LadderTrack, _ container: PackagingRequest.SegmentFormat) -> String? {
        let format = track.source.format
        guard let shown = track.source.shownSize, let coded = format.picture,
            format.sampleEntry.first("clap") == nil
        else { return nil }
        let signal = format.bitstreamSignal?.aspectRatio
        // Transport streams have no 'pasp'.
        let shape = container == .fragmentedMP4 ? format.sampleEntry.pixelAspectRatio : nil
        let seen = PictureSize(width: UInt32(coded.width), height: UInt32(coded.height)).shown(
            withPixels: shape?.width ?? UInt32(signal?.width ?? 1),
            shape?.height ?? UInt32(signal?.height ?? 1)
        )
        let ratio = Double(shown.width) / Double(shown.height)
        let known = [Double(coded.width) / Double(coded.height), Double(seen.width) / Double(seen.height)]
        guard known.allSatisfy({ abs($0 / ratio - 1) > Self.tolerance }) else { return nil }
        return
            "\(track.place): its pictures are to be shown in \(shown.width)x\(shown.height) ('tkhd'), and players of HLS show them in "
            + "\(seen.width)x\(seen.height), as 'pasp' and the bitstream have it"
    }

    /// How much two ratios may differ that mean the same: writers round sizes, to multiples of 16 at most.
    private static let tolerance = 0.03
}
