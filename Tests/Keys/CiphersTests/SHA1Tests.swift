import Ciphers
import Testing
import TextFormats

/// SHA-1, against published values.
struct SHA1Tests {
    @Test(arguments: [
        // FIPS 180-2, appendix A.1 and A.2; the empty message from NIST's examples.
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ])
    func `SHA-1 of published messages`(message: String, digest: String) {
        #expect(Hexadecimal.encode(SHA1.digest(of: Array(message.utf8))) == digest)
    }
}
