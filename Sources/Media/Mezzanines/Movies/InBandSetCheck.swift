import ElementaryStreams
import ISOBaseMedia

/// Looks for parameter sets in samples that are not those of the sample entry.
///
/// Sample entries `avc1` and `hvc1` do not allow them (ISO/IEC 14496-15, 5.4.2.1 and 8.4.3): multiplexers that copy a transport
/// stream whose sets change write them all the same, and players decode such a file by luck.
struct InBandSetCheck {
    /// What the samples have.
    enum Outcome {
        /// No sets but those of the entry.
        case none
        /// Sets that take the places of those of the entry from the first sample on: all sets that are in force.
        case replaced([[UInt8]])
        /// Sets that change on the way, or are more than a sample entry has places for.
        case changing
    }

    let path: String
    let codec: NALUnitRole.Codec
    /// What the sample entry has.
    let units: NALUnitArrays
    /// Reads bytes of the file.
    let read: (_ offset: UInt64, _ count: Int) throws -> [UInt8]

    /// Sync samples that are looked at before all samples are: nearly all files have sets in key frames, or nowhere.
    private static let syncProbeCount = 64
    /// Samples of all kinds that are looked at besides: all of a short file, and of a long one some that lie evenly in it.
    private static let probeCount = 1024
    /// NAL units that are looked at in a sample.
    private static let unitLimit = 512

    /// Looks at the samples; takes away sync samples in front of which sets that changed do not stand once more.
    ///
    /// - Parameter index: the samples.
    /// - Returns: what they have.
    /// - Throws: what `read` throws; `MezzanineError` for sets that cannot be read, or of other pictures.
    func check(_ index: inout SampleIndex) throws -> Outcome {
        let keyFrames = Self.probes(index.syncSampleCount, Self.syncProbeCount).map {
            index.syncSample(at: $0)
        }
        let others = Self.probes(index.count, Self.probeCount)
        for number in keyFrames + others where try !parameterSets(in: index[number]).isEmpty {
            return try follow(&index)
        }
        return .none
    }

    /// Numbers that lie evenly among the first `count`, about as many as `wanted`.
    private static func probes(_ count: Int, _ wanted: Int) -> [Int] {
        Array(stride(from: 0, to: count, by: max(1, count / wanted)))
    }

    private func follow(_ index: inout SampleIndex) throws -> Outcome {
        var sets = ParameterSets(codec, path: path)
        for unit in units.parameterSets { _ = try sets.take(unit, at: 0) }
        sets.seal()
        var changeCount = 0
        var dependent: Set<Int> = []
        var samples = index.samples()
        while let sample = samples.next() {
            let number = samples.number - 1
            let found = try parameterSets(in: sample)
            var own: Set<ParameterSetIdentity> = []
            for set in found where set.isInFront {
                let (identity, verdict) = try sets.take(set.unit[...], at: set.offset)
                own.insert(identity)
                if verdict != .known, number > 0 { changeCount += 1 }
            }
            if sample.isSync, !sets.superseded.allSatisfy({ own.contains($0) }) { dependent.insert(number) }
            for set in found where !set.isInFront {
                if try sets.take(set.unit[...], at: set.offset).verdict != .known { changeCount += 1 }
            }
        }
        guard changeCount > 0 || !sets.fitSampleEntry else {
            let inForce = sets.inForce
            return inForce == units.parameterSets.map { Array($0) } ? .none : .replaced(inForce)
        }
        if !dependent.isEmpty {
            let kept = (0..<index.syncSampleCount).map { index.syncSample(at: $0) }
                .filter { !dependent.contains($0) }
            index.keepSync(kept)
        }
        return .changing
    }

    /// A parameter set in a sample.
    private struct OwnSet {
        /// Where it stands in the file.
        let offset: UInt64
        /// The NAL unit.
        let unit: [UInt8]
        /// Whether it stands before the first slice, and not between the fields of a picture.
        let isInFront: Bool
    }

    /// The parameter sets in a sample.
    private func parameterSets(in sample: MovieSample) throws -> [OwnSet] {
        var found: [OwnSet] = []
        var isInFront = true
        var cursor = SampleUnitCursor(sample, lengthSize: units.lengthSize, read: read)
        for _ in 0..<Self.unitLimit {
            // What lengths that lie mean is for those who read the whole sample.
            guard let (start, length) = try cursor.next(), length <= Int(sample.size) - start else { break }
            guard length > 0 else { continue }
            let prefix = Array(try cursor.bytes(start, min(length, 3)))
            switch NALUnitRole(codec, prefix, 0..<prefix.count) {
            case .slice: isInFront = false
            case .parameterSet:
                guard length <= UInt16.max else { return found }
                let unit = Array(try cursor.bytes(start, length))
                found.append(OwnSet(offset: sample.offset &+ UInt64(start), unit: unit, isInFront: isInFront))
            case .delimiter, .filler, .prefix, .other: continue
            }
        }
        return found
    }
}
