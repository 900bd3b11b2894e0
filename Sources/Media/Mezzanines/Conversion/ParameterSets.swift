import Bitstreams
import ElementaryStreams
import ISOBaseMedia

/// The parameter sets of a video stream: those of its sample entry, and those that took their places on the way.
struct ParameterSets {
    /// What a set is to those before it.
    enum Verdict: Hashable {
        /// The one that is in force.
        case known
        /// The first one of its number, which goes into the sample entry.
        case new
        /// Another one than the sample entry has: of a number that was there, or for which there is no place.
        case changed
    }

    private let codec: NALUnitRole.Codec
    private let path: String
    private var identities: [ParameterSetIdentity] = []
    /// The sets of the sample entry, NAL units with their headers: the first one of each number, in the order in which they came.
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

    /// Whether a sample entry has places for all sets in force.
    var fitSampleEntry: Bool {
        let all = Set(identities).union(successors.keys)
        return all.allSatisfy { identity in
            all.count { $0.type == identity.type } <= placeCount(identity.type)
        }
    }

    /// Says that the sample entry has the sets that came, and gets no others.
    mutating func seal() { isSealed = true }

    /// Takes a set.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit.
    ///   - offset: where it stands in the file.
    /// - Returns: its number, and whether it is another than the one in force.
    /// - Throws: `.malformed`; `.unsupported` where pictures become others.
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
            try check(unit, identity, inPlaceOf: units[index], at: offset)
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
        guard !isSealed, all(identity.type).count < placeCount(identity.type) else {
            if let inForce = successors[identity] {
                try check(unit, identity, inPlaceOf: inForce, at: offset)
            } else {
                try checkSize(unit, identity, at: offset)
            }
            successors[identity] = Array(unit)
            return (identity, .changed)
        }
        identities.append(identity)
        units.append(Array(unit))
        return (identity, .new)
    }

    /// The sets of a nal_unit_type that a sample entry has places for.
    private func placeCount(_ type: UInt8) -> Int {
        codec == .avc ? NALUnitArrays.avcPlaceCount(type) : .max
    }

    /// Refuses a sequence parameter set of other pictures than the one that had its number, which a rendition cannot change to.
    private func check(
        _ unit: ArraySlice<UInt8>,
        _ identity: ParameterSetIdentity,
        inPlaceOf first: [UInt8],
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

    /// Refuses a sequence parameter set that brings a size that no other has, under a number of its own.
    private func checkSize(
        _ unit: ArraySlice<UInt8>,
        _ identity: ParameterSetIdentity,
        at offset: UInt64
    ) throws(MezzanineError) {
        let others = all(identity.type) + successors.filter { $0.key.type == identity.type }.values
        guard let size = try size(unit, identity.type, at: offset), !others.isEmpty else { return }
        for other in others where try self.size(other[...], identity.type, at: 0) == size { return }
        throw .unsupported(
            path: path,
            what: "\(identity.text) of another size than those before at byte \(offset) (expected one size)",
            "Cut the file there, or encode all of it in one size"
        )
    }

    /// What a sequence parameter set says of the size of pictures; nil of other sets.
    private func size(
        _ unit: ArraySlice<UInt8>,
        _ type: UInt8,
        at offset: UInt64
    ) throws(MezzanineError) -> PictureSize? {
        try MezzanineError.reading(path) { () throws(ParseError) in
            switch (codec, type) {
            case (.avc, 7): try AVCSequenceParameterSet(unit, at: offset).pictureSize
            case (.hevc, 33): try HEVCSequenceParameterSet(unit, at: offset).pictureSize
            default: nil
            }
        }
    }

    /// The sets of the sample entry of a nal_unit_type.
    func all(_ type: UInt8) -> [[UInt8]] {
        zip(identities, units).filter { $0.0.type == type }.map(\.1)
    }
}
