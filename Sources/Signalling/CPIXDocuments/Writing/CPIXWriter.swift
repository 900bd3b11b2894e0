package import Ciphers
package import WipedMemory
import XMLDocuments

/// Writes CPIX documents of one dialect: elements in the order of the schema, one a line, two spaces for each level.
///
/// The same document gives the same bytes, but for what encryption draws at random.
package struct CPIXWriter: Sendable {
    /// What the document is written as.
    package var dialect: CPIXDocument.Dialect
    /// To whom keys are encrypted; without a recipient they are in the clear.
    package var recipients: [Certificate] = []
    /// Who signs the document; nil for nobody.
    package var signer: SigningIdentity?

    /// A writer of plain documents.
    package init(_ dialect: CPIXDocument.Dialect) {
        self.dialect = dialect
    }

    /// The bytes of a document; `.inexpressible` where the dialect cannot say what the document does.
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
            throw .inexpressible(reason: "\(what) would hold a character that XML cannot hold")
        } catch let error as CipherError {
            throw .cipher(error)
        } catch {
            throw .inexpressible(reason: "the document cannot be written")
        }
        let bytes = tree.withBytes(indents: true) { SecretBytes(copying: $0) }
        guard let signer else { return bytes }
        return try sign(bytes, signer)
    }

    /// The white space of `bytes` is signed, too, so it has to be in the tree.
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
