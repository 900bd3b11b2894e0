/// The `GROUP-ID` values of audio: the given one, else the codec, extended if groups with that codec differ.
struct AudioGroupIDs: Sendable {
    private let ids: [Int: String]

    /// - Parameter renditions: all renditions of the presentation.
    init(_ renditions: [PlannedRendition]) {
        var open: [(index: Int, sound: AudioDescription, name: String)] = []
        var ids: [Int: String] = [:]
        for (index, rendition) in renditions.enumerated() {
            guard let sound = rendition.audio else { continue }
            if let given = rendition.input.group {
                ids[index] = given
            } else {
                open.append((index, sound, rendition.title))
            }
        }
        let given = Set(ids.values)
        for (index, sound, _) in open {
            let family = open.filter { $0.sound.family == sound.family }
            let sameChannels = family.filter { $0.sound.channels == sound.channels }
            var id = "aud-" + sound.family
            if Set(family.map(\.sound.channels)).count > 1 { id += "-" + Self.word(sound.channels) }
            // The same content in two profiles of one codec: HE-AAC beside AAC LC.
            let forms = Dictionary(grouping: sameChannels, by: \.name).values
            if forms.contains(where: { Set($0.map(\.sound.codecs)).count > 1 }) {
                id += "-" + Self.word(sound.codecs)
            }
            while given.contains(id) { id += "-2" }
            ids[index] = id
        }
        self.ids = ids
    }

    /// Returns the group of the audio rendition with this index.
    func id(of index: Int) -> String { ids[index] ?? "aud" }

    /// Returns a text in lowercase with hyphens for everything except letters and digits.
    private static func word(_ text: String) -> String {
        String(text.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
    }
}
