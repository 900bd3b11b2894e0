import Ciphers
import XMLDocuments

/// A verifier of a document's signatures (XML Signature Syntax and Processing 1.1, the parts that CPIX uses).
struct SignatureReader {
    /// The greatest number of signatures; also the number of certificates per signature that are tried.
    private static let limit = 16
    /// The greatest number of references in all signatures; each canonicalizes the document.
    private static let referenceLimit = 64

    private let root: XMLElement
    private let signatures: [XMLElement]
    private let elementsByID: [String: [XMLElement]]

    init(_ root: XMLElement) throws(CPIXError) {
        self.root = root
        let allSignatures = root.descendants.filter { $0.name == "Signature" && $0.namespace == Namespace.ds }
        let children = root.children("Signature", in: Namespace.ds)
        guard children.count <= Self.limit else {
            throw .signature(
                reason: "there are too many signatures (\(children.count), expected at most \(Self.limit))"
            )
        }
        if let nestedSignature = allSignatures.first(where: { !children.contains($0) }) {
            throw .signature(reason: "line \(nestedSignature.line): the Signature is not a child of CPIX")
        }
        signatures = children
        let references = root.descendants.filter { $0.name == "Reference" && $0.namespace == Namespace.ds }
        guard references.count <= Self.referenceLimit else {
            throw .signature(
                reason:
                    "there are too many references (\(references.count), expected at most \(Self.referenceLimit))"
            )
        }
        guard !signatures.isEmpty else {
            elementsByID = [:]
            return
        }
        elementsByID = Dictionary(grouping: root.descendants.filter { $0.attribute("id") != nil }) {
            $0.attribute("id") ?? ""
        }
    }

    /// Verifies all signatures; throws if one is invalid or if they do not satisfy `signers`.
    func verified(by signers: CPIXReader.Signers) throws(CPIXError) -> [CPIXSignature] {
        var verifiedSignatures: [CPIXSignature] = []
        var coveredElements: [XMLElement] = []
        for element in signatures {
            let (signature, targets) = try verify(element)
            verifiedSignatures.append(signature)
            guard case .only(let certificates) = signers,
                certificates.contains(where: { $0.der == signature.certificate.der })
            else { continue }
            coveredElements += targets
        }
        if case .only = signers { try requireCoverage(by: coveredElements) }
        return verifiedSignatures
    }

    /// Throws unless trusted signers signed the whole document or each of its lists.
    private func requireCoverage(by coveredElements: [XMLElement]) throws(CPIXError) {
        guard !coveredElements.contains(root) else { return }
        if let uncoveredElement = root.children.first(where: {
            !signatures.contains($0) && !coveredElements.contains($0)
        }) {
            throw .signature(
                reason: "line \(uncoveredElement.line): no accepted signer signed \(uncoveredElement.name)"
            )
        }
        // Signatures over the lists alone do not cover the content id.
        let attributes = ["contentId", "id"].compactMap(root.attribute)
        guard attributes.isEmpty, !coveredElements.isEmpty else {
            throw .signature(reason: "no accepted signer signed the document as a whole")
        }
    }

    private func verify(_ signature: XMLElement) throws(CPIXError) -> (CPIXSignature, [XMLElement]) {
        guard let signedInfo = try signature.onlyChild("SignedInfo", in: [Namespace.ds]),
            let value = try signature.onlyChild("SignatureValue", in: [Namespace.ds])
        else { throw signature.failure("no SignedInfo or SignatureValue") }
        let certificate = try signer(of: signature, signedInfo, try value.bytes())
        let elements = signedInfo.children("Reference", in: Namespace.ds)
        guard !elements.isEmpty else { throw signedInfo.failure("no Reference") }
        var targets: [XMLElement] = []
        var ids: [String] = []
        for element in elements {
            let reference = try SignatureReference(element, elements: self.elementsByID)
            let isValid = try convertingErrors(element) { () throws(XMLError) in
                try reference.matchesDigest(in: signature)
            }
            guard isValid else {
                throw .signature(
                    reason:
                        "line \(element.line): the document was changed after \(certificate.subject) signed it"
                )
            }
            targets.append(reference.coveredElement ?? root)
            if let id = reference.id { ids.append(id) }
        }
        let coverage: CPIXSignature.Coverage = targets.contains(root) ? .document : .elements(ids)
        return (CPIXSignature(certificate: certificate, coverage: coverage), targets)
    }

    /// Returns the certificate, of those in the signature, whose public key verifies it.
    private func signer(
        of signature: XMLElement,
        _ signedInfo: XMLElement,
        _ value: [UInt8]
    ) throws(CPIXError) -> Certificate {
        let form = try canonicalization(of: signedInfo)
        let digest = try digest(of: signedInfo)
        let (certificates, certificateError) = try certificates(of: signature)
        let signer = try convertingErrors(signedInfo) { () throws(XMLError) in
            try form.withOctets(of: root.document, only: signedInfo) { octets in
                certificates.first { $0.isValidSignature(value, of: octets, digest: digest) }
            }
        }
        if let signer { return signer }
        if let certificateError { throw .certificate(certificateError) }
        throw .signature(
            reason:
                "line \(signature.line): none of its certificates verifies it: it was changed, or signed with another key"
        )
    }

    /// Returns the result of `body`, or throws that the signature is invalid if canonicalization fails.
    private func convertingErrors<Result>(
        _ element: XMLElement,
        _ body: () throws(XMLError) -> Result
    ) throws(CPIXError) -> Result {
        do {
            return try body()
        } catch {
            throw .signature(reason: "line \(element.line): \(error)")
        }
    }

    private func canonicalization(of signedInfo: XMLElement) throws(CPIXError) -> CanonicalXML {
        guard let method = try signedInfo.onlyChild("CanonicalizationMethod", in: [Namespace.ds]) else {
            throw signedInfo.failure("no CanonicalizationMethod")
        }
        let algorithm = try method.required("Algorithm")
        guard let form = CanonicalXML(algorithm: algorithm), method.children.isEmpty else {
            throw .unsupported(line: method.line, element: method.name, algorithm: algorithm)
        }
        return form
    }

    private func digest(of signedInfo: XMLElement) throws(CPIXError) -> SignatureDigest {
        guard let method = try signedInfo.onlyChild("SignatureMethod", in: [Namespace.ds]) else {
            throw signedInfo.failure("no SignatureMethod")
        }
        let algorithm = try method.required("Algorithm")
        guard let digest = SignatureDigest(signatureAlgorithm: algorithm), method.children.isEmpty else {
            throw .unsupported(line: method.line, element: method.name, algorithm: algorithm)
        }
        return digest
    }

    /// Returns the certificates that may be the signer's, and the error of the first unusable certificate.
    ///
    /// A chain may have more certificates than necessary, so it is not an error that one is unusable.
    private func certificates(
        of signature: XMLElement
    ) throws(CPIXError) -> (usable: [Certificate], unusable: CertificateError?) {
        let data = signature.child("KeyInfo", in: Namespace.ds)?.children("X509Data", in: Namespace.ds) ?? []
        var certificates: [Certificate] = []
        var certificateError: CertificateError?
        for element in data.flatMap({ $0.children("X509Certificate", in: Namespace.ds) }).prefix(Self.limit) {
            let der = try element.bytes()
            do {
                certificates.append(try Certificate(reading: der))
            } catch {
                certificateError = certificateError ?? error
            }
        }
        guard !certificates.isEmpty || certificateError != nil else {
            throw signature.failure("no X509Certificate")
        }
        return (certificates, certificateError)
    }
}
