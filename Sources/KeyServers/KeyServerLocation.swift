/// Where keys are asked for (`--key-server`).
package enum KeyServerLocation: Hashable, Sendable {
    /// AWS SPEKE v2 (the default of `speke:`) at a URL.
    case speke2(url: String)
    /// AWS SPEKE v1 at a URL.
    case speke1(url: String)
}
