import CommonEncryption
import Testing

/// Protected ranges in AV1 samples that encoders wrote, compared with those of Shaka Packager.
struct AV1EncodedStreamTests {
    @Test(arguments: AV1EncodedStream.all)
    func protectsWhatShakaPackagerProtects(_ stream: AV1EncodedStream) throws {
        var finder = try TileDataFinder(configuration: bytes(stream.configuration))
        for (digits, expected) in zip(stream.samples, stream.ranges) {
            var sample = SampleInMemory(bytes(digits))
            var ranges: [Range<Int>] = []
            try finder.append(of: &sample, to: &ranges)
            #expect(ranges == expected)
        }
    }

    private func bytes(_ digits: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = digits[...]
        while !rest.isEmpty {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
