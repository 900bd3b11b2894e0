import Ciphers
import TextFormats
import XMLDocuments

/// A reference of a signature to the element or document that it covers, with its digest (`ds:Reference`).
struct SignatureReference {
    /// The covered element with its contents, or nil for the document.
    let coveredElement: XMLElement?
    /// The id in the URI `#id`, or nil for the document.
    let id: String?
    private let isEnveloped: Bool
    private let form: CanonicalXML
    private let digest: SignatureDigest
    private let expectedDigest: [UInt8]

    /// Reads a reference to the document that contains it, or to an element of this document.
    ///
    /// - Parameters:
    ///   - element: the `ds:Reference`.
    ///   - elements: the elements of the document, by `id`.
    /// - Throws: `CPIXError` if the reference is malformed, unsupported, or covers something else.
    init(_ element: XMLElement, elements: [String: [XMLElement]]) throws(CPIXError) {
        let uri = try element.required("URI")
        guard uri.isEmpty || uri.hasPrefix("#") else {
            throw .signature(reason: "line \(element.line): it covers something outside the document")
        }
        id = uri.isEmpty ? nil : String(uri.dropFirst())
        coveredElement = try id.map { (id) throws(CPIXError) in
            // If two elements had the same id, one could be signed and the other one read.
            guard let candidates = elements[id], candidates.count == 1 else {
                throw .signature(
                    reason:
                        "line \(element.line): the number of elements with id \(QuotedText.text(id)) is not one"
                )
            }
            return candidates[0]
        }
        (isEnveloped, form) = try Self.transforms(of: element)
        guard let method = try element.onlyChild("DigestMethod", in: [Namespace.ds]),
            let value = try element.onlyChild("DigestValue", in: [Namespace.ds])
        else { throw element.failure("no DigestMethod or DigestValue") }
        let algorithm = try method.required("Algorithm")
        guard let digest = SignatureDigest(digestAlgorithm: algorithm) else {
            throw .unsupported(line: method.line, element: method.name, algorithm: algorithm)
        }
        self.digest = digest
        self.expectedDigest = try value.bytes()
    }

    /// Indicates whether the digest matches the covered data, in the document that contains `signature`.
    func matchesDigest(in signature: XMLElement) throws(XMLError) -> Bool {
        let actualDigest = try form.withOctets(
            of: signature.document,
            only: coveredElement,
            except: isEnveloped ? signature : nil
        ) { digest.digest(of: $0) }
        return actualDigest == expectedDigest
    }

    /// Returns whether the signature itself is left out, and the canonical form.
    ///
    /// Comments never count (XML Signature 4.4.3.3).
    private static func transforms(of element: XMLElement) throws(CPIXError) -> (Bool, CanonicalXML) {
        var isEnveloped = false
        // The default canonical form without a transform (XML Signature 4.4.3.2).
        var form = CanonicalXML(.inclusive10)
        let transforms = try element.onlyChild("Transforms", in: [Namespace.ds])?.children ?? []
        for (index, transform) in transforms.enumerated() {
            let algorithm = try transform.required("Algorithm")
            if algorithm == Algorithm.enveloped, index == 0 {
                isEnveloped = true
            } else if let known = CanonicalXML(algorithm: algorithm), index == transforms.count - 1,
                transform.children.isEmpty
            {
                form = CanonicalXML(known.version)
            } else {
                throw .unsupported(line: transform.line, element: transform.name, algorithm: algorithm)
            }
        }
        return (isEnveloped, form)
    }
}
