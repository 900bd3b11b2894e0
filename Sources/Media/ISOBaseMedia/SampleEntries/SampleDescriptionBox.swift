import Bitstreams

/// `stsd`: the sample entries of a track (ISO/IEC 14496-12, 8.5.2).
package struct SampleDescriptionBox: Hashable, Sendable {
    /// The version; 1 if audio sample entries may have the newer form.
    package let version: UInt8
    /// The sample entries, at least one; the box type of each is its format.
    package let entries: [Box]

    /// The types of padding boxes, which some writers leave after the last sample entry.
    static let padding: Set<FourCharacterCode> = ["free", "skip"]

    /// Reads the body, which has to be entry_count sample entries and padding only.
    init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        version = try FullBoxHeader(&reader, maximumVersion: 1).version
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
                expected: entries.isEmpty
                    ? "at least one sample entry" : "\(entries.count), the number of sample entries"
            )
        }
        self.entries = entries
    }
}
