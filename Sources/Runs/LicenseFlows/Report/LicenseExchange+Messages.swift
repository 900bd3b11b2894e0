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
}

extension LicenseExchange.Block {
    /// The blocks of an SPC that a private key opens; none where there is none, or it does not.
    static func blocks(ofSPC spc: [UInt8], _ privateKey: PrivateKey?) -> [Self] {
        guard let privateKey, let container = try? SPCContainer(reading: spc),
            let context = try? ServerPlaybackContext(opening: container, with: privateKey)
        else { return [] }
        return context.list.tllvs.map { Self(tag: $0.tag.name, length: $0.value.count) }
    }
}
