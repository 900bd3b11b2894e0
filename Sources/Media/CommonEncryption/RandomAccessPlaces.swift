import Bitstreams
import ISOBaseMedia

/// Lets `mfra` boxes tell the places of fragments in the output.
enum RandomAccessPlaces {
    /// Moves what a `mfra` refers to.
    ///
    /// HLS does without it, and packagers that cut segments leave places in it that never were right. So what cannot be
    /// read, and places that are not in the output, stay as they are.
    ///
    /// - Parameters:
    ///   - bytes: the whole box.
    ///   - places: where the bytes of the clear file are in the output.
    /// - Returns: the box as it is written; its size is the same.
    static func move(_ bytes: [UInt8], to places: FilePlaces) -> [UInt8] {
        var reader = ByteReader(bytes[...])
        var trees = BoxTreeReader()
        guard var node = try? trees.node(&reader) else { return bytes }
        node.updateAll("tfra") { table in
            guard var box = try? TrackFragmentRandomAccessBox(table.box) else { return }
            for index in box.entries.indices {
                guard let place = places.outputOffset(of: box.entries[index].movieFragmentOffset),
                    place <= box.maximumOffset
                else { continue }
                box.entries[index].movieFragmentOffset = place
            }
            table.fields = box.body[...]
        }
        let moved = node.bytes
        return moved.count == bytes.count ? moved : bytes
    }
}
