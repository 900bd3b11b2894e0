package import Failures
import FoundationEssentials

/// JSON for output, with sorted keys and without escaped slashes.
package enum JSONText {
    /// Encodes a value indented, with a final line feed.
    package static func pretty(_ value: some Encodable) throws(RunFailure) -> String {
        try encode(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]) + "\n"
    }

    /// Encodes a value on one line.
    package static func line(_ value: some Encodable) throws(RunFailure) -> String {
        try encode(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func encode(
        _ value: some Encodable,
        _ formatting: JSONEncoder.OutputFormatting
    ) throws(RunFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        let json = try mapErrors(to: { .fault($0, doing: "writing JSON") }) { () throws(any Error) in
            try encoder.encode(value)
        }
        return String(decoding: json, as: UTF8.self)
    }
}
