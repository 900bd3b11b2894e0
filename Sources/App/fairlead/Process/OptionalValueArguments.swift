/// Options whose value may be left out, which the argument parser does not know: `--reuse-key [RENDITION]`.
///
/// A rendition's name has no ending, so a playlist behind the option is the argument of the command.
enum OptionalValueArguments {
    private static let names: Set = ["--reuse-key"]
    /// What stands for the value that was left out.
    static let all = "*"

    static func expand(_ arguments: [String]) -> [String] {
        var expanded: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument != "--" else { return expanded + [argument] + rest }
            guard names.contains(argument) else {
                expanded.append(argument)
                continue
            }
            if let value = rest.first, isValue(value) {
                rest.removeFirst()
                expanded.append("\(argument)=\(value)")
            } else {
                expanded.append("\(argument)=\(all)")
            }
        }
        return expanded
    }

    private static func isValue(_ argument: String) -> Bool {
        let lowercased = argument.lowercased()
        return !argument.hasPrefix("-") && !lowercased.hasSuffix(".m3u8") && !lowercased.hasSuffix(".m3u")
    }
}
