internal import ElementaryStreams
internal import ISOBaseMedia

/// Finds samples that a file calls sync samples although they hold predicted pictures.
///
/// Encoders that refresh gradually (x264's `intra-refresh`) have a recovery point there, and writers take it for a key frame.
/// Nothing can be shown right away from there on: no segment may begin with it, and it is no I-frame.
struct AVCRefreshCheck {
    /// Bytes of the length in front of each NAL unit.
    let lengthSize: Int
    /// Reads bytes of the file.
    let read: (_ offset: UInt64, _ count: Int) throws -> [UInt8]

    /// Sync samples that are looked at before all are: a stream either refreshes gradually or not.
    private static let probeCount = 64
    /// NAL units that are looked at in a sample: delimiter, parameter sets, SEI, then a slice.
    private static let unitLimit = 32
    /// Bytes that are read of a NAL unit: its length, its header and the start of a slice header.
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

    /// Whether the first slice of a picture is predicted (ITU-T H.264, 7.3.3 and table 7-6).
    private func isPredicted(_ sample: MovieSample) throws -> Bool {
        var offset: UInt64 = 0
        let size = UInt64(sample.size)
        for _ in 0..<Self.unitLimit {
            guard size > offset, size - offset > UInt64(lengthSize + 1) else { return false }
            let count = min(size - offset, UInt64(Self.headSize))
            let head = try read(sample.offset &+ offset, Int(count))
            let length = head.prefix(lengthSize).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let type = head[lengthSize] & 0x1F
            if type == 5 { return false }
            if type == 1 { return AVCNALUnit.isIntra(slice: head[lengthSize...]) == false }
            offset += UInt64(lengthSize) + length
        }
        return false
    }
}
