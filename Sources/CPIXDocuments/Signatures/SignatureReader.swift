internal import Ciphers
internal import XMLDocuments

/// Checks the signatures of a document (XML Signature Syntax and Processing 1.1, as far as CPIX uses it).
struct SignatureReader {
    /// More than that are refused: each canonicalises the document.
    private static let limit = 32

    private let root: XMLElement
    private let signatures: [XMLElement]
    private let elements: [String: [XMLElement]]

    init(_ root: XMLElement) throws(CPIXError) {
        self.root = root
        let all = root.descendants.filter { $0.name == "Signature" && $0.namespace == Namespace.ds }
        signatures = root.children("Signature", in: Namespace.ds)
        guard all.count == signatures.count else {
            throw .signature(reason: "one is not directly in CPIX")
        }
        guard signatures.count <= Self.limit else {
            throw .signature(
                reason: "there are too many (\(signatures.count), expected at most \(Self.limit))"
            )
        }
        guard !signatures.isEmpty else {
            elements = [:]
            return
        }
        elements = Dictionary(grouping: root.descendants.filter { $0.attribute("id") != nil }) {
            $0.attribute("id") ?? ""
        }
    }

    /// The signatures, which all hold, and are enough for `signers`.
    func verified(by signers: CPIXReader.Signers) throws(CPIXError) -> [CPIXSignature] {
        var verified: [CPIXSignature] = []
        var covered: [XMLElement] = []
        for element in signatures {
            let (signature, targets) = try verify(element)
            verified.append(signature)
            guard case .only(let certificates) = signers,
                certificates.contains(where: { $0.der == signature.certificate.der })
            else { continue }
            covered += targets
        }
        if case .only = signers { try requireCoverage(by: covered) }
        return verified
    }

    /// Whether all that is read is signed by somebody trusted: the whole document, or each of its lists.
    private func requireCoverage(by covered: [XMLElement]) throws(CPIXError) {
        guard !covered.contains(root) else { return }
        if let open = root.children.first(where: { !signatures.contains($0) && !covered.contains($0) }) {
            throw .signature(
                reason: "line \(open.line): nobody of those who may sign the document signed \(open.name)"
            )
        }
        // The lists alone do not say what content they are for.
        let attributes = ["contentId", "id"].compactMap(root.attribute)
        guard attributes.isEmpty, !covered.isEmpty else {
            throw .signature(reason: "nobody of those who may sign the document signed it as a whole")
        }
    }

    private func verify(_ signature: XMLElement) throws(CPIXError) -> (CPIXSignature, [XMLElement]) {
        guard let signedInfo = try signature.only("SignedInfo", in: [Namespace.ds]),
            let value = try signature.only("SignatureValue", in: [Namespace.ds])
        else { throw signature.failure("no SignedInfo or SignatureValue") }
        let certificate = try signer(of: signature, signedInfo, try value.bytes())
        let elements = signedInfo.children("Reference", in: Namespace.ds)
        guard (1...Self.limit).contains(elements.count) else {
            throw signedInfo.failure("\(elements.count) references (expected 1 to \(Self.limit))")
        }
        var targets: [XMLElement] = []
        var ids: [String] = []
        for element in elements {
            let reference = try SignatureReference(element, elements: self.elements)
            guard reference.holds(in: signature) else {
                throw .signature(
                    reason:
                        "line \(element.line): the document was changed after \(certificate.subject) signed it"
                )
            }
            targets.append(reference.target ?? root)
            if let id = reference.id { ids.append(id) }
        }
        let coverage: CPIXSignature.Coverage = targets.contains(root) ? .document : .elements(ids)
        return (CPIXSignature(certificate: certificate, coverage: coverage), targets)
    }

    /// The certificate among those given whose key made the signature.
    private func signer(
        of signature: XMLElement,
        _ signedInfo: XMLElement,
        _ value: [UInt8]
    ) throws(CPIXError) -> Certificate {
        let form = try canonicalization(of: signedInfo)
        let digest = try digest(of: signedInfo)
        for certificate in try certificates(of: signature) {
            let isSigner = form.withOctets(of: root.document, only: signedInfo) {
                certificate.verify(value, of: $0, digest: digest)
            }
            if isSigner { return certificate }
        }
        throw .signature(
            reason: "line \(signature.line): no certificate in it belongs to the key that signed"
        )
    }

    private func canonicalization(of signedInfo: XMLElement) throws(CPIXError) -> CanonicalXML {
        guard let method = try signedInfo.only("CanonicalizationMethod", in: [Namespace.ds]) else {
            throw signedInfo.failure("no CanonicalizationMethod")
        }
        let algorithm = try method.required("Algorithm")
        guard let form = CanonicalXML(algorithm: algorithm), method.children.isEmpty else {
            throw .unsupported(line: method.line, element: method.name, algorithm: algorithm)
        }
        return form
    }

    private func digest(of signedInfo: XMLElement) throws(CPIXError) -> SignatureDigest {
        guard let method = try signedInfo.only("SignatureMethod", in: [Namespace.ds]) else {
            throw signedInfo.failure("no SignatureMethod")
        }
        let algorithm = try method.required("Algorithm")
        guard let digest = SignatureDigest(signatureAlgorithm: algorithm), method.children.isEmpty else {
            throw .unsupported(line: method.line, element: method.name, algorithm: algorithm)
        }
        return digest
    }

    private func certificates(of signature: XMLElement) throws(CPIXError) -> [Certificate] {
        let data = signature.child("KeyInfo", in: Namespace.ds)?.children("X509Data", in: Namespace.ds) ?? []
        var certificates: [Certificate] = []
        for element in data.flatMap({ $0.children("X509Certificate", in: Namespace.ds) }).prefix(Self.limit) {
            let der = try element.bytes()
            do {
                certificates.append(try Certificate(reading: der))
            } catch {
                throw .certificate(error)
            }
        }
        guard !certificates.isEmpty else { throw signature.failure("no X509Certificate") }
        return certificates
    }
}
