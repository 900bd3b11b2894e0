import CommonEncryption
import HLSPlaylists
import Presentations
import SampleEncryption
import TransportStreams

/// A media resource in its output file.
struct OutputResource: Sendable {
    /// The media resource and its treatment.
    let planned: PlannedResource
    /// The offset of the first byte in the output file.
    let offset: UInt64
    /// The length in the output, and where the clear bytes are in it.
    let extent: OutputExtent
    /// Indicates whether the 16 bytes before it in the output file are its IV; see `OutputLayout`.
    let hasLeadingIV: Bool

    /// The clear media resource.
    var resource: MediaResource { planned.resource }

    /// The byte range in the output file.
    var range: Range<UInt64> { offset..<offset + extent.length }

    /// Returns the byte range of an I-frame in the output file.
    ///
    /// AES-128 moves no bytes. With AES-256-GCM no part of a resource can be decrypted, so the range is the
    /// whole resource (`GCMSegmentCheck`). If SAMPLE-AES moves bytes, the range is widened to whole
    /// packets: the content of a packet that it cuts may now be on both sides of the cut. In clear segments
    /// it is widened, too, since a player cannot read half a packet.
    ///
    /// - Parameter iFrameRange: the byte range within the clear media resource.
    /// - Returns: the byte range in the output file.
    func range(ofIFrame iFrameRange: Range<UInt64>) -> Range<UInt64> {
        let stride: UInt64
        switch planned.treatment {
        case .aes256GCM: return range
        case .aes128, .section, .clear(.none): return moved(iFrameRange)
        case .transportStream(_, let survey), .clear(.transportStream(let survey)?):
            stride = UInt64(survey.packetFormat.stride)
        case .packedAudio, .fragments, .clear, .clearLead: stride = 1
        }
        let isMoved = planned.treatment.isClear || extent.map != .identity
        return isMoved ? widened(iFrameRange, to: stride) : moved(iFrameRange)
    }

    /// Returns the output range of the whole packets, of `stride` bytes, that hold a clear range.
    private func widened(_ iFrameRange: Range<UInt64>, to stride: UInt64) -> Range<UInt64> {
        let start = extent.map.outputOffset(of: iFrameRange.lowerBound / stride * stride) ?? 0
        let end = min(
            resource.clearLength,
            iFrameRange.upperBound + (stride - iFrameRange.upperBound % stride) % stride
        )
        let outputEnd = end >= resource.clearLength ? extent.length : extent.map.outputOffset(of: end)
        return moved(start..<max(start, outputEnd ?? extent.length))
    }

    private func moved(_ range: Range<UInt64>) -> Range<UInt64> {
        offset + range.lowerBound..<offset + range.upperBound
    }
}

/// The output files of a plan, byte by byte: media resources and carried boxes, one after the other.
///
/// Bytes of a source file that no playlist names are left out, since they would stay readable. Boxes of fMP4
/// without media are kept with their neighbors (`CarriedBox`).
///
/// A client that decrypts an I-frame of an AES-128 file counts blocks from the start of the file and takes
/// the block before the first one as IV (`IFrameWindow`). In a file of several byte ranges, each range is a
/// CBC stream of its own. So a range that I-frames point into starts at a multiple of 16. If an I-frame
/// starts in the first block of the range, the 16 bytes before the range are the IV of the range. Then both
/// kinds of clients get the right IV: those that take the previous block, and those that take the `IV`
/// attribute. RFC 8216bis 6.2.3 requires as much: encryption must not restart at a block that holds the start
/// of an I-frame.
struct OutputLayout: Sendable {
    /// The plan that is laid out.
    let plan: ProtectionPlan
    private let extents: [OutputExtent]
    private var offsets: [UInt64]
    private var leadingIVs: Set<Int> = []
    /// The offsets of the carried boxes in their output files, in the order of the plan.
    private(set) var boxOffsets: [UInt64]

    /// Lays out a plan.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - knownExtents: extents that replace the planned ones, by the index of the media resource.
    init(_ plan: ProtectionPlan, knownExtents: [Int: OutputExtent] = [:]) {
        self.init(
            plan,
            extents: plan.media.resources.enumerated().map { index, planned in
                knownExtents[index]
                    ?? planned.treatment.plannedExtent(ofClear: planned.resource.clearLength)
            }
        )
    }

    /// Lays out a plan whose media resources have these extents.
    init(_ plan: ProtectionPlan, extents: [OutputExtent]) {
        self.plan = plan
        self.extents = extents
        offsets = [UInt64](repeating: 0, count: extents.count)
        boxOffsets = [UInt64](repeating: 0, count: plan.carriedBoxes.count)
        let iFrameOffsets = Self.lowestOffsets(of: plan)
        let boxesByFile = Dictionary(grouping: plan.carriedBoxes.indices) { plan.carriedBoxes[$0].file }
        for (file, members) in plan.media.files {
            layOut(members, boxesByFile[file, default: []][...], iFrameOffsets)
        }
    }

    /// The indices of the media resources, which are those of the plan.
    var indices: Range<Int> { extents.indices }

    /// The media resource at an index of the plan.
    subscript(index: Int) -> OutputResource {
        OutputResource(
            planned: plan.media.resources[index],
            offset: offsets[index],
            extent: extents[index],
            hasLeadingIV: leadingIVs.contains(index)
        )
    }

    /// Indicates whether a media resource has this extent.
    func hasExtent(_ extent: OutputExtent, at index: Int) -> Bool { extents[index] == extent }

    private mutating func layOut(
        _ members: [Int],
        _ boxes: ArraySlice<Int>,
        _ iFrameOffsets: [Int: UInt64]
    ) {
        var boxes = boxes
        var offset: UInt64 = 0
        for index in members {
            let planned = plan.media.resources[index]
            while let box = boxes.first,
                plan.carriedBoxes[box].clearRange.lowerBound < planned.resource.clearRange.lowerBound
            {
                boxOffsets[box] = offset
                offset += plan.carriedBoxes[box].clearLength
                boxes.removeFirst()
            }
            if let firstIFrameOffset = iFrameOffsets[index], case .aes128 = planned.treatment {
                offset = AES128SegmentLayout.aligned(offset)
                if offset > 0, firstIFrameOffset < AES128SegmentLayout.blockLength {
                    offset += AES128SegmentLayout.blockLength
                    leadingIVs.insert(index)
                }
            }
            offsets[index] = offset
            offset += extents[index].length
        }
    }

    /// Returns the lowest offset of an I-frame within each media resource that I-frames point into.
    private static func lowestOffsets(of plan: ProtectionPlan) -> [Int: UInt64] {
        var offsets: [Int: UInt64] = [:]
        for (index, rendition) in plan.presentation.renditions.enumerated()
        where rendition.playlist.isIFramesOnly {
            for case .some(let reference) in plan.media.layout.segments[index] {
                offsets[reference.resource] = min(
                    offsets[reference.resource] ?? .max,
                    reference.range.lowerBound
                )
            }
        }
        return offsets
    }
}
