import Testing
import TransportStreams

/// Packets of every format, filled into the window and released in pieces.
struct PacketWindowTests {
    private static let count = 5000

    /// Returns packets that contain their number.
    private static func stream(_ format: PacketFormat) -> [UInt8] {
        (0..<count).flatMap { number in
            [UInt8](repeating: 0xAA, count: format.prefixSize) + packet(number)
                + [UInt8](repeating: 0xBB, count: format.stride - format.prefixSize - TransportPacket.size)
        }
    }

    private static func packet(_ number: Int) -> [UInt8] {
        let head: [UInt8] = [0x47, 0, 0, 0x10, UInt8(number >> 8), UInt8(number & 0xFF)]
        return head + [UInt8](repeating: UInt8(number % 251), count: TransportPacket.size - head.count)
    }

    @Test(
        arguments: [PacketFormat.plain, .timestamped, .errorCorrected],
        [(1000, 0), (7777, 3), (300_000, 40), (2_000_000, 2500)]
    )
    func keepsPackets(format: PacketFormat, sizes: (piece: Int, held: Int)) throws {
        let stream = Self.stream(format)
        var window = PacketWindow()
        var position = 0
        var number = 0
        while position < stream.count {
            window.fill(count: sizes.piece) { (bytes, range) in
                let count = min(range.count, stream.count - position)
                bytes.overwrite(at: range.lowerBound, with: stream, position..<position + count)
                position += count
                return count
            }
            try #require(Self.arrange(&window, isLast: position == stream.count))
            while let start = window.next() {
                if window.bytes[start..<start + 188] != Self.packet(number)[...] { Issue.record("\(number)") }
                #expect(window.offset(of: number) == UInt64(number * format.stride + format.prefixSize))
                number += 1
            }
            window.discard(before: number - sizes.held)
            for held in window.firstNumber..<number {
                let start = window.position(of: held)
                if window.bytes[start..<start + 188] != Self.packet(held)[...] { Issue.record("\(held)") }
            }
        }
        #expect(number == Self.count && window.nextNumber == number)
        #expect(window.remainder == 0 && window.format == format)
        #expect(window.firstNumber == number - sizes.held)
    }

    private static func arrange(_ window: inout PacketWindow, isLast: Bool) -> Bool {
        window.formPackets(isLast: isLast)
    }

    @Test func tellsWhatIsLeftOver() {
        var window = PacketWindow(.plain)
        window.fill(count: 1000) { (bytes, range) in
            bytes.overwrite(at: range.lowerBound, with: Self.packet(1) + [0x47, 0, 0], 0..<191)
            return 191
        }
        #expect(Self.arrange(&window, isLast: true))
        let starts = [window.next(), window.next()]
        #expect(starts == [0, nil])
        #expect(window.remainder == 3)
    }

    @Test func knowsOtherBytes() {
        var window = PacketWindow()
        window.fill(count: 500) { (_, range) in range.count }
        #expect(!Self.arrange(&window, isLast: false))
    }
}
