/// The XML namespaces of CPIX documents.
enum Namespace {
    static let cpix = "urn:dashif:org:cpix"
    static let pskc = "urn:ietf:params:xml:ns:keyprov:pskc"
    static let ds = "http://www.w3.org/2000/09/xmldsig#"
    static let xenc = "http://www.w3.org/2001/04/xmlenc#"
    static let speke = "urn:aws:amazon:com:speke"
}
