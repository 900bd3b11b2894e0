import Bitstreams
import ISOBaseMedia
import Mezzanines

/// A writer of the bytes before the samples of a fragment: `moof` and the header of `mdat`.
struct FragmentWriter {
    private let plan: FragmentedTrackPlan
    private let fragment: Fragment
    private var bytes: [UInt8] = []

    /// Encodes the `moof` and the header of `mdat`.
    ///
    /// - Parameters:
    ///   - fragment: the fragment.
    ///   - sequenceNumber: sequence_number of `mfhd`, which increases from fragment to fragment.
    ///   - plan: the data of the track.
    /// - Returns: the boxes, `generatedSize` bytes.
    static func bytes(of fragment: Fragment, sequenceNumber: UInt32, _ plan: FragmentedTrackPlan) -> [UInt8] {
        var writer = FragmentWriter(plan: plan, fragment: fragment)
        writer.bytes.reserveCapacity(fragment.generatedSize)
        writer.start("moof", fragment.movieFragmentSize)
        writer.start("mfhd", 16)
        writer.append([0, sequenceNumber])
        writer.start("traf", fragment.trackFragmentSize)
        writer.appendHeader()
        writer.start("tfdt", 20)
        writer.append([1 << 24])
        writer.bytes.append(bigEndian: fragment.decodeTime)
        writer.appendRun()
        writer.appendGroup()
        writer.startData()
        return writer.bytes
    }

    private mutating func start(_ type: FourCharacterCode, _ size: Int) {
        // Clamping never applies: a fragment with a `moof` above the limit is refused before it is written.
        append([UInt32(clamping: size), type.rawValue])
    }

    private mutating func append(_ words: [UInt32]) {
        for word in words { bytes.append(bigEndian: word) }
    }

    /// Appends `tfhd` (8.8.7): data offsets count from `moof`, defaults are the values that all samples have
    /// in common.
    private mutating func appendHeader() {
        start("tfhd", fragment.trackFragmentHeaderSize)
        var flags: UInt32 = 0x02_0000
        var defaults: [UInt32] = []
        if let duration = fragment.duration {
            flags |= 0x08
            defaults.append(duration)
        }
        if let size = fragment.size {
            flags |= 0x10
            defaults.append(size)
        }
        switch fragment.flags {
        case .same(let kind), .first(_, others: let kind):
            flags |= 0x20
            defaults.append(kind.flags)
        case .each: break
        }
        if fragment.sampleCount == 0 { flags |= 0x01_0000 }
        append([flags, InitializationBoxes.trackID] + defaults)
    }

    /// Appends `trun` (8.8.8), version 0 as no composition offset is negative.
    private mutating func appendRun() {
        guard fragment.sampleCount > 0 else { return }
        start("trun", fragment.runSize)
        var flags: UInt32 = 0x01
        if fragment.duration == nil { flags |= 0x0100 }
        if fragment.size == nil { flags |= 0x0200 }
        if fragment.flags == .each { flags |= 0x0400 }
        if fragment.hasCompositionOffsets { flags |= 0x0800 }
        var fields = [UInt32(clamping: fragment.sampleCount), UInt32(clamping: fragment.generatedSize)]
        if case .first(let kind, others: _) = fragment.flags {
            flags |= 0x04
            fields.append(kind.flags)
        }
        append([flags] + fields)
        var samples = plan.track.samples.samples(from: fragment.firstSample)
        for _ in 0..<fragment.sampleCount {
            guard let sample = samples.next() else { return }
            if fragment.duration == nil { bytes.append(bigEndian: sample.duration) }
            if fragment.size == nil { bytes.append(bigEndian: sample.size) }
            if fragment.flags == .each {
                bytes.append(bigEndian: (sample.isSync ? SampleKind.sync : .other).flags)
            }
            if fragment.hasCompositionOffsets {
                bytes.append(bigEndian: plan.timeline.compositionOffset(of: sample))
            }
        }
    }

    /// Appends `sbgp` (8.9.2): all samples are in the group that `stbl` describes.
    private mutating func appendGroup() {
        guard fragment.groupSize > 0 else { return }
        start("sbgp", fragment.groupSize)
        append([0, RollGroup.groupingType.rawValue, 1, UInt32(clamping: fragment.sampleCount), 1])
    }

    private mutating func startData() {
        if fragment.isLarge {
            append([1, FourCharacterCode("mdat").rawValue])
            bytes.append(bigEndian: fragment.dataSize + 16)
        } else {
            append([UInt32(truncatingIfNeeded: fragment.dataSize + 8), FourCharacterCode("mdat").rawValue])
        }
    }
}
