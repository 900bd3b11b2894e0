import Bitstreams
import TransportStreams

/// Extracts the elementary stream of a track from its file, from any offset on.
struct ElementaryStreamFileReader {
    /// The maximum size of a NAL unit or frame in bytes: more than any level of AVC and HEVC allows for a
    /// picture.
    static let sizeLimit = 32 << 20
    /// The number of bytes of the file to read at once.
    private static let readSize = 256 << 10

    private let layout: ConvertedTrackSource.Layout
    private let path: String
    private let reader: any ByteSourceReader
    private var buffer: [UInt8]
    /// The file offset of the next read.
    private var position: UInt64 = 0
    /// The offset of the first data byte in the first packet, or nil after that packet.
    private var firstDataOffset: Int?
    private var extractor = PESDataExtractor()

    init(_ track: ConvertedTrackSource, _ reader: any ByteSourceReader) {
        layout = track.layout
        path = track.path
        self.reader = reader
        buffer = [UInt8](repeating: 0, count: Self.readSize)
    }

    /// Moves to the byte of the stream at this offset in the file.
    mutating func seek(to offset: UInt64) {
        extractor = PESDataExtractor(isInData: true)
        switch layout {
        case .plain:
            position = offset
            firstDataOffset = nil
        case .packets(_, let format):
            let stride = UInt64(format.stride)
            position = offset / stride * stride
            firstDataOffset = Int(offset % stride) - format.prefixSize
        }
    }

    /// Appends the next bytes of the stream, possibly none.
    ///
    /// - Returns: false at the end of the file.
    /// - Throws: any error of the reader; `.changed` if the file changed since the samples were located.
    mutating func appendNext(_ window: inout ByteQueue) throws(ByteSourceError) -> Bool {
        switch layout {
        case .plain:
            let count = try reader.read(into: &buffer, 0..<buffer.count, at: position)
            position += UInt64(count)
            window.append(buffer, 0..<count)
            return count == buffer.count
        case .packets(let pid, let format):
            return try appendNext(&window, pid, format)
        }
    }

    private mutating func appendNext(
        _ window: inout ByteQueue,
        _ pid: Int,
        _ format: PacketFormat
    ) throws(ByteSourceError) -> Bool {
        let wanted = buffer.count / format.stride * format.stride
        let count = try reader.read(into: &buffer, 0..<wanted, at: position)
        let (high, low) = (UInt8(pid >> 8), UInt8(pid & 0xFF))
        do {
            var start = format.prefixSize
            while start + TransportPacket.size <= count {
                if buffer[start + 2] == low, buffer[start + 1] & 0x1F == high {
                    try appendData(&window, start)
                }
                start += format.stride
            }
        } catch {
            throw .changed(path: path)
        }
        position += UInt64(count)
        return count == wanted
    }

    private mutating func appendData(_ window: inout ByteQueue, _ start: Int) throws(ParseError) {
        // This is a second reference, not a copy: a span of `buffer` must not live while other properties
        // change.
        let bytes = buffer
        let head = try PacketHead(bytes.span, start, at: position + UInt64(start))
        guard head.hasPayload else { return }
        if let dataOffset = firstDataOffset {
            firstDataOffset = nil
            guard dataOffset >= head.payloadStart, dataOffset < TransportPacket.size else {
                throw .missing(offset: position, "data")
            }
            extractor.recordFirst(head, bytes.span, start)
            window.append(buffer, start + dataOffset..<start + TransportPacket.size)
            return
        }
        let data = try extractor.extract(head, bytes.span, start, at: position + UInt64(start)).data
        guard !data.isEmpty else { return }
        window.append(buffer, data)
    }
}
