/// The keys of a template file and of what it declares.
enum TemplateKey: String {
    case name, summary
    case keyURI = "key_uri"
    case methods
    case keyPer = "key_per"
    case variables, example, type
    case defaultFrom = "default_from"

    /// The keys of the file itself.
    static let ofFile: [TemplateKey] = [.name, .summary, .keyURI, .methods, .keyPer, .variables, .example]

    /// The keys of a variable's declaration.
    static let ofVariable: [TemplateKey] = [.summary, .type, .defaultFrom]
}
