import ElementaryStreams
import Failures
import ISOBaseMedia
import Mezzanines

/// Checks the display matrix and the display size of pictures.
///
/// Rotated or mirrored pictures are refused, because HLS players ignore the display matrix and would show
/// them as coded. A display size that the pixel aspect ratio does not explain gives a warning.
enum DisplayCheck {
    /// Checks a track for rotated or mirrored pictures.
    ///
    /// - Throws: `RunFailure` with advice.
    static func check(_ track: LadderTrack, _ request: PackagingRequest) throws(RunFailure) {
        guard let transformation = track.source.transformation, !request.ignoresDisplayMatrix else { return }
        throw .transformedPictures(input: track.label, transformation)
    }

    /// Returns warnings about pictures that players will not show as the container says.
    static func warnings(_ track: LadderTrack, _ request: PackagingRequest) -> [String] {
        [transformationWarning(track), sizeWarning(track, request.segmentFormat)].compactMap(\.self)
    }

    private static func transformationWarning(_ track: LadderTrack) -> String? {
        track.source.transformation.map {
            "\(track.label): its pictures are to be shown \($0), but HLS players show them as they are coded"
        }
    }

    /// Warns of a size in `tkhd` that neither the coded size nor the pixel aspect ratio explains.
    ///
    /// Ignores tracks with a clean aperture.
    private static func sizeWarning(_ track: LadderTrack, _ container: PackagingRequest.SegmentFormat)
        -> String?
    {
        let format = track.source.format
        guard let displaySize = track.source.displaySize, let codedSize = format.codedSize,
            format.sampleEntry.first("clap") == nil
        else { return nil }
        let signal = format.bitstreamVideoSignal?.aspectRatio
        // Transport streams have no 'pasp'.
        let pixelAspectRatio = container == .fragmentedMP4 ? format.sampleEntry.pixelAspectRatio : nil
        let playerSize = PictureSize(width: UInt32(codedSize.width), height: UInt32(codedSize.height))
            .displaySize(
                pixelWidth: pixelAspectRatio?.width ?? UInt32(signal?.width ?? 1),
                pixelHeight: pixelAspectRatio?.height ?? UInt32(signal?.height ?? 1)
            )
        let ratio = Double(displaySize.width) / Double(displaySize.height)
        let explainedRatios = [
            Double(codedSize.width) / Double(codedSize.height),
            Double(playerSize.width) / Double(playerSize.height),
        ]
        guard explainedRatios.allSatisfy({ abs($0 / ratio - 1) > Self.tolerance }) else { return nil }
        return
            "\(track.label): its pictures are to be shown in \(displaySize.width)x\(displaySize.height) ('tkhd'), but HLS players show them in "
            + "\(playerSize.width)x\(playerSize.height), as 'pasp' and the bitstream specify"
    }

    /// The relative difference up to which two aspect ratios count as equal.
    ///
    /// Writers round sizes to multiples of up to 16 pixels.
    private static let tolerance = 0.03
}
