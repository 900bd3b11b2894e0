import Ciphers

/// A cipher operation on pieces of media, on one core.
struct Job: Sendable {
    /// The size of a piece in bytes: the largest that `openssl speed` takes by default.
    static let pieceByteCount = 16384

    let name: String
    /// Processes this many pieces.
    let run: @Sendable (_ pieces: Int) throws -> Void

    /// All jobs; a new job is a line here and a function below.
    static let all = [
        Job(name: "CBCEncryptor", run: encryptChain),
        Job(name: "MultiBufferCBC, 4 lanes") { try encryptChains(pieces: $0, laneCount: 4) },
        Job(name: "MultiBufferCBC, 8 lanes") { try encryptChains(pieces: $0, laneCount: 8) },
        Job(name: "MultiBufferCBC, 16 lanes") { try encryptChains(pieces: $0, laneCount: 16) },
        Job(name: "MultiBufferCBC, 32 lanes") { try encryptChains(pieces: $0, laneCount: 32) },
        Job(name: "CounterModeCipher", run: applyCounters),
        Job(name: "MediaAuthenticationCode", run: authenticate),
    ]

    /// Encrypts one CBC chain, as for an AES-128 segment.
    private static func encryptChain(pieces: Int) throws {
        let piece = [UInt8](repeating: 0x47, count: pieceByteCount)
        var ciphertext = piece
        var encryptor = try CBCEncryptor(key: .random(), iv: .random())
        for _ in 0..<pieces {
            var output = ciphertext.mutableSpan
            _ = try encryptor.update(piece.span, into: &output)
        }
    }

    /// Encrypts as many CBC chains as lanes, in place and a piece of each at a time, as for AES-128 segments.
    private static func encryptChains(pieces: Int, laneCount: Int) throws {
        // Not a multiple of 4096, as in `SegmentLanes`.
        let stride = pieceByteCount + 5 * 64
        var buffer = [UInt8](repeating: 0x47, count: laneCount * stride)
        var engine = try MultiBufferCBC(key: .random(), laneCount: laneCount)
        let parts = (0..<laneCount).map {
            CBCChainPart(inPlace: $0 * stride..<$0 * stride + pieceByteCount, iv: .random())
        }
        for first in Swift.stride(from: 0, to: pieces, by: laneCount) {
            var bytes = buffer.mutableSpan
            try engine.encrypt(Array(parts.prefix(pieces - first)), inPlace: &bytes)
        }
    }

    /// Encrypts one message in place, as for a sample of cenc.
    private static func applyCounters(pieces: Int) throws {
        var piece = [UInt8](repeating: 0x47, count: pieceByteCount)
        var cipher = try CounterModeCipher(key: .random())
        for number in 0..<pieces {
            var bytes = piece.mutableSpan
            let position = UInt64(number * pieceByteCount)
            try cipher.apply(to: &bytes, 0..<pieceByteCount, counterBlock: .init(high: 1), position: position)
        }
    }

    /// Authenticates one message, as for the media of a rendition.
    private static func authenticate(pieces: Int) throws {
        let piece = [UInt8](repeating: 0x47, count: pieceByteCount)
        var code = try MediaAuthenticationCode(key: .random())
        for _ in 0..<pieces {
            try code.update(piece.span)
        }
        _ = try code.finish()
    }
}
