/// A recipient that keys are encrypted to (`DeliveryData`).
package struct CPIXDelivery: Hashable, Sendable {
    /// The name of the recipient (`@name`), or nil if there is none.
    package var name: String?
    /// The subject of the certificate, or nil if there is no readable certificate.
    package var subject: String?
    /// The certificate in DER, or nil if there is none.
    var certificate: [UInt8]?
    /// The number of document keys for the recipient.
    var documentKeyCount: Int
}
