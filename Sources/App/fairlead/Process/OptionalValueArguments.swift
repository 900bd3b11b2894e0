/// The expansion of options with an optional value, which the argument parser does not support:
/// `--reuse-key [RENDITION]`.
///
/// The name of a rendition has no extension, so that a playlist after the option is the argument of the
/// command.
enum OptionalValueArguments {
    private static let names: Set = ["--reuse-key"]
    /// The value for an option without one.
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
