import Ciphers
import LicenseMessages
import TextFormats

extension LicenseExchange.Message {
    /// Creates the description of a message from its bytes and TLLVs.
    init(_ bytes: [UInt8], blocks: [LicenseExchange.Block]) {
        self.init(
            length: bytes.count,
            sha256: Hexadecimal.encode(SHA256.digest(of: bytes)),
            blocks: blocks
        )
    }

    /// Creates the description of an SPC.
    ///
    /// It lists the TLLVs that the private key decrypts, or none if there is no key or decryption fails.
    init(_ spc: [UInt8], openedWith privateKey: PrivateKey?) {
        var blocks: [LicenseExchange.Block] = []
        if let privateKey, let container = try? SPCContainer(reading: spc),
            let context = try? ServerPlaybackContext(opening: container, with: privateKey)
        {
            blocks = context.list.tllvs.map {
                LicenseExchange.Block(tag: $0.tag.name, length: $0.value.count)
            }
        }
        self.init(spc, blocks: blocks)
    }

    /// Creates the description of a CKC with the TLLVs that the client found in it.
    init(_ ckc: [UInt8], of license: OpenedLicense) {
        let blocks = license.blocks.map { LicenseExchange.Block(tag: $0.tag.name, length: $0.length) }
        self.init(ckc, blocks: blocks)
    }
}
