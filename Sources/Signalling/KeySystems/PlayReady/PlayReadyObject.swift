package import Bitstreams

/// A PlayReady Object: records, one of which is the header that says which keys there are.
///
/// "PlayReady Header Specification" of Microsoft, section 2. All integers are little endian.
package struct PlayReadyObject: Hashable, Sendable {
    /// A record.
    package struct Record: Hashable, Sendable {
        /// What it holds.
        package let type: UInt16
        /// Its value.
        package let value: [UInt8]

        /// The type of a PlayReady Header.
        static let headerType: UInt16 = 1

        /// A record from its parts; of a longer value the first 65,535 bytes are taken.
        package init(type: UInt16, value: [UInt8]) {
            self.type = type
            self.value = Array(value.prefix(Int(UInt16.max)))
        }
    }

    /// Length, number of records.
    private static let headByteCount = 6
    /// Record type, record length.
    private static let recordHeadByteCount = 4

    /// The records in order.
    package let records: [Record]

    /// An object of records, at most 65,535 of them.
    package init(records: [Record]) {
        self.records = Array(records.prefix(Int(UInt16.max)))
    }

    /// An object that holds a header and nothing else.
    package init(_ header: PlayReadyHeader) {
        self.init(records: [Record(type: Record.headerType, value: header.bytes)])
    }

    /// Reads an object.
    ///
    /// - Parameters:
    ///   - bytes: the object and nothing behind it.
    ///   - offset: where it starts in its stream.
    /// - Throws: `ParseError` where sizes contradict each other.
    package init(parsing bytes: ArraySlice<UInt8>, at offset: UInt64 = 0) throws(ParseError) {
        var reader = ByteReader(bytes, at: offset)
        let length = try reader.uint32().byteSwapped
        guard length == bytes.count else {
            throw .invalid(
                offset: offset,
                field: "length of the PlayReady Object",
                found: "\(length)",
                expected: "\(bytes.count), the bytes that there are"
            )
        }
        let count = try reader.uint16().byteSwapped
        var records: [Record] = []
        for _ in 0..<count {
            let type = try reader.uint16().byteSwapped
            let length = try reader.uint16().byteSwapped
            records.append(Record(type: type, value: Array(try reader.take(length))))
        }
        guard reader.isAtEnd else {
            throw .invalid(
                offset: reader.offset,
                field: "PlayReady Object",
                found: "\(reader.count) bytes behind the last record",
                expected: "none"
            )
        }
        self.records = records
    }

    /// The object as it is stored.
    package var bytes: [UInt8] {
        let body = records.flatMap { record in
            Self.littleEndian(record.type) + Self.littleEndian(UInt16(clamping: record.value.count))
                + record.value
        }
        return Self.littleEndian(UInt32(clamping: Self.headByteCount + body.count))
            + Self.littleEndian(UInt16(clamping: records.count)) + body
    }

    /// The headers among the records; one as a rule.
    ///
    /// - Parameter offset: where the object starts in its stream.
    /// - Returns: the headers in order.
    /// - Throws: `ParseError` for a header that cannot be read.
    package func headers(at offset: UInt64 = 0) throws(ParseError) -> [PlayReadyHeader] {
        var headers: [PlayReadyHeader] = []
        var place = offset &+ UInt64(Self.headByteCount)
        for record in records {
            place &+= UInt64(Self.recordHeadByteCount)
            if record.type == Record.headerType {
                headers.append(try PlayReadyHeader(parsing: record.value[...], at: place))
            }
            place &+= UInt64(record.value.count)
        }
        return headers
    }

    private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        stride(from: 0, to: value.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
