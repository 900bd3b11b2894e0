import Ciphers
import SampleEncryption
import Testing

/// IVs of AES-256-GCM, compared with an implementation in Python written from the description alone.
///
/// It uses Python's `hmac` and the GCM of its `cryptography`.
struct GCMSegmentLayoutTests {
    private static let identity: [[UInt8]] = [Array("m".utf8), [7]]

    private static func place(
        _ content: IVContext.Content = .segment,
        _ rendition: String = "main",
        _ path: String = "a.ts",
        _ ordinal: Int = 0
    ) -> IVContext {
        IVContext(content: content, rendition: rendition, path: path, ordinal: ordinal)
    }

    private static func vector(
        _ place: IVContext,
        _ clear: [UInt8],
        key: [UInt8] = Array(0x00...0x1F),
        identity: [[UInt8]] = identity
    ) throws -> String {
        let vectors = try GCMSegmentIVs(under: ContentKey(copying: key), of: identity)
        var code = try MediaAuthenticationCode(key: vectors.digestKey)
        try code.update(clear.span)
        return vectors.iv(at: place, length: UInt64(clear.count), mac: try code.finish()).hexadecimal
    }

    @Test(
        arguments: [
            (place(), [], "acdc65af965294d730d3c2a9f05ea906"),
            (
                place(.segment, "main", "a.ts", 0x1_0203_0405), [UInt8](repeating: 0x47, count: 188),
                "91aee9bee69cb0cdff6ceedfe70fb779"
            ),
            (
                place(.initialization, "é", "v/i.mp4", 16), Array("ftyp".utf8),
                "84ae421f2e0b7c9fa3541e935d0edfa4"
            ),
        ] as [(IVContext, [UInt8], String)]
    )
    func isWhatAnotherImplementationDerives(place: IVContext, clear: [UInt8], expected: String) throws {
        #expect(try Self.vector(place, clear) == expected)
    }

    /// The IV depends on the key, its identity, each part of the location, and every bit of the media.
    @Test func vectorsDiffer() throws {
        let clear = [UInt8](repeating: 9, count: 100)
        var changed = clear
        changed[99] ^= 1
        let vectors = try [
            Self.vector(Self.place(), clear),
            Self.vector(Self.place(), changed),
            Self.vector(Self.place(), clear + [0]),
            Self.vector(Self.place(.initialization), clear),
            Self.vector(Self.place(.segment, "other"), clear),
            Self.vector(Self.place(.segment, "main", "b.ts"), clear),
            Self.vector(Self.place(.segment, "main", "a.ts", 1), clear),
            Self.vector(Self.place(), clear, key: Array(0x01...0x20)),
            Self.vector(Self.place(), clear, identity: [Array("m".utf8), [8]]),
        ]
        #expect(Set(vectors).count == vectors.count)
        #expect(try Self.vector(Self.place(), clear) == vectors[0])
    }

    @Test(arguments: [(0, 32), (1, 33), (262_144, 262_176)] as [(UInt64, UInt64)])
    func isThirtyTwoBytesLonger(clear: UInt64, sealed: UInt64) {
        #expect(GCMSegmentLayout.length(ofClear: clear) == sealed)
    }
}
