import ProtectionTerms

extension TemplateRule {
    static let sharedByKeys = TemplateRule(
        id: "keys-share-uri",
        severity: .error,
        summary: "two keys of one title have one URI",
        key: .keyURI
    ) { subject in
        func isShared(_ part: TemplateSample.Part) -> Bool {
            let samples = subject.plainSamples
            return samples.contains { one in
                samples.contains { other in
                    one.text != nil && one.text == other.text && one.differs(only: part, from: other)
                }
            }
        }
        var hits: [Hit] = []
        if isShared(.track) {
            let keyPer = subject.template.keyGranularity.rawValue
            hits.append(
                Hit(
                    "the keys that key_per: \(keyPer) asks for have the same URI, and players cache keys by URI. Add {track} or {key_id}."
                )
            )
        }
        for (isShared, option) in [
            (isShared(.period), CommandOption.rotateEvery.rawValue),
            (isShared(.generation), CommandOption.newKey.rawValue),
        ]
        where isShared {
            hits.append(
                Hit(
                    "\(option) is refused: the URI stays the same. Add {period} and {generation}, or {key_id}, if titles need it.",
                    .note
                )
            )
        }
        return hits
    }
}
