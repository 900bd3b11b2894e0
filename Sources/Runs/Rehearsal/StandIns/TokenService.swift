import Ciphers
package import EntitlementMessages
package import FoundationEssentials
import ProtectionTerms
import Synchronization
import TextFormats

/// A stand-in for a service that makes tokens of keys, and for the license server that takes them (ExpressPlay).
///
/// A token opens one license: devices get a new one for each request. Tokens are random and say nothing of the key.
package final class TokenService: Sendable {
    /// The path at which licenses are asked for.
    package static let licensePath = "/hms/fp/rights/"
    /// The name of the token in the query.
    package static let parameter = "ExpressPlayToken"

    /// The most tokens that are kept; the oldest goes first.
    private static let limit = 10_000

    private struct Entry {
        let key: LicensedKey
        let expiration: Date
        var isUsed = false
    }

    private struct Tokens {
        var entries: [String: Entry] = [:]
        var order: [String] = []
    }

    private let tokens = Mutex(Tokens())

    /// A service without tokens.
    package init() {}

    /// Makes a token.
    ///
    /// - Parameters:
    ///   - request: what it opens.
    ///   - now: the time from which its life is counted.
    /// - Returns: the token, in base64url without padding.
    package func token(for request: TokenRequest, at now: Date = Date()) -> String {
        let token = Hexadecimal.encode(RandomBytes.make(count: 24))
        var terms = KeyPolicyTerms()
        if request.rentalSeconds > 0 { terms.rentalSeconds = request.rentalSeconds }
        let entry = Entry(
            key: LicensedKey(key: request.key, iv: request.iv, terms: terms),
            expiration: request.expiration ?? now.addingTimeInterval(Double(TokenRequest.longestLife))
        )
        tokens.withLock { tokens in
            tokens.entries[token] = entry
            tokens.order.append(token)
            if tokens.order.count > Self.limit {
                tokens.entries[tokens.order.removeFirst()] = nil
            }
        }
        return token
    }

    /// The key that a token opens, once.
    ///
    /// - Parameters:
    ///   - token: the token.
    ///   - now: the time at which it is shown.
    /// - Returns: the key.
    /// - Throws: `TokenRefusal` for a token that is not known, that is over, or that opened a license before.
    package func redeem(_ token: String, at now: Date = Date()) throws(TokenRefusal) -> LicensedKey {
        let found: Result<LicensedKey, TokenRefusal> = tokens.withLock { tokens in
            guard let entry = tokens.entries[token] else {
                return .failure(TokenRefusal(.token, "the token is none of this service"))
            }
            guard entry.expiration > now else {
                return .failure(TokenRefusal(.token, "the token's life is over"))
            }
            guard !entry.isUsed else {
                return .failure(TokenRefusal(.token, "the token opened a license before"))
            }
            tokens.entries[token]?.isUsed = true
            return .success(entry.key)
        }
        return try found.get()
    }

    /// Lets a token open a license again, where none came of the key that it gave.
    ///
    /// - Parameter token: the token, which was redeemed.
    package func giveBack(_ token: String) {
        tokens.withLock { $0.entries[token]?.isUsed = false }
    }
}
