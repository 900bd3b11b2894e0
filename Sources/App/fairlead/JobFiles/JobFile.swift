/// A job for a command, read from a file: inputs, and options by their long names.
///
///     inputs:
///       - 1080p.mp4
///       - path: audio.mp4
///         language: fr
///         default: yes
///     output: out
///     segment-duration: 4
///     set: [entitlement=a, title=b]
struct JobFile: Hashable, Sendable {
    /// The values that an option takes.
    enum OptionKind: Hashable, Sendable {
        /// No value: `true` or `false` in a file.
        case flag
        /// One value.
        case value
        /// One value or a list.
        case values
    }

    /// An input with its parameters.
    struct Input: Hashable, Sendable {
        /// The path of the file, as on a command line.
        let path: String
        /// The parameters, in the order of the file.
        let values: [Value]
    }

    /// A key with one of its values.
    struct Value: Hashable, Sendable {
        let key: String
        /// The text of the scalar; "true" or "false" for a flag.
        let text: String
    }

    /// The inputs, in order.
    let inputs: [Input]
    /// The options, in order, with one element for each value of an option.
    ///
    /// A flag that is not set is omitted.
    let options: [Value]

    /// The maximum size of a file, in bytes.
    static let maximumBytes = 1 << 20
}
