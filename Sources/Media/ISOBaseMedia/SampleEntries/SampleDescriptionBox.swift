package import Bitstreams

/// `stsd`: how the samples of a track are coded (ISO/IEC 14496-12, 8.5.2).
package struct SampleDescriptionBox: Hashable, Sendable {
    /// 1 where audio entries may be of the newer form.
    package let version: UInt8
    /// The sample entries, at least one; each is a box that is named after its format.
    package let entries: [Box]

    /// Boxes that are room for others: there are writers that leave some behind the last entry.
    static let padding: Set<FourCharacterCode> = ["free", "skip"]

    /// Reads the body: as many sample entries as it says, and nothing else but free space.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        version = try FullBoxHeader(&reader, newest: 1).version
        let offset = reader.offset
        let count = try reader.uint32()
        var iterator = BoxIterator(reader)
        var entries: [Box] = []
        while let entry = try iterator.next() {
            if Self.padding.contains(entry.type) { continue }
            entries.append(entry)
        }
        guard entries.count == Int(count), count > 0 else {
            throw .invalid(
                offset: offset,
                field: "entry_count of 'stsd'",
                found: "\(count)",
                expected: "\(max(entries.count, 1)), the number of sample entries"
            )
        }
        self.entries = entries
    }
}
