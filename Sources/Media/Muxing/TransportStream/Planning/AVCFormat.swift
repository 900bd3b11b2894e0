import Bitstreams
import ElementaryStreams
import ISOBaseMedia
import Mezzanines

/// How samples of AVC become access units of a byte stream (ITU-T H.264 annex B; ISO/IEC 13818-1, 2.14).
struct AVCFormat: Hashable, Sendable {
    /// An access unit delimiter of any kind of slices, behind a start code.
    static let delimiter: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0]
    /// Bytes of a start code.
    static let startCodeSize = 4

    private static let delimiterType: UInt8 = 9
    private static let parameterSetTypes: ClosedRange<UInt8> = 7...8

    /// Bytes of the length in front of each NAL unit in a sample: 1, 2 or 4.
    let lengthSize: Int
    /// Whether samples have parameter sets of their own, which take the places of those of the configuration.
    let isInBand: Bool
    /// What a sync sample starts with: the delimiter, and the parameter sets of the configuration.
    private let syncLead: [UInt8]
    private let parameterSets: [[UInt8]]

    /// Reads the configuration of a track.
    ///
    /// - Throws: `ParseError` where it is missing or malformed.
    init(_ track: SourceTrack) throws(ParseError) {
        let entry = track.format.sampleEntry
        let units = try NALUnitArrays(avc: try entry.onlyOrCopies("avcC").box)
        isInBand = entry.type == "avc3"
        lengthSize = units.lengthSize
        parameterSets = units.parameterSets.map { Array($0) }
        syncLead = parameterSets.reduce(Self.delimiter) { $0 + [0, 0, 0, 1] + $1 }
    }

    /// What stands in front of the NAL units of a sample.
    ///
    /// - Parameters:
    ///   - isSync: whether it is a sync sample.
    ///   - own: the parameter sets that the sample has itself; of those the configuration has older ones.
    /// - Returns: the delimiter, in front of a sync sample with parameter sets.
    func lead(isSync: Bool, without own: [ParameterSetIdentity] = []) -> [UInt8] {
        guard isSync else { return Self.delimiter }
        guard !own.isEmpty else { return syncLead }
        return parameterSets.reduce(Self.delimiter) { lead, set in
            let isOwn = Self.identity(set[...]).map(own.contains) ?? false
            return isOwn ? lead : lead + [0, 0, 0, 1] + set
        }
    }

    /// What becomes of a NAL unit.
    enum Fate: Hashable, Sendable {
        case kept, dropped
        /// Kept, and the lead goes without those of its number.
        case keptAsOwn
        /// Dropped where it is equal to a parameter set of the configuration, which the lead has.
        case droppedIfRepeated
    }

    /// What becomes of a NAL unit by its header and size.
    ///
    /// - Parameters:
    ///   - header: its first byte; anything where it is empty.
    ///   - size: its bytes.
    ///   - isSync: whether it is in a sync sample.
    /// - Returns: whether it is kept.
    @inline(__always)
    func fate(header: UInt8, size: Int, isSync: Bool) -> Fate {
        let type = header & 0x1F
        // A unit without bytes would be a start code that nothing follows.
        if size == 0 || type == Self.delimiterType { return .dropped }
        guard isSync, Self.parameterSetTypes.contains(type) else { return .kept }
        if isInBand { return .keptAsOwn }
        return parameterSets.contains { $0.count == size } ? .droppedIfRepeated : .kept
    }

    /// Bytes that tell which parameter set one is: its header, and a number behind 24 bits, emulation prevention included.
    static let identitySize = 12

    /// Which parameter set bytes are the first of; nil where they do not say.
    static func identity(_ prefix: ArraySlice<UInt8>) -> ParameterSetIdentity? {
        try? ParameterSetIdentity(avc: prefix, at: 0)
    }

    /// Whether bytes are a parameter set of the configuration.
    func repeats(_ unit: Span<UInt8>) -> Bool {
        parameterSets.contains { set in
            guard set.count == unit.count else { return false }
            for index in set.indices where set[index] != unit[index] { return false }
            return true
        }
    }
}
