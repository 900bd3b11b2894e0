import Failures
import Presentations
import SampleEncryption

/// Writes a media resource that a segment encryptor encrypts.
struct SegmentWriter<Encryptor: SegmentEncryptor>: ResourceWriter {
    /// The encryptor, with the key and the IV of the media resource.
    let encryptor: Encryptor

    func write(_ files: borrowing OpenResource, buffers: inout BufferPool) throws -> SegmentOutcome {
        var written: UInt64 = 0
        let outcome = try encryptor.encrypt(
            length: files.resource.clearLength,
            buffers: &buffers
        ) { buffer, range, offset in
            try files.read(into: &buffer, range, at: offset)
        } write: { bytes, range in
            try files.write(bytes, range, at: written)
            written += UInt64(range.count)
        }
        guard outcome.extent.length == written else {
            throw RunFailure.fault(
                "\(files.resource.file): \(written) of \(outcome.extent.length) bytes were written"
            )
        }
        return outcome
    }
}
