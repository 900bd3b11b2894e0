package import Ciphers
package import HTTPTransfers

/// The settings for requests to a key server.
package struct KeyServerSettings: Sendable {
    /// The header fields of every request (`--key-server-header`).
    package var headers: [HTTPHeader] = []
    /// The trusted certificate authorities and our client certificate.
    package var identity = HTTPRequest.Identity()
    /// The certificate that the server encrypts keys to, with its private key, or nil for keys that only TLS
    /// protects.
    package var recipient: SigningIdentity?
    /// The limits for repeated requests: number, pauses and total time.
    package var retries = HTTPRetryPolicy()
    /// The limits for one answer: times and size.
    var limits = HTTPRequest.Limits()
    /// The seed for the jitter of the pauses between requests.
    var seed = UInt64.random(in: 0...UInt64.max)
    /// The clock that measures time and waits; tests replace it.
    var clock = HTTPTransfer.Clock.system
    /// Returns true once the run is cancelled.
    package var isCancelled: @Sendable () -> Bool = { false }

    /// Creates the default settings, for a server that needs no header.
    package init() {}
}

/// A reproducible random number generator for pauses, not for secrets: SplitMix64 by Steele, Lea and Flood
/// (2014).
struct SplitMix64: RandomNumberGenerator {
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
