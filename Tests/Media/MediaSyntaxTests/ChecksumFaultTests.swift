import Bitstreams
import Testing
import TransportStreams

@testable import MediaSyntax

/// Wrong CRCs of syncframes, reported independently of syntax faults.
struct ChecksumFaultTests {
    /// A syncframe of AC-3 of 64 kbit/s at 48 kHz: 256 bytes (ETSI TS 102 366, table 4.13).
    private static let frame: [UInt8] = {
        let start: [UInt8] = [0x0B, 0x77, 0, 0, 8, 0x40] + [UInt8](repeating: 0, count: 248)
        var checksum = CRC16ANSI()
        checksum.update(start.span.extracting(2..<start.count))
        return start + [UInt8](bigEndian: checksum.value)
    }()

    /// Returns ten frames; those with these numbers are damaged.
    private static func frames(damaged: some Sequence<Int>) -> [UInt8] {
        var bytes = [[UInt8]](repeating: frame, count: 10).flatMap(\.self)
        for number in damaged { bytes[number * frame.count + frame.count / 2] ^= 0x10 }
        return bytes
    }

    private static func shape(of bytes: [UInt8], chunk: Int) -> SegmentSyntax {
        var shape = SegmentSyntax()
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            shape.consume(bytes.span.extracting(start..<min(start + chunk, bytes.count)))
        }
        shape.finish()
        return shape
    }

    @Test(arguments: [188, 1 << 18])
    func tellsSomeWrongChecksumsFromAll(chunk: Int) {
        let cases: [(bytes: [UInt8], isAll: Bool?, first: UInt64?, fault: UInt64?)] = [
            (Self.frames(damaged: []), nil, nil, nil),
            (Self.frames(damaged: [9]), false, 2304, nil),
            (Self.frames(damaged: 1..<10), false, 256, nil),
            (Self.frames(damaged: 0..<10), true, 0, nil),
            // A syntax fault is reported in addition.
            (Self.frames(damaged: [3]) + [0], false, 768, 2560),
            (Self.frames(damaged: [3]).dropLast(), false, 768, 2304),
            (Array(Self.frames(damaged: [3]).dropFirst()), nil, nil, 0),
        ]
        for (bytes, isAll, first, fault) in cases {
            let shape = Self.shape(of: bytes, chunk: chunk)
            #expect(shape.checksumFaults.first?.isOfAllFrames == isAll)
            #expect(shape.checksumFaults.first?.first.offset == first)
            let structure = first.map {
                "packed audio after " + ($0 == 256 ? "1 frame" : "\($0 / 256) frames")
            }
            #expect(shape.checksumFaults.first.map { $0.first.structure } == structure)
            #expect(shape.fault?.offset == fault)
        }
    }

    /// Transport stream packets of two AC-3 streams.
    private struct Streams {
        private static let pids: [UInt16] = [0x101, 0x102]
        private(set) var bytes: [UInt8] = []
        private var counters: [UInt8] = [0, 0]
        /// The transport packets in which the PES packets begin, by frame number.
        private(set) var starts: [Int] = []

        init() {
            let association: [UInt8] = [0x00, 0xB0, 0x0D, 0, 1, 0xC1, 0, 0, 0, 1, 0xF0, 0]
            let map = ProgramMapTable(
                programNumber: 1,
                pcrPID: PacketIdentifier(Self.pids[0]),
                streams: Self.pids.map { .init(type: StreamType(rawValue: 0x81), pid: PacketIdentifier($0)) }
            )
            let checksum = [UInt8](bigEndian: CRC32MPEG.checksum(association))
            for (pid, section) in [(UInt16(0), association + checksum), (0x1000, map.section)] {
                let stuffing = [UInt8](repeating: 0xFF, count: 183 - section.count)
                bytes += [0x47, 0x40 | UInt8(pid >> 8), 0, 0x10, 0] + section + stuffing
            }
        }

        /// Adds a frame in a PES packet, of which `count` bytes are in the first transport packet.
        mutating func add(_ frame: [UInt8], to stream: Int, first count: Int = 184) {
            var rest = [0, 0, 1, 0xBD] + [UInt8](bigEndian: UInt16(frame.count + 3)) + [0x80, 0, 0] + frame
            starts.append(bytes.count / 188)
            var isStart = true
            while !rest.isEmpty {
                let payload = rest.prefix(isStart ? count : 184)
                rest.removeFirst(payload.count)
                let pid = Self.pids[stream]
                let field = 184 - payload.count
                bytes += [0x47, (isStart ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xFF)]
                bytes.append((field > 0 ? 0x30 : 0x10) | counters[stream])
                if field > 0 { bytes.append(UInt8(field - 1)) }
                if field > 1 { bytes += [0] + [UInt8](repeating: 0xFF, count: field - 2) }
                bytes += payload
                counters[stream] = (counters[stream] + 1) & 15
                isStart = false
            }
        }
    }

    private static let damagedFrame = Array(frames(damaged: [0]).prefix(256))

    /// If the first transport packet has less than the nine bytes of a PES header, the data are ignored.
    @Test(arguments: [184, 10, 9, 8, 5, 1])
    func `What was found is kept behind a header that its packet does not hold`(size: Int) {
        var streams = Streams()
        streams.add(Self.frame, to: 0)
        streams.add(Self.damagedFrame, to: 0)
        streams.add(Self.frame, to: 0, first: size)
        streams.add(Self.frame, to: 0)
        let shape = Self.shape(of: streams.bytes, chunk: 188)
        #expect(shape.fault == nil)
        #expect(shape.checksumFaults.map { Int($0.first.offset) / 188 } == [streams.starts[1]])
        #expect(shape.checksumFaults.map(\.isOfAllFrames) == [false])
    }

    @Test
    func `Each stream is told`() {
        var streams = Streams()
        streams.add(Self.frame, to: 1)
        streams.add(Self.damagedFrame, to: 0)
        streams.add(Self.damagedFrame, to: 1)
        let faults = Self.shape(of: streams.bytes, chunk: 188).checksumFaults
        #expect(faults.map(\.first.structure) == streams.starts[1...].map { "TS packet \($0)" })
        #expect(faults.map(\.isOfAllFrames) == [true, false])
    }
}
