/// A set of secret texts that are found in one pass over a URI, however many there are.
struct SecretForms {
    /// The minimum length of a text, in bytes; shorter ones would match everywhere.
    static let shortest = 4

    private static let mark = Array("…".utf8)

    /// The texts by their first four bytes, the longest first.
    private var byStart: [UInt32: [[UInt8]]] = [:]

    mutating func insert(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= Self.shortest else { return }
        var forms = byStart[Self.start(of: bytes, at: 0)] ?? []
        guard !forms.contains(bytes) else { return }
        forms.insert(bytes, at: forms.firstIndex { $0.count < bytes.count } ?? forms.endIndex)
        byStart[Self.start(of: bytes, at: 0)] = forms
    }

    /// Returns a text with `…` in place of each secret, the longest if several begin at one position.
    func redacted(_ text: String) -> String {
        guard !byStart.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var shown: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let form = form(in: bytes, at: index) {
                shown += Self.mark
                index += form.count
            } else {
                shown.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    private func form(in bytes: [UInt8], at index: Int) -> [UInt8]? {
        guard index + Self.shortest <= bytes.count else { return nil }
        return byStart[Self.start(of: bytes, at: index)]?.first { bytes[index...].starts(with: $0) }
    }

    private static func start(of bytes: [UInt8], at index: Int) -> UInt32 {
        bytes[index..<index + shortest].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
