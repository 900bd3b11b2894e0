package import Bitstreams
import TextFormats

/// A PlayReady Object: a list of records, one of which is the header with the key ids.
///
/// The source is Microsoft's "PlayReady Header Specification", section 2. All integers are little-endian.
package struct PlayReadyObject: Hashable, Sendable {
    /// A record.
    package struct Record: Hashable, Sendable {
        /// The type of the value; 1 is a PlayReady Header.
        package let type: UInt16
        /// The value, at most 65,535 bytes.
        let value: [UInt8]

        /// The record type of a PlayReady Header.
        static let headerType: UInt16 = 1

        /// Creates a record from its parts, and truncates a value of more than 65,535 bytes.
        package init(type: UInt16, value: [UInt8]) {
            self.type = type
            self.value = Array(value.prefix(Int(UInt16.max)))
        }
    }

    /// The size of the object's length and number of records, in bytes.
    private static let headByteCount = 6
    /// The size of a record's type and length, in bytes.
    private static let recordHeadByteCount = 4

    /// The records in their order, at most 65,535.
    package let records: [Record]

    /// Creates an object from records, of which it drops all after the first 65,535.
    package init(records: [Record]) {
        self.records = Array(records.prefix(Int(UInt16.max)))
    }

    /// Creates an object with a header as its only record.
    init(_ header: PlayReadyHeader) {
        self.init(records: [Record(type: Record.headerType, value: header.bytes)])
    }

    /// Reads an object.
    ///
    /// - Parameters:
    ///   - bytes: the object, with nothing after it.
    ///   - offset: the offset of the object in the enclosing data, for errors.
    /// - Throws: `ParseError` if sizes contradict each other.
    package init(parsing bytes: ArraySlice<UInt8>, at offset: UInt64 = 0) throws(ParseError) {
        var reader = ByteReader(bytes, at: offset)
        let length = try reader.uint32().byteSwapped
        guard length == bytes.count else {
            throw .invalid(
                offset: offset,
                field: "length of the PlayReady Object",
                found: "\(length)",
                expected: "\(bytes.count), the number of bytes"
            )
        }
        let count = try reader.uint16().byteSwapped
        var records: [Record] = []
        for _ in 0..<count {
            let type = try reader.uint16().byteSwapped
            let length = try reader.uint16().byteSwapped
            records.append(Record(type: type, value: Array(try reader.read(length))))
        }
        guard reader.isAtEnd else {
            throw .invalid(
                offset: reader.offset,
                field: "PlayReady Object",
                found: "\(CountText.text(reader.count, "byte")) after the last record",
                expected: "none"
            )
        }
        self.records = records
    }

    /// The object as bytes.
    package var bytes: [UInt8] {
        let body = records.flatMap { record in
            Self.littleEndian(record.type) + Self.littleEndian(UInt16(clamping: record.value.count))
                + record.value
        }
        return Self.littleEndian(UInt32(clamping: Self.headByteCount + body.count))
            + Self.littleEndian(UInt16(clamping: records.count)) + body
    }

    /// Reads the headers among the records, usually one.
    ///
    /// - Parameter offset: the offset of the object in the enclosing data, for errors.
    /// - Returns: the headers in the order of the records.
    /// - Throws: `ParseError` if a header cannot be read.
    package func headers(at offset: UInt64 = 0) throws(ParseError) -> [PlayReadyHeader] {
        var headers: [PlayReadyHeader] = []
        var recordOffset = offset &+ UInt64(Self.headByteCount)
        for record in records {
            recordOffset &+= UInt64(Self.recordHeadByteCount)
            if record.type == Record.headerType {
                headers.append(try PlayReadyHeader(parsing: record.value[...], at: recordOffset))
            }
            recordOffset &+= UInt64(record.value.count)
        }
        return headers
    }

    private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        stride(from: 0, to: value.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
