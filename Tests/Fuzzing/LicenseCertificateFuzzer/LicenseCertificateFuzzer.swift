import Ciphers
import Foundation
import LicenseMessages

/// Reads FairPlay certificates: no input may crash the process.
///
/// An SPC encrypted to an accepted certificate has to read back equal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLicenseCertificate(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let certificate = try? LicenseCertificate(der: bytes) else { return 0 }
    precondition(certificate.hash.count == 20)
    _ = certificate.isValid(at: Date(timeIntervalSince1970: 1_800_000_000))
    guard let container = try? SPCContainer(encrypting: TLLVList([TLLV(.r2, [])]), to: certificate) else {
        return 0
    }
    precondition((try? SPCContainer(reading: container.serialized)) == container)
    return 0
}
