/// Texts that may not be shown, found in one pass over a URI however many there are.
struct SecretForms {
    /// Shorter ones are not looked for: they would be found everywhere.
    static let shortest = 4

    private static let mark = Array("…".utf8)

    /// The texts by their first bytes, the longest ones first.
    private var byStart: [UInt32: [[UInt8]]] = [:]

    /// Adds a text, unless it is too short.
    mutating func insert(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= Self.shortest else { return }
        var forms = byStart[Self.start(of: bytes, at: 0)] ?? []
        guard !forms.contains(bytes) else { return }
        forms.insert(bytes, at: forms.firstIndex { $0.count < bytes.count } ?? forms.endIndex)
        byStart[Self.start(of: bytes, at: 0)] = forms
    }

    /// A text with a mark in the place of each that is found; where several begin, the longest goes.
    func removed(from text: String) -> String {
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
