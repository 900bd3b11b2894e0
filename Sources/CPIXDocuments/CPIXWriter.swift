package import Ciphers

/// Writes CPIX documents of one dialect.
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

    /// The bytes of a document.
    package func write(_ document: CPIXDocument) throws(CPIXError) -> SecretBytes {
        throw .inexpressible(reason: "not there yet")
    }
}
