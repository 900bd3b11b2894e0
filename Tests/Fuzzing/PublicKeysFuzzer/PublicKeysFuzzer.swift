import Ciphers
import Foundation
import WipedMemory

/// Reads certificates, private keys and CMS envelopes: no input may crash the process.
///
/// An accepted certificate has to read back equal, and accepted certificates and keys are used.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPublicKeys(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    let date = Date(timeIntervalSince1970: 1_800_000_000)
    if let certificate = try? Certificate(reading: bytes, validAt: date) {
        precondition((try? Certificate(reading: certificate.der, validAt: date))?.der == certificate.der)
        _ = try? certificate.encrypt(.random(count: 32))
        _ = certificate.isValidSignature(bytes, of: bytes)
    }
    guard let key = try? PrivateKey(reading: SecretBytes(copying: bytes)) else { return 0 }
    _ = try? key.sign(bytes)
    var rest = bytes
    if var envelope = try? EnvelopeReader(
        privateKey: key,
        reader: { (buffer) throws(EnvelopeError) in
            let readCount = min(rest.count, buffer.count)
            buffer.replaceSubrange(0..<readCount, with: rest.prefix(readCount))
            rest.removeFirst(readCount)
            return readCount
        }
    ) {
        while (try? envelope.next()) != nil {}
    }
    return 0
}
