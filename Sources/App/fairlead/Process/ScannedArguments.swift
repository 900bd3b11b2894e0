/// The words of a command line, told apart without a parser: which options it names, with their values.
struct ScannedArguments {
    /// An option, by its long name without dashes.
    struct Option {
        let name: String
        /// Nil of a flag, and where the command line ends before it.
        let value: String?
    }

    private static let shortNames = ["-o": "output", "-q": "quiet", "-v": "verbose"]

    /// The options, in their order.
    private(set) var options: [Option] = []
    /// The words that are none.
    private(set) var operands: [String] = []

    /// The words behind the name of a command; `kinds` are those of its options, and others take a value.
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
            // Short options other than `-o` are flags, and may stand together.
            let isShort = !first.hasPrefix("--") && name != "output"
            let isFlag = isShort || kinds[name] == .flag || first == "--help"
            let value = parts.count == 2 ? String(parts[1]) : isFlag ? nil : rest.popFirst()
            options.append(Option(name: name, value: value))
        }
    }

    /// The last value of an option.
    func value(_ name: String) -> String? { options.last { $0.name == name }?.value }
}
