import CommonEncryption
import Failures
import Presentations
import SampleEncryption

/// Writes the boxes that are carried between media resources of fMP4.
struct CarriedBoxWriter {
    let context: WriterContext

    /// Writes a box at an offset of its output file: an index with its new offsets and sizes, other boxes
    /// unchanged.
    func write(_ box: CarriedBox, at outputOffset: UInt64) throws(RunFailure) {
        do {
            try copy(box, to: outputOffset)
        } catch {
            throw RunFailure(writing: error, at: MediaLocation(box, at: 0))
        }
    }

    private func copy(_ box: CarriedBox, to outputOffset: UInt64) throws {
        let input = try ClearPartReader.open(box, in: context.source)
        let file = try OutputFile(path: box.file.path(under: context.outputRoot))
        let length = box.isIndex ? box.clearLength : min(box.clearLength, UInt64(BufferPool.pieceLength))
        var buffer = [UInt8](repeating: 0, count: Int(length))
        var offset: UInt64 = 0
        while offset < box.clearLength {
            try context.cancellation.check()
            let count = Int(min(length, box.clearLength - offset))
            try ClearPartReader.read(box, into: &buffer, 0..<count, at: offset, from: input)
            if box.isIndex {
                buffer = try SegmentIndexRewriter.move(
                    buffer,
                    at: box.clearRange.lowerBound,
                    to: context.offsetMaps.offsets(of: box.file)
                )
            }
            try file.write(buffer, count: count, at: outputOffset + offset)
            offset += UInt64(count)
        }
        try file.close()
    }
}
