internal import Bitstreams
internal import ISOBaseMedia

/// What of a `moof` is the same in a clear and in a protected segment.
enum FragmentEssence {
    /// Bytes of a box at the top level that one record has at most; a larger box has several records.
    static let boxRecordLimit = 1 << 20

    /// The bytes of a `moof` without what protection adds, and without what depends on sizes and places.
    ///
    /// The sizes of `moof`, `traf`, `tfhd` and `trun` are 0; base_data_offset, sample_description_index and data offsets
    /// are left out with their flags, and so is that of default-base-is-moof.
    ///
    /// - Parameter fragment: the `moof`, clear or protected.
    /// - Returns: the bytes of the record.
    /// - Throws: `SampleEncryptionError` where a box is malformed.
    static func bytes(of fragment: BoxNode) throws(SampleEncryptionError) -> [UInt8] {
        var bytes: [UInt8] = []
        try parsing { () throws(ParseError) in
            appendHeader(of: fragment, to: &bytes)
            for child in fragment.children where child.type != "pssh" {
                if child.type == "traf" {
                    try append(child, to: &bytes)
                } else {
                    child.write(to: &bytes)
                }
            }
        }
        return bytes
    }

    private static func append(_ fragment: BoxNode, to bytes: inout [UInt8]) throws(ParseError) {
        appendHeader(of: fragment, to: &bytes)
        for child in fragment.children {
            if try isProtection(child) { continue }
            switch child.type {
            case "tfhd":
                var header = try TrackFragmentHeaderBox(child.box)
                header.baseDataOffset = nil
                header.sampleDescriptionIndex = nil
                header.defaultBaseIsMovieFragment = false
                appendHeader(of: child, to: &bytes)
                bytes += header.body
            case "trun":
                var run = try TrackRunBox(child.box)
                run.dataOffset = nil
                appendHeader(of: child, to: &bytes)
                bytes += run.body
            default:
                child.write(to: &bytes)
            }
        }
    }

    /// Whether a box of a `traf` is what tells of protection.
    private static func isProtection(_ child: BoxNode) throws(ParseError) -> Bool {
        if SampleEncryptionBox.isForm(of: child) { return true }
        switch child.type {
        case "saiz":
            return ProtectionScheme.owns(
                informationType: try SampleAuxiliaryInformationSizesBox(child.box).informationType
            )
        case "saio":
            return ProtectionScheme.owns(
                informationType: try SampleAuxiliaryInformationOffsetsBox(child.box).informationType
            )
        case "sgpd", "sbgp":
            return try SampleEncryptionGroup.groupingType(of: child.box) == SampleEncryptionGroup.type
        default:
            return false
        }
    }

    private static func appendHeader(of node: BoxNode, to bytes: inout [UInt8]) {
        bytes += [0, 0, 0, 0]
        bytes.append(bigEndian: node.type.rawValue)
    }
}
