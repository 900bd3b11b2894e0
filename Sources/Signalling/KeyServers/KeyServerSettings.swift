package import Ciphers
package import HTTPTransfers

/// How a key server is asked.
package struct KeyServerSettings: Sendable {
    /// Fields of every request (`--key-server-header`).
    package var headers: [HTTPHeader] = []
    /// Who is trusted, and who we are.
    package var identity = HTTPRequest.Identity()
    /// Whom the server is to encrypt keys to; nil for keys that TLS alone protects.
    package var recipient: SigningIdentity?
    /// When a request is made again, and when all is given up.
    package var retries = HTTPRetries()
    /// When one answer is given up.
    package var limits = HTTPRequest.Limits()
    /// The seed of the pauses between requests.
    package var seed = UInt64.random(in: 0...UInt64.max)
    /// How time passes.
    package var clock = HTTPTransfer.Clock.system
    /// Whether the run is to end.
    package var isCancelled: @Sendable () -> Bool = { false }

    /// A server that needs no token.
    package init() {}
}

/// Random numbers that a seed repeats, for pauses and not for secrets: SplitMix64 of Steele, Lea and Flood (2014).
struct PauseGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
