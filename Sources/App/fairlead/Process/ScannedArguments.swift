/// The options and operands of a command line, separated without a parser.
struct ScannedArguments {
    /// An option with its long name, without dashes.
    struct Option {
        let name: String
        /// The value, or nil if the option is a flag or the last word.
        let value: String?
    }

    private static let shortNames = ["-o": "output", "-q": "quiet", "-v": "verbose"]

    /// The options, in order.
    private(set) var options: [Option] = []
    /// The words that are neither options nor their values.
    private(set) var operands: [String] = []

    /// Separates the arguments after the name of a command; options that are not in `kinds` take a value.
    init(_ arguments: ArraySlice<String>, kinds: [String: JobFile.OptionKind]) {
        var rest = arguments
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                return
            }
            guard word.hasPrefix("-"), word.count > 1 else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let first = String(parts[0])
            let name = Self.shortNames[first] ?? String(first.drop { $0 == "-" })
            // Short options other than `-o` are flags and can be combined.
            let isShort = !first.hasPrefix("--") && name != "output"
            let isFlag = isShort || kinds[name] == .flag || first == "--help"
            let value = parts.count == 2 ? String(parts[1]) : isFlag ? nil : rest.popFirst()
            options.append(Option(name: name, value: value))
        }
    }

    /// Returns the last value of an option, or nil if it has none.
    func value(_ name: String) -> String? { options.last { $0.name == name }?.value }
}
