import ElementaryStreams
import ISOBaseMedia

/// Finds parameter sets in samples that differ from those of the sample entry.
///
/// Sample entries `avc1` and `hvc1` do not allow them (ISO/IEC 14496-15, 5.4.2.1 and 8.4.3). Multiplexers
/// that copy a transport stream with changing sets write them nevertheless, and players decode such a file
/// only by luck.
struct InBandParameterSetCheck {
    /// The parameter sets that samples have.
    enum Outcome {
        /// No sets that differ from those of the sample entry.
        case none
        /// Sets in the first sample replace those of the sample entry, and none change later; the value is
        /// all sets in force.
        case replaced([[UInt8]])
        /// Sets change after the first sample, or are too many for a sample entry.
        case changing
    }

    let path: String
    let codec: NALUnitRole.Codec
    /// The NAL unit length size and the parameter sets of the sample entry.
    let units: NALUnitArrays
    /// Reads bytes of the file, as many as asked for.
    let read: (_ offset: UInt64, _ count: Int) throws -> [UInt8]

    /// The approximate number of sync samples to probe before all samples are examined: nearly all files have
    /// sets in key frames or nowhere.
    private static let syncProbeCount = 64
    /// The approximate number of samples of any kind to probe in addition: all of a short track, else spread
    /// evenly over it.
    private static let probeCount = 1024
    /// The maximum number of NAL units to examine per sample.
    private static let unitLimit = 512

    /// Examines the samples for parameter sets, and unmarks sync samples that depend on earlier ones.
    ///
    /// For `.changing`, a sync sample no longer counts as one unless it repeats all sets replaced so far.
    ///
    /// - Parameter index: the samples.
    /// - Returns: the parameter sets that they have.
    /// - Throws: any error of `read`; `MezzanineError` if a set cannot be parsed or changes the picture
    ///   format.
    func check(_ index: inout SampleIndex) throws -> Outcome {
        let keyFrames = Self.probes(index.syncSampleCount, Self.syncProbeCount).map {
            index.syncSample(at: $0)
        }
        let otherSamples = Self.probes(index.count, Self.probeCount)
        for number in keyFrames + otherSamples where try !parameterSets(in: index[number]).isEmpty {
            return try checkAllSamples(&index)
        }
        return .none
    }

    /// Returns about `wanted` numbers that are spread evenly over `0..<count`.
    private static func probes(_ count: Int, _ wanted: Int) -> [Int] {
        Array(stride(from: 0, to: count, by: max(1, count / wanted)))
    }

    private func checkAllSamples(_ index: inout SampleIndex) throws -> Outcome {
        var sets = ParameterSets(codec, path: path)
        for unit in units.parameterSets { _ = try sets.update(unit, at: 0) }
        sets.freeze()
        var changeCount = 0
        var dependentSamples: Set<Int> = []
        var samples = index.samples()
        while let sample = samples.next() {
            let number = samples.number - 1
            let found = try parameterSets(in: sample)
            var ownIdentities: Set<ParameterSetIdentity> = []
            for set in found where set.isBeforeFirstSlice {
                let (identity, verdict) = try sets.update(set.unit[...], at: set.offset)
                ownIdentities.insert(identity)
                if verdict != .known, number > 0 { changeCount += 1 }
            }
            if sample.isSync, !sets.replacedIdentities.allSatisfy({ ownIdentities.contains($0) }) {
                dependentSamples.insert(number)
            }
            for set in found where !set.isBeforeFirstSlice {
                if try sets.update(set.unit[...], at: set.offset).verdict != .known { changeCount += 1 }
            }
        }
        guard changeCount > 0 || !sets.fitSampleEntry else {
            let inForce = sets.inForce
            return inForce == units.parameterSets.map { Array($0) } ? .none : .replaced(inForce)
        }
        if !dependentSamples.isEmpty {
            let remainingSyncSamples = (0..<index.syncSampleCount).map { index.syncSample(at: $0) }
                .filter { !dependentSamples.contains($0) }
            index.setSyncSamples(remainingSyncSamples)
        }
        return .changing
    }

    /// A parameter set in a sample.
    private struct SampleParameterSet {
        /// The offset of the NAL unit in the file.
        let offset: UInt64
        /// The NAL unit.
        let unit: [UInt8]
        /// Indicates whether the set comes before the first slice, not between the fields of a picture.
        let isBeforeFirstSlice: Bool
    }

    /// Returns the parameter sets in a sample.
    private func parameterSets(in sample: MovieSample) throws -> [SampleParameterSet] {
        var found: [SampleParameterSet] = []
        var isBeforeFirstSlice = true
        var cursor = NALUnitCursor(sample, lengthSize: units.lengthSize, read: read)
        for _ in 0..<Self.unitLimit {
            // A wrong NAL unit length is reported by the code that reads whole samples.
            guard let (start, length) = try cursor.next(), length <= Int(sample.size) - start else { break }
            guard length > 0 else { continue }
            let prefix = Array(try cursor.bytes(start, min(length, 3)))
            switch NALUnitRole(codec, prefix, 0..<prefix.count) {
            case .slice: isBeforeFirstSlice = false
            case .parameterSet:
                guard length <= UInt16.max else { return found }
                let unit = Array(try cursor.bytes(start, length))
                found.append(
                    SampleParameterSet(
                        offset: sample.offset &+ UInt64(start),
                        unit: unit,
                        isBeforeFirstSlice: isBeforeFirstSlice
                    )
                )
            case .delimiter, .filler, .prefix, .other: continue
            }
        }
        return found
    }
}
