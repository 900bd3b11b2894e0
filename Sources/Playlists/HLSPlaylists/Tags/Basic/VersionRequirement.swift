/// A feature of a playlist that needs a protocol version (RFC 8216bis 8).
///
/// The definitions of tags and attributes have the version that introduced them. This type adds the features
/// that depend on values and on other tags.
package struct VersionRequirement {
    /// The lowest version that has the feature.
    package let version: Int
    /// The name of the feature, for messages.
    package let feature: String
    /// The line of the first occurrence.
    package let line: Int

    /// Returns the feature that needs the greatest version, the first of several; nil if version 1 suffices.
    package static func greatest(of tags: TaggedLines) -> VersionRequirement? {
        let valueRequirements = [
            map(tags), sampleEncryption(tags), fractionalDuration(tags), inStreamID(tags), required(tags),
        ]
        let requirements =
            TagName.allCases.flatMap { definitionRequirements($0, tags) }
            + valueRequirements.compactMap(\.self)
        return requirements.filter { $0.version > 1 }.min { ($1.version, $0.line) < ($0.version, $1.line) }
    }

    /// Returns the version that a document needs; 1 if nothing needs more, or if the kind of the playlist is
    /// unknown.
    static func version(of document: PlaylistDocument) -> Int {
        guard let kind = PlaylistKind.likely(document) else { return 1 }
        return greatest(of: TaggedLines(document, kind))?.version ?? 1
    }

    /// Returns the tag and its attributes that the playlist uses, with the versions in their definitions.
    private static func definitionRequirements(_ tag: TagName, _ tags: TaggedLines) -> [VersionRequirement] {
        let definition = tag.definition
        // Section 8 names the attributes of EXT-X-KEY, not those of EXT-X-SESSION-KEY.
        guard tag != .sessionKey, definition.scope.kind ?? tags.kind == tags.kind,
            let line = tags.lineNumbers(tag).first
        else { return [] }
        var requirements = [
            VersionRequirement(version: definition.version, feature: definition.name, line: line)
        ]
        var unseenAttributes = definition.attributes.filter { $0.version > definition.version }
        for list in tags.attributes(tag) {
            guard !unseenAttributes.isEmpty else { break }
            let foundAttributes = unseenAttributes.filter { list.contains($0.name) }
            requirements += foundAttributes.map {
                VersionRequirement(version: $0.version, feature: $0.name, line: list.line)
            }
            unseenAttributes.removeAll(where: foundAttributes.contains)
        }
        return requirements
    }

    private static func map(_ tags: TaggedLines) -> VersionRequirement? {
        guard tags.kind == .media, !tags.has(.iFramesOnly), let line = tags.lineNumbers(.map).first else {
            return nil
        }
        return VersionRequirement(version: 6, feature: TagName.map.name, line: line)
    }

    private static func sampleEncryption(_ tags: TaggedLines) -> VersionRequirement? {
        guard tags.kind == .media else { return nil }
        let method = EncryptionKey.Method.sampleAES
        let list = tags.attributes(.key).first { $0.writtenValue("METHOD") == method.name }
        return list.map {
            VersionRequirement(version: method.neededVersion, feature: "METHOD=\(method.name)", line: $0.line)
        }
    }

    private static func fractionalDuration(_ tags: TaggedLines) -> VersionRequirement? {
        guard tags.kind == .media else { return nil }
        let line = tags.lines(.segmentInformation).first { line in
            line.value.prefix { $0 != ASCII.comma }.contains(ASCII.point)
        }
        return line.map { VersionRequirement(version: 3, feature: "a fractional EXTINF", line: $0.number) }
    }

    private static func inStreamID(_ tags: TaggedLines) -> VersionRequirement? {
        guard tags.kind == .multivariant else { return nil }
        let requirements = tags.attributes(.media).compactMap { list -> VersionRequirement? in
            guard let id = list.writtenValue("INSTREAM-ID") else { return nil }
            guard list.writtenValue("TYPE") == "CLOSED-CAPTIONS" else {
                return VersionRequirement(version: 13, feature: "INSTREAM-ID", line: list.line)
            }
            guard id.hasPrefix("\"SERVICE") else { return nil }
            return VersionRequirement(version: 7, feature: "INSTREAM-ID of a SERVICE", line: list.line)
        }
        return requirements.max { $0.version < $1.version }
    }

    /// Returns the first attribute that clients have to know: its name begins with `REQ-`.
    private static func required(_ tags: TaggedLines) -> VersionRequirement? {
        guard tags.kind == .multivariant else { return nil }
        for tag in [TagName.streamInformation, .iFrameStreamInformation] {
            for list in tags.attributes(tag) {
                let attribute = list.attributes.first { list.bytes[$0.nameRange].starts(with: "REQ-".utf8) }
                guard let attribute else { continue }
                return VersionRequirement(
                    version: 12,
                    feature: list.string(attribute.nameRange),
                    line: list.line
                )
            }
        }
        return nil
    }
}
