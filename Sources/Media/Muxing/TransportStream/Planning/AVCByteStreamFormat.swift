import Bitstreams
import ElementaryStreams
import ISOBaseMedia
import Mezzanines

/// The conversion of AVC samples to access units of a byte stream (ITU-T H.264 annex B; ISO/IEC 13818-1,
/// 2.14).
struct AVCByteStreamFormat: Hashable, Sendable {
    /// A start code and an access unit delimiter that allows all slice types.
    static let delimiter: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0]
    /// The size of a start code in bytes.
    static let startCodeSize = 4

    private static let delimiterType: UInt8 = 9
    private static let parameterSetTypes: ClosedRange<UInt8> = 7...8

    /// The size in bytes of the length before each NAL unit of a sample: 1, 2 or 4.
    let lengthSize: Int
    /// Indicates whether samples may have parameter sets that replace those of the configuration (`avc3`).
    let isInBand: Bool
    /// The lead of a sync sample: the delimiter and the parameter sets of the configuration.
    private let syncLead: [UInt8]
    private let parameterSets: [[UInt8]]

    /// Parses the configuration of a track.
    ///
    /// - Throws: `ParseError` if it is missing or malformed.
    init(_ track: SourceTrack) throws(ParseError) {
        let entry = track.format.sampleEntry
        let units = try NALUnitArrays(avc: try entry.onlyOrCopies("avcC").box)
        isInBand = entry.type == "avc3"
        lengthSize = units.lengthSize
        parameterSets = units.parameterSets.map { Array($0) }
        syncLead = parameterSets.reduce(Self.delimiter) { $0 + [0, 0, 0, 1] + $1 }
    }

    /// Returns the lead of an access unit, which is inserted before the NAL units of the sample.
    ///
    /// - Parameters:
    ///   - isSync: true for a sync sample.
    ///   - ownSets: the parameter sets in the sample itself, which replace those of the configuration with
    ///     the same ids.
    /// - Returns: the access unit delimiter, and for a sync sample the parameter sets of the configuration
    ///   except those in `ownSets`.
    func lead(isSync: Bool, without ownSets: [ParameterSetIdentity] = []) -> [UInt8] {
        guard isSync else { return Self.delimiter }
        guard !ownSets.isEmpty else { return syncLead }
        return parameterSets.reduce(Self.delimiter) { lead, set in
            let isOwn = Self.identity(set[...]).map(ownSets.contains) ?? false
            return isOwn ? lead : lead + [0, 0, 0, 1] + set
        }
    }

    /// The treatment of a NAL unit of a sample.
    enum Treatment: Hashable, Sendable {
        case kept, dropped
        /// Kept, and the parameter set with the same id is left out of the lead.
        case keptAsOwn
        /// Dropped if it equals a parameter set of the configuration, which is in the lead.
        case droppedIfRepeated
    }

    /// Returns the treatment of a NAL unit.
    ///
    /// - Parameters:
    ///   - header: the first byte of the NAL unit; any value if it is empty.
    ///   - size: the size of the NAL unit in bytes.
    ///   - isSync: true if the NAL unit is in a sync sample.
    /// - Returns: the treatment; for `droppedIfRepeated` the caller has to compare the bytes.
    @inline(__always)
    func treatment(header: UInt8, size: Int, isSync: Bool) -> Treatment {
        let type = header & 0x1F
        // An empty NAL unit would become a start code with nothing after it.
        if size == 0 || type == Self.delimiterType { return .dropped }
        guard isSync, Self.parameterSetTypes.contains(type) else { return .kept }
        if isInBand { return .keptAsOwn }
        return parameterSets.contains { $0.count == size } ? .droppedIfRepeated : .kept
    }

    /// The number of bytes of a parameter set that contain its id: NAL unit header, 24 bits, and an
    /// Exp-Golomb number, including emulation prevention bytes.
    static let identitySize = 12

    /// Returns the type and id of a parameter set from its first bytes, or nil if they are malformed.
    static func identity(_ prefix: ArraySlice<UInt8>) -> ParameterSetIdentity? {
        try? ParameterSetIdentity(avc: prefix, at: 0)
    }

    /// Indicates whether a NAL unit equals a parameter set of the configuration.
    func isInConfiguration(_ unit: Span<UInt8>) -> Bool {
        parameterSets.contains { set in
            guard set.count == unit.count else { return false }
            for index in set.indices where set[index] != unit[index] { return false }
            return true
        }
    }
}
