internal import Bitstreams
internal import ElementaryStreams

/// The parameter sets of a video stream: those of its sample entry, and those that took their places on the way.
struct ParameterSets {
    /// What a set is to those before it.
    enum Verdict: Hashable {
        /// The one that is in force.
        case known
        /// The first one of its number.
        case new
        /// Another one of a number that was there.
        case changed
    }

    private let codec: NALUnitRole.Codec
    private let path: String
    private var identities: [ParameterSetIdentity] = []
    /// The first set of each number, a NAL unit with its header, in the order in which they came.
    private(set) var units: [[UInt8]] = []
    /// The sets in force where they are not those of `units`.
    private var successors: [ParameterSetIdentity: [UInt8]] = [:]
    /// Whether no more sets go into the sample entry.
    private var isSealed = false

    /// No sets yet.
    ///
    /// - Parameters:
    ///   - codec: whose they are.
    ///   - path: of the file.
    init(_ codec: NALUnitRole.Codec, path: String) {
        self.codec = codec
        self.path = path
    }

    /// The numbers whose sets in force are not those of the sample entry: decoding can begin only where they stand once more.
    var superseded: some Sequence<ParameterSetIdentity> { successors.keys }

    /// The sets in force, those of the sample entry in their order first.
    var inForce: [[UInt8]] {
        var sets = zip(identities, units).map { successors[$0] ?? $1 }
        let added = successors.filter { !identities.contains($0.key) }
        sets += added.sorted { ($0.key.type, $0.key.number) < ($1.key.type, $1.key.number) }.map(\.value)
        return sets
    }

    /// Says that the sample entry has the sets that came, and gets no others.
    mutating func seal() { isSealed = true }

    /// Takes a set.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit.
    ///   - offset: where it stands in the file.
    /// - Returns: its number, and whether it is another than the one in force.
    /// - Throws: `.malformed`; `.unsupported` where pictures become others, and for more sets than a sample entry holds.
    mutating func take(
        _ unit: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(MezzanineError) -> (identity: ParameterSetIdentity, verdict: Verdict) {
        let identity = try MezzanineError.reading(path) { () throws(ParseError) in
            switch codec {
            case .avc: try ParameterSetIdentity(avc: unit, at: offset)
            case .hevc: try ParameterSetIdentity(hevc: unit, at: offset)
            }
        }
        if let index = identities.firstIndex(of: identity) {
            let inForce = successors[identity] ?? units[index]
            guard !inForce.elementsEqual(unit) else { return (identity, .known) }
            try check(unit, inPlaceOf: units[index], identity, at: offset)
            successors[identity] = units[index].elementsEqual(unit) ? nil : Array(unit)
            return (identity, .changed)
        }
        if let inForce = successors[identity], inForce.elementsEqual(unit) { return (identity, .known) }
        guard unit.count <= Int(UInt16.max) else {
            throw .malformed(
                path: path,
                .invalid(
                    offset: offset,
                    field: identity.text,
                    found: "of \(unit.count) bytes",
                    expected: "at most 65535"
                )
            )
        }
        guard !isSealed else {
            successors[identity] = Array(unit)
            return (identity, .changed)
        }
        try checkRoom(for: identity, at: offset)
        identities.append(identity)
        units.append(Array(unit))
        return (identity, .new)
    }

    /// Refuses a set for which the sample entry has no room: `avcC` counts sets in 5 and 8 bits, one less than there are numbers
    /// (ISO/IEC 14496-15, 5.3.3.1).
    private func checkRoom(for identity: ParameterSetIdentity, at offset: UInt64) throws(MezzanineError) {
        guard codec == .avc else { return }
        let limit = identity.type == 7 ? 31 : 255
        guard identities.count(where: { $0.type == identity.type }) == limit else { return }
        throw .unsupported(
            path: path,
            what:
                "\(identity.text) at byte \(offset), for which 'avcC' has no room (expected at most \(limit) of its kind)",
            "Encode it anew with fewer parameter sets"
        )
    }

    /// Refuses a sequence parameter set of other pictures, which a rendition cannot change to.
    private func check(
        _ unit: ArraySlice<UInt8>,
        inPlaceOf first: [UInt8],
        _ identity: ParameterSetIdentity,
        at offset: UInt64
    ) throws(MezzanineError) {
        let isLike = try MezzanineError.reading(path) { () throws(ParseError) in
            switch (codec, identity.type) {
            case (.avc, 7):
                try AVCSequenceParameterSet(unit, at: offset)
                    .hasPictures(of: try AVCSequenceParameterSet(first[...], at: offset))
            case (.hevc, 33):
                try HEVCSequenceParameterSet(unit, at: offset)
                    .hasPictures(of: try HEVCSequenceParameterSet(first[...], at: offset))
            default: true
            }
        }
        guard !isLike else { return }
        throw .unsupported(
            path: path,
            what:
                "\(identity.text) that changes to another size, profile or level at byte \(offset) (expected one of each number)",
            "Cut the file there, or encode all of it with the same settings"
        )
    }

    /// The sets of the sample entry of a nal_unit_type.
    func all(_ type: UInt8) -> [[UInt8]] {
        zip(identities, units).filter { $0.0.type == type }.map(\.1)
    }
}
