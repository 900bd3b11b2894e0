import Bitstreams
import ISOBaseMedia

/// Moves the references of `mfra` boxes to the output file.
enum MovieFragmentRandomAccessRewriter {
    /// Replaces the `moof` offsets in an `mfra` box by those in the output.
    ///
    /// HLS does not use the box, and packagers that cut segments leave wrong offsets in it. So a box that
    /// cannot be parsed, and offsets that are not in the output, stay as they are.
    ///
    /// - Parameters:
    ///   - bytes: the whole box.
    ///   - offsetMap: the map from the clear file to the output file.
    /// - Returns: the changed box, of the same size.
    static func move(_ bytes: [UInt8], to offsetMap: FileOffsetMap) -> [UInt8] {
        var reader = ByteReader(bytes[...])
        var treeReader = BoxTreeReader()
        guard var node = try? treeReader.node(&reader) else { return bytes }
        node.updateAll("tfra") { table in
            guard var box = try? TrackFragmentRandomAccessBox(table.box) else { return }
            for index in box.entries.indices {
                guard let outputOffset = offsetMap.outputOffset(of: box.entries[index].movieFragmentOffset),
                    outputOffset <= box.maximumOffset
                else { continue }
                box.entries[index].movieFragmentOffset = outputOffset
            }
            table.fields = box.body[...]
        }
        let moved = node.bytes
        return moved.count == bytes.count ? moved : bytes
    }
}
