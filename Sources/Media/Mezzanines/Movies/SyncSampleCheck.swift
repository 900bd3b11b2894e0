import ElementaryStreams
import ISOBaseMedia

/// Finds samples that a file calls sync samples although they hold predicted pictures.
///
/// Encoders that refresh gradually (x264's `intra-refresh`) have a recovery point there, and writers take it for a key frame;
/// other writers call every sample one, or say nothing of any. Nothing can be shown right away from there on: no segment may
/// begin with it, and it is no I-frame.
struct SyncSampleCheck {
    /// How pictures are coded.
    enum Coding {
        /// H.264 or HEVC in NAL units, with lengths of so many bytes in front of them.
        case units(NALUnitRole.Codec, lengthSize: Int)
        /// AV1 in open bitstream units.
        case av1
    }

    let coding: Coding
    /// Reads bytes of the file.
    let read: (_ offset: UInt64, _ count: Int) throws -> [UInt8]

    /// Sync samples that are looked at before all are: a file has such samples all over, or none.
    private static let probeCount = 64
    /// Units that are looked at in a sample: delimiter, parameter sets, SEI, then a slice.
    private static let unitLimit = 32
    /// Bytes of a NAL unit that are looked at: its header and the start of a slice header.
    private static let sliceSize = 12
    /// Bytes that are read of a unit of AV1: its header and the start of a frame header.
    private static let headSize = 16

    /// Takes away what are no sync samples; the first sample and what cannot be understood stay.
    ///
    /// - Parameter index: the samples.
    /// - Returns: how many were taken away.
    /// - Throws: what `read` throws.
    func correct(_ index: inout SampleIndex) throws -> Int {
        let count = index.syncSampleCount
        let step = max(1, count / Self.probeCount)
        var found = false
        for place in stride(from: count - 1, to: 0, by: -step) where !found {
            found = try isPredicted(index[index.syncSample(at: place)])
        }
        guard found else { return 0 }
        var kept: [Int] = []
        for place in 0..<count {
            let number = index.syncSample(at: place)
            if number == 0 {
                kept.append(number)
            } else if try !isPredicted(index[number]) {
                kept.append(number)
            }
        }
        index.keepSync(kept)
        return count - kept.count
    }

    private func isPredicted(_ sample: MovieSample) throws -> Bool {
        switch coding {
        case .units(let codec, let lengthSize): try isPredicted(sample, codec, lengthSize)
        case .av1: try isPredictedAV1(sample)
        }
    }

    /// Whether decoding cannot begin with a picture, by its first slice: it is predicted (ITU-T H.264, 7.3.3 and table 7-6), or of
    /// another kind (ITU-T H.265, table 7-1).
    private func isPredicted(
        _ sample: MovieSample,
        _ codec: NALUnitRole.Codec,
        _ lengthSize: Int
    ) throws -> Bool {
        var cursor = SampleUnitCursor(sample, lengthSize: lengthSize, read: read)
        for _ in 0..<Self.unitLimit {
            guard let (start, length) = try cursor.next() else { return false }
            guard length > 0 else { continue }
            let prefix = Array(try cursor.bytes(start, Self.sliceSize))
            guard case .slice(_, let isSync) = NALUnitRole(codec, prefix, 0..<prefix.count) else { continue }
            guard !isSync, prefix.count > 1 else { return false }
            return switch codec {
            case .avc: AVCNALUnit.isIntra(slice: prefix[...]) == false
            case .hevc: true
            }
        }
        return false
    }

    /// Whether the first frame is no key frame that is shown (AV1, 5.9.2: show_existing_frame, frame_type and show_frame begin
    /// its header), with which alone decoding can begin (AV1 in ISOBMFF, 2.4).
    private func isPredictedAV1(_ sample: MovieSample) throws -> Bool {
        var offset: UInt64 = 0
        for _ in 0..<Self.unitLimit where offset < UInt64(sample.size) {
            let bytes = try head(of: sample, at: offset)
            guard let header = try? AV1OBUHeader(bytes[...], at: 0), header.length < bytes.count else {
                return false
            }
            let first = bytes[header.length]
            switch header.type {
            // seq_profile, still_picture, then reduced_still_picture_header: without it frames say what they are.
            case .sequenceHeader where first & 0x08 != 0: return false
            case .frame, .frameHeader: return first & 0xF0 != 0x10
            default: break
            }
            guard let length = header.payloadLength else { return false }
            offset += UInt64(header.length) + UInt64(length)
        }
        return false
    }

    private func head(of sample: MovieSample, at offset: UInt64) throws -> [UInt8] {
        let count = min(UInt64(sample.size) - offset, UInt64(Self.headSize))
        return try read(sample.offset &+ offset, Int(count))
    }
}
