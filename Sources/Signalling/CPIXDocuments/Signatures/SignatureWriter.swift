import Ciphers
import XMLDocuments

/// A signer that adds an enveloped signature over the whole document: `rsa-sha512` over SHA-512 digests of
/// Canonical XML 1.1.
struct SignatureWriter {
    let signer: SigningIdentity

    /// Appends `ds:Signature` as the last element of the root, which must declare the prefix `ds`.
    func sign(_ document: XMLDocument) throws(CPIXError) {
        let form = CanonicalXML(.inclusive11)
        let signature: XMLElement
        let value: XMLElement
        do {
            let digest = try form.withOctets(of: document) { SHA512.digest(of: $0) }
            signature = try document.root.append("ds", "Signature")
            let signedInfo = try signature.append("ds", "SignedInfo")
            try Self.addContents(signedInfo, digest: digest)
            value = try signature.append("ds", "SignatureValue")
            try signature.append("ds", "KeyInfo").append("ds", "X509Data").append("ds", "X509Certificate")
                .append(text: Base64.encode(signer.certificate.der))
        } catch {
            throw .xml(error)
        }
        let signingResult: Result<[UInt8], CipherError>
        do {
            signingResult = try form.withOctets(of: document, only: signature.children[0]) { octets in
                Result { () throws(CipherError) in try signer.privateKey.sign(octets) }
            }
            if case .success(let bytes) = signingResult { try value.append(text: Base64.encode(bytes)) }
        } catch {
            throw .xml(error)
        }
        if case .failure(let error) = signingResult { throw .cipher(error) }
    }

    private static func addContents(_ signedInfo: XMLElement, digest: [UInt8]) throws(XMLError) {
        try signedInfo.append("ds", "CanonicalizationMethod").setAttribute("Algorithm", Algorithm.canonical11)
        try signedInfo.append("ds", "SignatureMethod").setAttribute("Algorithm", Algorithm.rsaSHA512)
        let reference = try signedInfo.append("ds", "Reference")
        try reference.setAttribute("URI", "")
        let transforms = try reference.append("ds", "Transforms")
        try transforms.append("ds", "Transform").setAttribute("Algorithm", Algorithm.enveloped)
        try transforms.append("ds", "Transform").setAttribute("Algorithm", Algorithm.canonical11)
        try reference.append("ds", "DigestMethod").setAttribute("Algorithm", Algorithm.sha512)
        try reference.append("ds", "DigestValue").append(text: Base64.encode(digest))
    }
}
