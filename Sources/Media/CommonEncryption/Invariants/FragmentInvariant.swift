import Bitstreams
import ISOBaseMedia
import SampleEncryption

/// The invariant of a `moof`: what is equal in a clear and in a protected segment.
enum FragmentInvariant {
    /// The maximum number of bytes of a top-level box in one record; a larger box has several records.
    static let boxRecordLimit = 1 << 20

    /// Returns the bytes of a `moof` without what protection adds, and without what depends on sizes and
    /// offsets.
    ///
    /// The sizes of `moof`, `traf`, `tfhd` and `trun` are set to 0. base_data_offset,
    /// sample_description_index and data offsets are left out with their flags, and so is the flag
    /// default-base-is-moof.
    ///
    /// - Parameter fragment: the `moof`, clear or protected.
    /// - Returns: the bytes of the record.
    /// - Throws: `SampleEncryptionError` if a box is malformed.
    static func bytes(of fragment: BoxNode) throws(SampleEncryptionError) -> [UInt8] {
        var bytes: [UInt8] = []
        try wrappingParseErrors { () throws(ParseError) in
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
            if try child.describesSampleEncryption { continue }
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

    private static func appendHeader(of node: BoxNode, to bytes: inout [UInt8]) {
        bytes += [0, 0, 0, 0]
        bytes.append(bigEndian: node.type.rawValue)
    }
}
