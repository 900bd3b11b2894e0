import Failures
import Presentations

extension String {
    /// The text as a human-readable message: shortened, with escaped control characters, and shortened again
    /// if the escapes make it too long.
    package var printableMessage: String { truncatedForMessage.escapingControls.truncatedForMessage }

    /// The text with escaped control characters, including those for text direction.
    ///
    /// A file name must not look like another message.
    package var escapingControls: String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
        }
        guard unicodeScalars.contains(where: isControl) else { return self }
        return unicodeScalars.map { isControl($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
    }
}
