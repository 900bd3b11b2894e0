import Bitstreams
import ElementaryStreams
import ISOBaseMedia

/// The parameter sets of a video stream: those of the sample entry, and those that replaced them later.
struct ParameterSets {
    /// The relation of a set to the sets before it.
    enum Verdict: Hashable {
        /// The set is already in force.
        case known
        /// The set is the first of its number, and goes into the sample entry.
        case new
        /// The set differs from the sample entry: its number is taken by another set, or there is no room.
        case changed
    }

    private let codec: NALUnitRole.Codec
    private let path: String
    private var identities: [ParameterSetIdentity] = []
    /// The sets of the sample entry, as NAL units with their headers: the first set of each number, in stream
    /// order.
    private(set) var sampleEntrySets: [[UInt8]] = []
    /// The sets in force that differ from `sampleEntrySets`.
    private var replacements: [ParameterSetIdentity: [UInt8]] = [:]
    /// Indicates whether the sample entry accepts no more sets.
    private var isFrozen = false

    /// Creates an empty collection.
    ///
    /// - Parameters:
    ///   - codec: the codec of the stream.
    ///   - path: the path of the file, for errors.
    init(_ codec: NALUnitRole.Codec, path: String) {
        self.codec = codec
        self.path = path
    }

    /// The numbers of sets in force that differ from the sample entry: decoding can begin only where these
    /// sets are repeated.
    var replacedIdentities: some Sequence<ParameterSetIdentity> { replacements.keys }

    /// The sets in force: first in the order of the sample entry, then those it lacks by type and number.
    var inForce: [[UInt8]] {
        var sets = zip(identities, sampleEntrySets).map { replacements[$0] ?? $1 }
        let added = replacements.filter { !identities.contains($0.key) }
        sets += added.sorted { ($0.key.type, $0.key.number) < ($1.key.type, $1.key.number) }.map(\.value)
        return sets
    }

    /// Indicates whether a sample entry has room for all sets in force.
    var fitSampleEntry: Bool {
        let all = Set(identities).union(replacements.keys)
        return all.allSatisfy { identity in
            all.count { $0.type == identity.type } <= capacity(identity.type)
        }
    }

    /// Fixes the sets of the sample entry: later ones are not added to it.
    mutating func freeze() { isFrozen = true }

    /// Adds a parameter set, which replaces an earlier one with the same type and number.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit.
    ///   - offset: the offset of the NAL unit in the file.
    /// - Returns: the type and number of the set, and its relation to the sets before it.
    /// - Throws: `.malformed`; `.unsupported` if the set changes the format of the pictures.
    mutating func update(
        _ unit: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(MezzanineError) -> (identity: ParameterSetIdentity, verdict: Verdict) {
        let identity = try MezzanineError.wrappingParseErrors(path) { () throws(ParseError) in
            switch codec {
            case .avc: try ParameterSetIdentity(avc: unit, at: offset)
            case .hevc: try ParameterSetIdentity(hevc: unit, at: offset)
            }
        }
        if let index = identities.firstIndex(of: identity) {
            let inForce = replacements[identity] ?? sampleEntrySets[index]
            guard !inForce.elementsEqual(unit) else { return (identity, .known) }
            try checkPictureFormat(unit, identity, inPlaceOf: sampleEntrySets[index], at: offset)
            replacements[identity] = sampleEntrySets[index].elementsEqual(unit) ? nil : Array(unit)
            return (identity, .changed)
        }
        if let inForce = replacements[identity], inForce.elementsEqual(unit) { return (identity, .known) }
        guard unit.count <= Int(UInt16.max) else {
            throw .malformed(
                path: path,
                .invalid(
                    offset: offset,
                    field: identity.description,
                    found: "of \(unit.count) bytes",
                    expected: "at most 65535"
                )
            )
        }
        guard !isFrozen, sampleEntrySets(ofType: identity.type).count < capacity(identity.type) else {
            if let inForce = replacements[identity] {
                try checkPictureFormat(unit, identity, inPlaceOf: inForce, at: offset)
            } else {
                try checkSize(unit, identity, at: offset)
            }
            replacements[identity] = Array(unit)
            return (identity, .changed)
        }
        identities.append(identity)
        sampleEntrySets.append(Array(unit))
        return (identity, .new)
    }

    /// Returns the maximum number of sets of a nal_unit_type in a sample entry.
    private func capacity(_ type: UInt8) -> Int {
        codec == .avc ? NALUnitArrays.avcCapacity(type) : .max
    }

    /// Throws if a sequence parameter set changes the picture format of its number, which must not change in
    /// a rendition.
    private func checkPictureFormat(
        _ unit: ArraySlice<UInt8>,
        _ identity: ParameterSetIdentity,
        inPlaceOf previous: [UInt8],
        at offset: UInt64
    ) throws(MezzanineError) {
        let hasSameFormat = try MezzanineError.wrappingParseErrors(path) { () throws(ParseError) in
            switch (codec, identity.type) {
            case (.avc, 7):
                try AVCSequenceParameterSet(unit, at: offset)
                    .hasSamePictureFormat(as: try AVCSequenceParameterSet(previous[...], at: offset))
            case (.hevc, 33):
                try HEVCSequenceParameterSet(unit, at: offset)
                    .hasSamePictureFormat(as: try HEVCSequenceParameterSet(previous[...], at: offset))
            default: true
            }
        }
        guard !hasSameFormat else { return }
        throw .unsupported(
            path: path,
            what:
                "\(identity.description) that changes to another size, profile or level at byte \(offset) (expected the same for all sets of this number)",
            "Cut the file there, or encode all of it with the same settings"
        )
    }

    /// Throws if a sequence parameter set of a new number has a picture size that no other set has.
    private func checkSize(
        _ unit: ArraySlice<UInt8>,
        _ identity: ParameterSetIdentity,
        at offset: UInt64
    ) throws(MezzanineError) {
        let otherSets =
            sampleEntrySets(ofType: identity.type)
            + replacements.filter { $0.key.type == identity.type }.values
        guard let size = try size(unit, identity.type, at: offset), !otherSets.isEmpty else { return }
        for otherSet in otherSets where try self.size(otherSet[...], identity.type, at: 0) == size { return }
        throw .unsupported(
            path: path,
            what:
                "\(identity.description) of a different picture size than the ones before it, at byte \(offset) (expected one size)",
            "Cut the file there, or encode all of it in one size"
        )
    }

    /// Returns the picture size of a sequence parameter set, or nil for other sets.
    private func size(
        _ unit: ArraySlice<UInt8>,
        _ type: UInt8,
        at offset: UInt64
    ) throws(MezzanineError) -> PictureSize? {
        try MezzanineError.wrappingParseErrors(path) { () throws(ParseError) in
            switch (codec, type) {
            case (.avc, 7): try AVCSequenceParameterSet(unit, at: offset).pictureSize
            case (.hevc, 33): try HEVCSequenceParameterSet(unit, at: offset).pictureSize
            default: nil
            }
        }
    }

    /// Returns the sets of the sample entry that have a nal_unit_type.
    func sampleEntrySets(ofType type: UInt8) -> [[UInt8]] {
        zip(identities, sampleEntrySets).filter { $0.0.type == type }.map(\.1)
    }
}
