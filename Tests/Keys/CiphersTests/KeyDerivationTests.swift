import Testing
import WipedMemory

@testable import Ciphers

/// HKDF, compared with RFC 5869 appendix A, and the counter mode of SP 800-108.
///
/// For the latter Python's `cryptography` and `openssl kdf` agree.
struct KeyDerivationTests {
    struct Vector: Sendable {
        let secret: String
        var salt = ""
        var info = ""
        let derived: String
    }

    @Test(arguments: [
        Vector(
            secret: "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b",
            salt: "000102030405060708090a0b0c",
            info: "f0f1f2f3f4f5f6f7f8f9",
            derived: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        ),
        Vector(
            secret: "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b",
            derived: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        ),
    ])
    func `HKDF of RFC 5869, test cases 1 and 3`(vector: Vector) throws {
        let expected = try bytes(vector.derived)
        let derived = try KeyDerivation.hkdf(
            SecretBytes(copying: bytes(vector.secret)),
            salt: bytes(vector.salt),
            info: bytes(vector.info),
            count: expected.count
        )
        let same = derived.isEqual(to: SecretBytes(copying: expected))
        #expect(same)
    }

    /// Expected values are from `openssl kdf` and `KBKDFHMAC`.
    ///
    /// `openssl kdf -keylen N -kdfopt mac:HMAC -kdfopt digest:SHA256 -kdfopt hexkey:0001..1f -kdfopt
    /// salt:label -kdfopt info:context -kdfopt mode:counter KBKDF`
    @Test(arguments: [
        "b5b9302655fb936972e89fc9706fc6d7",
        "303790cfe363abe9682dbfff5941f23b32addc96da72f4c7e5b20e9f59a4e570",
        "793c8c6322234b76061bb6be858d899cf6c2cf3a2cf075f22bed2b8a17d10ff1cd9a6cdfd6c0f4bcaea6f670"
            + "0b4decc8cb28a019968a859f4e2d4ec8c686dbd5a33e6943413e3db9b6c04a28022f936e",
    ])
    func `Counter mode as others have it`(expected: String) throws {
        let expected = try bytes(expected)
        let derived = try KeyDerivation.counterMode(
            SecretBytes(copying: Array(0..<32)),
            label: Array("label".utf8),
            context: Array("context".utf8),
            count: expected.count
        )
        let same = derived.isEqual(to: SecretBytes(copying: expected))
        #expect(same)
    }

    @Test(arguments: KeyDerivation.allCases, [-1, 0, 255 * 32 + 1])
    func `A length that cannot be is refused`(derivation: KeyDerivation, count: Int) {
        #expect(throws: CipherError.wrongLength(of: "derived key", actual: count, expected: 8160)) {
            _ = try derivation.derive(from: .random(count: 32), label: .keyID, context: [], count: count)
        }
    }
}
