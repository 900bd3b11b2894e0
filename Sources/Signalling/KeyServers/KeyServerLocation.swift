package import Failures
package import HTTPTransfers
import KeyStore

/// The interface and URL of a key server (`--key-server`).
package struct KeyServerLocation: Hashable, Sendable {
    /// The protocol of a key server.
    package enum Interface: String, CaseIterable, Sendable {
        /// AWS SPEKE v2.0.
        case speke2 = "speke"
        /// AWS SPEKE v1.0.
        case speke1
    }

    let interface: Interface
    package let url: HTTPURL

    /// The name for messages: scheme, host and port.
    var label: String { url.label }

    /// Parses `speke:https://HOST/PATH` or `speke1:https://HOST/PATH`.
    ///
    /// Errors never show the URL, which may contain a token.
    package init(_ text: String) throws(RunFailure) {
        let name = text.prefix { $0 != ":" }
        guard name.count < text.count, let interface = Interface(rawValue: String(name)) else {
            throw .invalidField(
                name: "key server",
                found: "no speke: or speke1: at the start",
                expected: "speke:https://HOST/PATH, or speke1:https://HOST/PATH for SPEKE v1"
            )
        }
        self.interface = interface
        do {
            url = try HTTPURL(String(text.dropFirst(name.count + 1)))
        } catch {
            if case .missingLibrary(let error) = error { throw .missingLibrary(error) }
            throw .invalidField(
                name: "key server",
                found: error.description,
                expected: "\(name):https://HOST/PATH"
            )
        }
    }
}
