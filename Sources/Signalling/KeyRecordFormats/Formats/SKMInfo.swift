import Ciphers
import KeyStore

/// The values without an SKM field, in the free-form string `info` of an SKM object.
struct SKMInfo {
    var iv: InitializationVector?
    var period: Int?
    var generation: Int?
    var track: String?

    init(_ record: KeyRecord) {
        iv = record.iv
        period = record.identity.period
        generation = record.identity.generation
        track = record.identity.track
    }

    /// Parses the string; all values are nil if it was not written by fairlead.
    init(parsing text: String) {
        let parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4,
            let iv = Self.value("iv", parts[0]).flatMap({ InitializationVector(hexadecimal: $0) }),
            let period = Self.value("period", parts[1]).flatMap({ Int($0) }),
            let generation = Self.value("generation", parts[2]).flatMap({ Int($0) }),
            let track = Self.value("track", parts[3])
        else { return }
        self.iv = iv
        self.period = period
        self.generation = generation
        self.track = String(track)
    }

    /// The string; the track comes last because it may contain any character.
    var text: String {
        "iv=\(iv?.hexadecimal ?? "") period=\(period ?? 0) generation=\(generation ?? 1) track=\(track ?? "")"
    }

    private static func value(_ name: String, _ part: Substring) -> Substring? {
        let prefix = name + "="
        guard part.utf8.starts(with: prefix.utf8) else { return nil }
        return Substring(part.utf8.dropFirst(prefix.utf8.count))
    }
}
