/// `DeliveryData`: a recipient that keys are encrypted to.
package struct CPIXDelivery: Hashable, Sendable {
    /// `@name`.
    package var name: String?
    /// Whom the certificate names; nil where there is none, or none that can be read.
    package var subject: String?
    /// The DER form of the certificate.
    package var certificate: [UInt8]?
    /// Number of document keys for the recipient.
    var documentKeyCount: Int
}
