import Ciphers
import Testing
import TextFormats
import WipedMemory

/// SHA-512 and HMAC-SHA512, against published values.
struct SHA512Tests {
    @Test(arguments: [
        // FIPS 180-2, appendix C.1; the empty message from NIST's examples.
        (
            "abc",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
        (
            "",
            "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
        ),
    ])
    func `SHA-512 of published messages`(message: String, digest: String) {
        #expect(Hexadecimal.encode(SHA512.digest(of: Array(message.utf8))) == digest)
    }

    @Test(arguments: [
        // RFC 4231, test cases 1, 2 and 6.
        (
            [UInt8](repeating: 0x0B, count: 20), "Hi There",
            "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
                + "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
                + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
                + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"
        ),
    ])
    func `HMAC-SHA512 of RFC 4231`(key: [UInt8], message: String, code: String) throws {
        let message = Array(message.utf8)
        #expect(
            Hexadecimal.encode(HMACSHA512.authenticationCode(of: message, key: SecretBytes(copying: key)))
                == code
        )
        let code = try bytes(code)
        let isValid = { HMACSHA512.isValid($0, of: message, key: SecretBytes(copying: key)) }
        #expect(isValid(code))
        for bit in 0..<code.count * 8 {
            var copy = code
            copy[bit / 8] ^= 1 << (bit % 8)
            #expect(!isValid(copy))
        }
        #expect(!isValid(Array(code.prefix(32))))
        #expect(!isValid([]))
        #expect(!isValid(code + [0]))
    }
}
