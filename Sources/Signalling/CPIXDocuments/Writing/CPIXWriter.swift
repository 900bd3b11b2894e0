package import Ciphers
package import WipedMemory
import XMLDocuments

/// A writer of CPIX documents in one dialect.
///
/// Elements have the order of the schema, one per line, indented by two spaces per level. The same document
/// gives the same bytes, except for the random values of encryption.
package struct CPIXWriter: Sendable {
    /// The dialect to write.
    var dialect: CPIXDocument.Dialect
    /// The certificates that keys are encrypted to, or empty for keys in the clear.
    package var recipients: [Certificate] = []
    /// The signer of the document, or nil for no signature.
    package var signer: SigningIdentity?

    /// Creates a writer of documents without encryption and signature.
    package init(_ dialect: CPIXDocument.Dialect) {
        self.dialect = dialect
    }

    /// Writes a document; throws `.inexpressible` if the dialect cannot represent it.
    package func write(_ document: CPIXDocument) throws(CPIXError) -> SecretBytes {
        let document = try DialectRules(dialect).checked(document)
        let encryption = recipients.isEmpty ? nil : DocumentEncryption(recipients: recipients)
        let tree: XMLDocument
        do {
            tree = try CPIXTreeBuilder(
                dialect: dialect,
                document: document,
                encryption: encryption,
                isSigned: signer != nil
            ).tree()
        } catch let error as XMLError {
            guard case .unwritable(let what) = error else { throw .xml(error) }
            throw .inexpressible(reason: "\(what) would contain a character that XML does not allow")
        } catch let error as CipherError {
            throw .cipher(error)
        } catch {
            throw .inexpressible(reason: "the document cannot be written")
        }
        let bytes = tree.withBytes(indents: true) { SecretBytes(copying: $0) }
        guard let signer else { return bytes }
        return try sign(bytes, signer)
    }

    /// Signs a document after parsing it again, because the signature also covers the white space in `bytes`.
    private func sign(
        _ bytes: borrowing SecretBytes,
        _ signer: SigningIdentity
    ) throws(CPIXError) -> SecretBytes {
        let tree: XMLDocument
        do {
            tree = try bytes.withSpan { (bytes) throws(XMLError) in try XMLDocument(reading: bytes) }
        } catch {
            throw .xml(error)
        }
        try SignatureWriter(signer: signer).sign(tree)
        return tree.withBytes(indents: false) { SecretBytes(copying: $0) }
    }
}
