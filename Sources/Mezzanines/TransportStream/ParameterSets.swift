internal import Bitstreams
internal import ElementaryStreams

/// The parameter sets of a video stream: each stands for the whole stream, so that all can go into the sample entry.
struct ParameterSets {
    private var identities: [ParameterSetIdentity] = []
    /// The sets, each a NAL unit with its header, in the order in which they came.
    private(set) var units: [[UInt8]] = []

    /// Takes a set.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit.
    ///   - codec: whose it is.
    ///   - offset: where it stands in the file.
    ///   - path: of the file.
    /// - Returns: whether it is one that was not there yet.
    /// - Throws: `.malformed`; `.unsupported` where it takes the place of another one.
    mutating func take(
        _ unit: ArraySlice<UInt8>,
        _ codec: NALUnitRole.Codec,
        at offset: UInt64,
        path: String
    ) throws(MezzanineError) -> Bool {
        guard !units.contains(where: { $0.count == unit.count && $0.elementsEqual(unit) }) else {
            return false
        }
        let identity: ParameterSetIdentity
        do {
            identity =
                switch codec {
                case .avc: try ParameterSetIdentity(avc: unit, at: offset)
                case .hevc: try ParameterSetIdentity(hevc: unit, at: offset)
                }
        } catch {
            throw .malformed(path: path, error)
        }
        guard !identities.contains(identity) else {
            throw .unsupported(
                path: path,
                what: "\(identity.text) that changes at byte \(offset) (expected one of each number)",
                "Cut the file there, or encode all of it with the same settings"
            )
        }
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
        identities.append(identity)
        units.append(Array(unit))
        return true
    }

    /// The sets of a nal_unit_type.
    func all(_ type: UInt8) -> [[UInt8]] {
        zip(identities, units).filter { $0.0.type == type }.map(\.1)
    }
}
