/// A job for a command in a file: its inputs, and its options by their names.
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
    /// What an option takes, and whether it may be given several times.
    enum OptionKind: Hashable, Sendable {
        /// Nothing: in a file `true` or `false`.
        case flag
        /// One value.
        case value
        /// One value or a list.
        case values
    }

    /// An input, and what is said of it.
    struct Input: Hashable, Sendable {
        /// The file, as a command line would name it.
        let path: String
        /// Keys and values, in the order of the file.
        let values: [Value]
    }

    /// A key with one of its values.
    struct Value: Hashable, Sendable {
        /// The key.
        let key: String
        /// The text of the scalar; of a flag that is set, and of `true`, "true"; of `false`, "false".
        let text: String
    }

    /// The inputs, in order.
    let inputs: [Input]
    /// The options, in order; one that has several values, several times.
    ///
    /// A flag that is not set is left out.
    let options: [Value]

    /// The largest file that is read, in bytes.
    static let maximumBytes = 1 << 20
}
