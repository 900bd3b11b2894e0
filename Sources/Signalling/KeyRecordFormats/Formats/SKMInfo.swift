import Ciphers
import KeyStore

/// The `info` of an SKM object, an arbitrary string: what SKM has no field for.
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

    /// What a text says; one of somebody else says nothing.
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

    /// The text; the track is last, for it may hold anything.
    var text: String {
        "iv=\(iv?.hexadecimal ?? "") period=\(period ?? 0) generation=\(generation ?? 1) track=\(track ?? "")"
    }

    private static func value(_ name: String, _ part: Substring) -> Substring? {
        let prefix = name + "="
        guard part.utf8.starts(with: prefix.utf8) else { return nil }
        return Substring(part.utf8.dropFirst(prefix.utf8.count))
    }
}
