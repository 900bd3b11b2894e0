import Ciphers
package import EntitlementMessages
package import FoundationEssentials
import ProtectionTerms
import Synchronization
import TextFormats

/// A stand-in for a token service and its license server (ExpressPlay).
///
/// A token grants one license, because devices get a new token for each request. Tokens are random and do not
/// contain the key.
package final class TokenService: Sendable {
    /// The path of license requests.
    package static let licensePath = "/hms/fp/rights/"
    /// The name of the query parameter with the token.
    package static let parameter = "ExpressPlayToken"

    /// The maximum number of tokens; the oldest is dropped first.
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

    /// Creates a service without tokens.
    package init() {}

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - request: the key, IV, rental and expiration.
    ///   - now: the start of the lifetime.
    /// - Returns: the token, 48 hexadecimal digits.
    package func token(for request: TokenRequest, at now: Date = Date()) -> String {
        let token = Hexadecimal.encode(RandomBytes.generate(count: 24))
        var terms = KeyPolicyTerms()
        if request.rentalSeconds > 0 { terms.rentalSeconds = request.rentalSeconds }
        let entry = Entry(
            key: LicensedKey(key: request.key, iv: request.iv, terms: terms),
            expiration: request.expiration ?? now.addingTimeInterval(Double(TokenRequest.maximumLifetime))
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

    /// Returns the key of a token and marks the token as used.
    ///
    /// - Parameters:
    ///   - token: the token.
    ///   - now: the current time.
    /// - Returns: the key.
    /// - Throws: `TokenRefusal` for an unknown, expired or used token.
    package func redeem(_ token: String, at now: Date = Date()) throws(TokenRefusal) -> LicensedKey {
        let result: Result<LicensedKey, TokenRefusal> = tokens.withLock { tokens in
            guard let entry = tokens.entries[token] else {
                return .failure(TokenRefusal(.token, "this service did not issue the token"))
            }
            guard entry.expiration > now else {
                return .failure(TokenRefusal(.token, "the token has expired"))
            }
            guard !entry.isUsed else {
                return .failure(TokenRefusal(.token, "the token has already been used for a license"))
            }
            tokens.entries[token]?.isUsed = true
            return .success(entry.key)
        }
        return try result.get()
    }

    /// Makes a redeemed token usable again, because no license was returned for its key.
    package func giveBack(_ token: String) {
        tokens.withLock { $0.entries[token]?.isUsed = false }
    }
}
