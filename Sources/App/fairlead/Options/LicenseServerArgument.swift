import ArgumentParser

/// The name of a license server, as its users agreed on it.
struct LicenseServerArgument: ExpressibleByArgument {
    let name: String

    /// Accepts 1 to 200 bytes without control characters.
    init?(argument: String) {
        guard (1...200).contains(argument.utf8.count),
            !argument.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        name = argument
    }
}
