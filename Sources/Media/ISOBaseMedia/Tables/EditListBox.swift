package import Bitstreams

/// `elst`: the parts of the media that make up the presentation of a track, in order (ISO/IEC 14496-12,
/// 8.6.6).
package struct EditListBox: Hashable, Sendable {
    /// An edit: a part of the media that is presented for a duration, or an empty edit.
    package struct Edit: Hashable, Sendable {
        /// The presentation duration in ticks of the movie; 0 in fragmented movies, for the rest of the
        /// media.
        package var duration: UInt64
        /// The start of the part in the media in ticks of the track, or nil for an empty edit.
        package var mediaTime: UInt64?
        /// media_rate in 16.16 fixed point; 0x10000 is normal, 0 holds one picture for the whole duration.
        package var rate: UInt32

        /// Creates an edit, by default at normal speed.
        package init(duration: UInt64, mediaTime: UInt64?, rate: UInt32 = 0x1_0000) {
            self.duration = duration
            self.mediaTime = mediaTime
            self.rate = rate
        }
    }

    /// The edits, in order.
    package let edits: [Edit]

    /// Creates an edit list.
    package init(edits: [Edit]) {
        self.edits = edits
    }

    /// Reads the body, versions 0 and 1.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let isLong = try FullBoxHeader(&reader, maximumVersion: 1).version == 1
        let offset = reader.offset + 4
        let rowSize = isLong ? 20 : 12
        let table = try EntryTable(&reader, of: box, rowSize: rowSize)
        var edits: [Edit] = []
        for row in 0..<table.count {
            let width = isLong ? 8 : 4
            let time = table.number(row, at: width, width: width)
            let mediaTime = isLong ? Int64(bitPattern: time) : Int64(Int32(truncatingIfNeeded: time))
            guard mediaTime >= -1 else {
                throw .invalid(
                    offset: offset + UInt64(row * rowSize + width),
                    field: "media_time of 'elst'",
                    found: "\(mediaTime)",
                    expected: "at least -1"
                )
            }
            edits.append(
                Edit(
                    duration: table.number(row, at: 0, width: width),
                    mediaTime: mediaTime < 0 ? nil : UInt64(mediaTime),
                    rate: UInt32(table.number(row, at: 2 * width))
                )
            )
        }
        self.edits = edits
    }

    /// The box, in version 1 if a number needs 64 bits.
    package var node: BoxNode {
        let isLong = edits.contains { edit in
            edit.duration > UInt64(UInt32.max) || (edit.mediaTime ?? 0) > UInt64(Int32.max)
        }
        var fields: [UInt8] = [isLong ? 1 : 0, 0, 0, 0]
        fields.append(bigEndian: UInt32(clamping: edits.count))
        for edit in edits {
            if isLong {
                fields.append(bigEndian: edit.duration)
                fields.append(bigEndian: edit.mediaTime ?? .max)
            } else {
                fields.append(bigEndian: UInt32(clamping: edit.duration))
                fields.append(bigEndian: edit.mediaTime.map { UInt32(clamping: $0) } ?? .max)
            }
            fields.append(bigEndian: edit.rate)
        }
        return BoxNode("elst", fields: fields)
    }
}
