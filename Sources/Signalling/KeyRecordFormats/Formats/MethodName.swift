/// The METHOD of key lines and the words that options and records have for it.
enum MethodName {
    private static let names = [
        ("aes-128", "AES-128"), ("sample-aes", "SAMPLE-AES"), ("sample-aes-ctr", "SAMPLE-AES-CTR"),
        (sealed, "AES-256-GCM"),
    ]
    /// The one whose keys have 32 bytes.
    static let sealed = "aes-256-gcm"

    /// The words of records.
    static var words: [String] { names.map(\.0) }

    /// Whether whole segments are encrypted, which no scheme of common encryption says.
    static func isOfWholeSegments(_ method: String) -> Bool { method == "aes-128" || method == sealed }

    /// METHOD for a method of a record; nil for one that is not known.
    static func attribute(of method: String) -> String? {
        names.first { $0.0 == method }?.1
    }

    /// The method of a record for METHOD; nil for one that is not known.
    static func option(of attribute: String) -> String? {
        names.first { $0.1 == attribute }?.0
    }
}
