import Ciphers
import Presentations
import SampleEncryption

/// Copies a clear media resource byte by byte.
struct ByteCopier: ResourceWriter {
    func write(_ files: borrowing OpenResource, buffers: inout BufferPool) throws -> SegmentOutcome {
        let length = files.resource.clearLength
        var piece = buffers.take(atLeast: BufferPool.pieceLength)
        var mac = try MediaAuthenticationCode(key: files.context.digestKey)
        var offset: UInt64 = 0
        while offset < length {
            let range = 0..<Int(min(UInt64(BufferPool.pieceLength), length - offset))
            try files.read(into: &piece, range, at: offset)
            try mac.update(piece.span.extracting(range))
            try files.write(piece, range, at: offset)
            offset += UInt64(range.count)
        }
        buffers.recycle(piece)
        return SegmentOutcome(
            mac: MediaMAC(bytes: try mac.finish(), length: length),
            extent: OutputExtent(length: length)
        )
    }
}
