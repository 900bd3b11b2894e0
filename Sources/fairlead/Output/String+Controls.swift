extension String {
    /// The text with its control characters spelled out: a file's name must not look like another message.
    var escapingControls: String {
        unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }.joined()
    }
}
