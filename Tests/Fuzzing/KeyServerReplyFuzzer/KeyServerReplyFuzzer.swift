import Ciphers
import Foundation
import KeyServers
import KeyStore
import ProtectionTerms
import WipedMemory

/// Reads replies of SPEKE key servers: no input may crash the process.
///
/// An accepted reply has to contain a key for each requested one, and playlist lines without line breaks.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeyServerReply(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    for interface in KeyServerLocation.Interface.allCases { check(bytes, interface) }
    return 0
}

private func check(_ bytes: [UInt8], _ interface: KeyServerLocation.Interface) {
    guard let location = try? KeyServerLocation("\(interface.rawValue):https://keys.example.com/"),
        let kid = UUID(uuidString: "11111111-1111-4111-8111-111111111111"),
        let fairPlay = UUID(uuidString: "94ce86fb-07ff-4f43-adb8-93d2fa968ca2"),
        let contentID = try? ContentID("movie"),
        let identity = try? KeyIdentity(contentID: contentID, track: "all")
    else { fatalError("the request is wrong") }
    let requirement = KeyRequirement(identity: identity, media: [.video(pixels: nil)], method: .sampleAES)
    let request = SPEKERequest(
        interface: interface,
        keys: [
            SPEKERequest.Key(kid: kid, iv: InitializationVector(mediaSequence: 1), requirement: requirement)
        ],
        systems: [fairPlay],
        recipient: nil
    )
    let supplier = SPEKEKeySupplier(location, KeyServerSettings())
    guard let supplies = try? supplier.supplies(in: SecretBytes(copying: bytes), for: request) else { return }
    precondition(supplies.count == 1)
    for supply in supplies {
        precondition(supply.draft.key != nil && supply.draft.iv != nil)
        precondition(interface == .speke1 || supply.draft.keyID == kid)
        for line in supply.lines.flatMap({ $0.media + $0.session }) {
            precondition(line.hasPrefix("#EXT-X-") && !line.utf8.contains(0x0A) && !line.utf8.contains(0x0D))
        }
    }
}
