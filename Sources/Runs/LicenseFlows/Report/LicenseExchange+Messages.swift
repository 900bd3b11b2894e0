import Ciphers
import LicenseMessages
import TextFormats

extension LicenseExchange.Message {
    /// A message by its length, its digest and the names of its blocks.
    init(_ bytes: [UInt8], blocks: [LicenseExchange.Block]) {
        self.init(
            length: bytes.count,
            sha256: Hexadecimal.encode(SHA256.digest(of: bytes)),
            blocks: blocks
        )
    }

    /// A request with the blocks that a private key opens; without any where there is none, or it does not open it.
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

    /// An answer with the blocks that a client found in it.
    init(_ ckc: [UInt8], of license: OpenedLicense) {
        let blocks = license.blocks.map { LicenseExchange.Block(tag: $0.tag.name, length: $0.length) }
        self.init(ckc, blocks: blocks)
    }
}
