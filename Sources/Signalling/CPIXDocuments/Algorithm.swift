/// The identifiers of the encryption, MAC, digest and signature algorithms in CPIX documents.
enum Algorithm {
    static let aes256CBC = Namespace.xenc + "aes256-cbc"
    static let rsaOAEP = Namespace.xenc + "rsa-oaep-mgf1p"
    static let hmacSHA512 = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha512"
    static let rsaSHA512 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512"
    static let rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    static let sha1 = Namespace.ds + "sha1"
    static let sha256 = Namespace.xenc + "sha256"
    static let sha512 = Namespace.xenc + "sha512"
    static let enveloped = Namespace.ds + "enveloped-signature"
    static let canonical11 = "http://www.w3.org/2006/12/xml-c14n11"
}
