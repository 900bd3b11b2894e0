import Inspection

/// Reports WebVTT segments under a key of sample encryption, which leaves text clear.
enum ClearTextCheck: ClearBytesCheck {
    static func findings(on bytes: ClearBytes) -> [Finding] {
        guard bytes.isText, bytes.item.hasEncryptedSamples else { return [] }
        let message =
            "a key line applies to the WebVTT segment, but sample encryption leaves WebVTT clear"
        return [bytes.item.finding(.notProtected, message, severity: .warning)]
    }
}
