/// The expansion of options with an optional value, which the argument parser does not support:
/// `--reuse-key [RENDITION]`.
///
/// The next word is the value, unless it begins with `-`, which is another option, or ends in `.m3u8` or
/// `.m3u`, which is the playlist that the command reads.
enum OptionalValueArguments {
    private static let names: Set = ["--reuse-key"]
    /// The value of an option without one: all renditions.
    static let allRenditions = "*"

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
                expanded.append("\(argument)=\(allRenditions)")
            }
        }
        return expanded
    }

    private static func isValue(_ argument: String) -> Bool {
        let lowercased = argument.lowercased()
        return !argument.hasPrefix("-") && !lowercased.hasSuffix(".m3u8") && !lowercased.hasSuffix(".m3u")
    }
}
