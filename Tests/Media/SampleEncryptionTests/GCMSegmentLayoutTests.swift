import Ciphers
import SampleEncryption
import Testing

/// IVs of AES-256-GCM, compared with an implementation in Python written from the description alone.
///
/// It uses Python's `hmac` and the GCM of its `cryptography`.
struct GCMSegmentLayoutTests {
    private static let identity: [[UInt8]] = [Array("m".utf8), [7]]

    private static func context(
        _ content: IVContext.Content = .segment,
        _ rendition: String = "main",
        _ path: String = "a.ts",
        _ ordinal: Int = 0
    ) -> IVContext {
        IVContext(content: content, rendition: rendition, path: path, ordinal: ordinal)
    }

    private static func iv(
        _ context: IVContext,
        _ clear: [UInt8],
        key: [UInt8] = Array(0x00...0x1F),
        identity: [[UInt8]] = identity
    ) throws -> String {
        let ivs = try GCMSegmentIVs(under: ContentKey(copying: key), of: identity)
        var code = try MediaAuthenticationCode(key: ivs.digestKey)
        try code.update(clear.span)
        return ivs.iv(at: context, length: UInt64(clear.count), mac: try code.finish()).hexadecimal
    }

    @Test(
        arguments: [
            (context(), [], "acdc65af965294d730d3c2a9f05ea906"),
            (
                context(.segment, "main", "a.ts", 0x1_0203_0405), [UInt8](repeating: 0x47, count: 188),
                "91aee9bee69cb0cdff6ceedfe70fb779"
            ),
            (
                context(.initialization, "é", "v/i.mp4", 16), Array("ftyp".utf8),
                "84ae421f2e0b7c9fa3541e935d0edfa4"
            ),
        ] as [(IVContext, [UInt8], String)]
    )
    func isWhatAnotherImplementationDerives(context: IVContext, clear: [UInt8], expected: String) throws {
        #expect(try Self.iv(context, clear) == expected)
    }

    /// The IV depends on the key, its identity, each part of the location, and every bit of the media.
    @Test func vectorsDiffer() throws {
        let clear = [UInt8](repeating: 9, count: 100)
        var changed = clear
        changed[99] ^= 1
        let ivs = try [
            Self.iv(Self.context(), clear),
            Self.iv(Self.context(), changed),
            Self.iv(Self.context(), clear + [0]),
            Self.iv(Self.context(.initialization), clear),
            Self.iv(Self.context(.segment, "other"), clear),
            Self.iv(Self.context(.segment, "main", "b.ts"), clear),
            Self.iv(Self.context(.segment, "main", "a.ts", 1), clear),
            Self.iv(Self.context(), clear, key: Array(0x01...0x20)),
            Self.iv(Self.context(), clear, identity: [Array("m".utf8), [8]]),
        ]
        #expect(Set(ivs).count == ivs.count)
        #expect(try Self.iv(Self.context(), clear) == ivs[0])
    }

    @Test(arguments: [(0, 32), (1, 33), (262_144, 262_176)] as [(UInt64, UInt64)])
    func isThirtyTwoBytesLonger(clear: UInt64, expected: UInt64) {
        #expect(GCMSegmentLayout.length(ofClear: clear) == expected)
    }
}
