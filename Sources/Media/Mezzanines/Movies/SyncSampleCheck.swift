import ElementaryStreams
import ISOBaseMedia

/// Finds samples that a file marks as sync samples although they hold predicted pictures.
///
/// Encoders with gradual refresh (x264's `intra-refresh`) have recovery points there, which writers take for
/// key frames. Other writers mark every sample, or omit `stss`. Decoding does not show correct pictures from
/// there at once, so no segment may begin with such a sample, and it is no I-frame.
struct SyncSampleCheck {
    /// The coding of the pictures.
    enum Coding {
        /// H.264 or HEVC NAL units after lengths of `lengthSize` bytes.
        case nalUnits(NALUnitRole.Codec, lengthSize: Int)
        /// AV1 OBUs.
        case av1
    }

    let coding: Coding
    /// Reads bytes of the file, as many as asked for.
    let read: (_ offset: UInt64, _ count: Int) throws -> [UInt8]

    /// The approximate number of sync samples to probe before all are examined: a file has such samples
    /// throughout or not at all.
    private static let probeCount = 64
    /// The maximum number of NAL units or OBUs to examine per sample: delimiter, parameter sets, SEI, then a
    /// slice.
    private static let unitLimit = 32
    /// The number of bytes to examine of a NAL unit: its header and the start of a slice header.
    private static let sliceSize = 12
    /// The number of bytes to read of an OBU: its header and the start of a frame header.
    private static let headSize = 16

    /// Removes sync samples with predicted pictures; the first sample and those that cannot be parsed stay.
    ///
    /// - Parameter index: the samples.
    /// - Returns: the number of removed sync samples.
    /// - Throws: any error of `read`.
    func correct(_ index: inout SampleIndex) throws -> Int {
        let count = index.syncSampleCount
        let step = max(1, count / Self.probeCount)
        var hasPredicted = false
        for position in stride(from: count - 1, to: 0, by: -step) where !hasPredicted {
            hasPredicted = try isPredicted(index[index.syncSample(at: position)])
        }
        guard hasPredicted else { return 0 }
        var keptSamples: [Int] = []
        for position in 0..<count {
            let number = index.syncSample(at: position)
            if number == 0 {
                keptSamples.append(number)
            } else if try !isPredicted(index[number]) {
                keptSamples.append(number)
            }
        }
        index.setSyncSamples(keptSamples)
        return count - keptSamples.count
    }

    private func isPredicted(_ sample: MovieSample) throws -> Bool {
        switch coding {
        case .nalUnits(let codec, let lengthSize): try isPredicted(sample, codec, lengthSize)
        case .av1: try isPredictedAV1(sample)
        }
    }

    /// Indicates whether decoding cannot begin with a picture, by its first slice.
    ///
    /// In H.264 the slice is predicted (ITU-T H.264, 7.3.3 and table 7-6), in HEVC the NAL unit type is not
    /// IRAP (ITU-T H.265, table 7-1).
    private func isPredicted(
        _ sample: MovieSample,
        _ codec: NALUnitRole.Codec,
        _ lengthSize: Int
    ) throws -> Bool {
        var cursor = NALUnitCursor(sample, lengthSize: lengthSize, read: read)
        for _ in 0..<Self.unitLimit {
            guard let (start, length) = try cursor.next() else { return false }
            guard length > 0 else { continue }
            let prefix = Array(try cursor.bytes(start, Self.sliceSize))
            guard case .slice(_, let isSync) = NALUnitRole(codec, prefix, 0..<prefix.count) else { continue }
            guard !isSync, prefix.count > 1 else { return false }
            return switch codec {
            case .avc: AVCNALUnitKind.isIntra(slice: prefix[...]) == false
            case .hevc: true
            }
        }
        return false
    }

    /// Indicates whether the first frame is not a shown key frame, the only kind that decoding can begin with
    /// (AV1 in ISOBMFF, 2.4).
    ///
    /// The frame header begins with show_existing_frame, frame_type and show_frame (AV1, 5.9.2).
    private func isPredictedAV1(_ sample: MovieSample) throws -> Bool {
        var offset: UInt64 = 0
        for _ in 0..<Self.unitLimit where offset < UInt64(sample.size) {
            let bytes = try head(of: sample, at: offset)
            guard let header = try? AV1OBUHeader(bytes[...], at: 0), header.length < bytes.count else {
                return false
            }
            let first = bytes[header.length]
            switch header.type {
            // seq_profile, still_picture, then reduced_still_picture_header: if it is set, all frames are
            // shown key frames and their headers lack these fields.
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
