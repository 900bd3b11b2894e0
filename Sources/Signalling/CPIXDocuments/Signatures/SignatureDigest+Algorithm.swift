import Ciphers
import WipedMemory
import XMLDocuments

extension CanonicalXML {
    /// Creates the canonical form for an algorithm URI, or is nil if the algorithm is unknown.
    init?(algorithm: String) {
        let suffix = "WithComments"
        let hasComments = algorithm.hasSuffix(suffix)
        let name = hasComments ? String(algorithm.dropLast(suffix.count)) : algorithm
        switch name.hasSuffix("#") && !name.contains("exc-c14n") ? String(name.dropLast()) : name {
        case "http://www.w3.org/TR/2001/REC-xml-c14n-20010315":
            self.init(.inclusive10, keepsComments: hasComments)
        case Algorithm.canonical11: self.init(.inclusive11, keepsComments: hasComments)
        case "http://www.w3.org/2001/10/xml-exc-c14n#": self.init(.exclusive, keepsComments: hasComments)
        default: return nil
        }
    }

    /// Passes the canonical octets to `body`, and wipes them afterward, because they may contain keys.
    func withOctets<Result>(
        of document: XMLDocument,
        only top: XMLElement? = nil,
        except excluded: XMLElement? = nil,
        _ body: ([UInt8]) -> Result
    ) throws(XMLError) -> Result {
        try withBytes(of: document, only: top, except: excluded) { bytes in
            var octets: [UInt8] = []
            octets.reserveCapacity(bytes.count)
            for index in bytes.indices { octets.append(bytes[index]) }
            defer { secureErase(&octets) }
            return body(octets)
        }
    }
}

extension SignatureDigest {
    /// Creates the digest for the algorithm URI of a `DigestMethod`.
    init?(digestAlgorithm: String) {
        switch digestAlgorithm {
        case Algorithm.sha256: self = .sha256
        case Algorithm.sha512: self = .sha512
        default: return nil
        }
    }

    /// Creates the digest for the algorithm URI of a `SignatureMethod`.
    init?(signatureAlgorithm: String) {
        switch signatureAlgorithm {
        case Algorithm.rsaSHA256: self = .sha256
        case Algorithm.rsaSHA512: self = .sha512
        default: return nil
        }
    }

    func digest(of bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .sha256: SHA256.digest(of: bytes)
        case .sha512: SHA512.digest(of: bytes)
        }
    }
}
