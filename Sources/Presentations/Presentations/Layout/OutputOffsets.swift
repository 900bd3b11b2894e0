import HLSPlaylists
import SampleEncryption

/// Assigns the output offsets of media resources and carried boxes, one after the other in each file.
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
package enum OutputOffsets {
    package static func assign(to layout: inout MediaLayout, in presentation: Presentation) {
        let iFrameOffsets = lowestOffsets(of: layout, in: presentation)
        let boxesByFile = Dictionary(grouping: layout.carriedBoxes.indices) { layout.carriedBoxes[$0].file }
        for (file, members) in layout.files {
            var offset: UInt64 = 0
            var boxes = boxesByFile[file, default: []][...]
            for index in members {
                while let box = boxes.first,
                    layout.carriedBoxes[box].clearRange.lowerBound
                        < layout.resources[index].clearRange.lowerBound
                {
                    layout.carriedBoxes[box].outputOffset = offset
                    offset += layout.carriedBoxes[box].clearLength
                    boxes.removeFirst()
                }
                if let firstIFrameOffset = iFrameOffsets[index],
                    case .aes128 = layout.resources[index].protection
                {
                    offset = AES128SegmentLayout.aligned(offset)
                    if offset > 0, firstIFrameOffset < AES128SegmentLayout.blockLength {
                        offset += AES128SegmentLayout.blockLength
                        layout.resources[index].hasLeadingIV = true
                    }
                }
                layout.resources[index].outputOffset = offset
                offset += layout.resources[index].outputLength
            }
        }
    }

    /// Returns the lowest offset of an I-frame within each media resource that I-frames point into.
    private static func lowestOffsets(of layout: MediaLayout, in presentation: Presentation) -> [Int:
        UInt64]
    {
        var offsets: [Int: UInt64] = [:]
        for (index, rendition) in presentation.renditions.enumerated() where rendition.playlist.isIFramesOnly
        {
            for case .some(let reference) in layout.segments[index] {
                offsets[reference.resource] = min(
                    offsets[reference.resource] ?? .max,
                    reference.range.lowerBound
                )
            }
        }
        return offsets
    }
}
