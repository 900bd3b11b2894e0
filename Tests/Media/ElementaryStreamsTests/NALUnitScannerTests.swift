import ElementaryStreams
import Testing

struct NALUnitScannerTests {
    /// Start codes of both lengths; NAL units with zeros inside, with zeros at the end, and unfinished.
    private static let stream: [UInt8] =
        [0xFF, 0, 0, 1, 0x67, 1, 0, 0, 3, 2] + [0, 0, 0, 1, 0x65, 9, 9, 9, 9, 9] + [0, 0, 1, 0x68, 7, 0, 0]
        + [0, 0, 1, 0x61]

    @Test(arguments: 1...31)
    func findsUnitsInAnyChunks(size: Int) {
        // Only the first bytes of slices are requested, and all bytes of other NAL units.
        var scanner = NALUnitScanner(limit: 64) { $0.first == 0x65 ? 1 : .max }
        var units: [[UInt8]] = []
        var offsets: [UInt64] = []
        for start in stride(from: 0, to: Self.stream.count, by: size) {
            let chunk = Array(Self.stream[start..<min(start + size, Self.stream.count)])
            var position = 0
            while let unit = scanner.next(in: chunk.span, at: &position, offset: UInt64(start)) {
                units.append(Array(unit.bytes))
                offsets.append(unit.offset)
            }
        }
        if let unit = scanner.finish() {
            units.append(Array(unit.bytes))
            offsets.append(unit.offset)
        }
        #expect(units == [[0x67, 1, 0, 0, 3, 2], [0x65, 9], [0x68, 7], [0x61]])
        #expect(offsets == [4, 14, 23, 30])
    }

    @Test func givesNoMoreThanTheLimit() {
        var scanner = NALUnitScanner(limit: 5) { _ in .max }
        let bytes: [UInt8] = [0, 0, 1] + [UInt8](repeating: 0x67, count: 100)
        var position = 0
        let unit = scanner.next(in: bytes.span, at: &position, offset: 0)
        #expect(unit?.bytes.count == 5 && unit?.isComplete == false)
        #expect(scanner.next(in: bytes.span, at: &position, offset: 0) == nil)
        #expect(scanner.finish() == nil)
    }
}
