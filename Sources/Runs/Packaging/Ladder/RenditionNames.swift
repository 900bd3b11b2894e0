import Failures
import HLSPlaylists
import ISOBaseMedia
import Mezzanines
import TextFormats

/// Names renditions in the output by their content, with more details if that is not enough.
enum RenditionNames {
    /// The name of the multivariant playlist, without extension.
    static let entry = "main"
    /// The suffix in the names of I-frame playlists.
    static let iFrames = "-iframes"

    /// Gives renditions their names in the output.
    ///
    /// - Throws: `RunFailure` if a given name is malformed or taken.
    static func name(_ renditions: [PlannedRendition]) throws(RunFailure) -> [PlannedRendition] {
        var namedRenditions = renditions
        var labelsByName: [String: String] = [entry: "the multivariant playlist"]
        for index in renditions.indices {
            guard let givenName = renditions[index].input.renditionName else { continue }
            // A given name is for one rendition; an input with several renditions needs several names.
            try check(givenName, of: renditions[index], &labelsByName)
            namedRenditions[index].outputName = givenName
        }
        let unnamed = renditions.indices.filter { renditions[$0].input.renditionName == nil }
        var names: [Int: String] = [:]
        let severalCodecs = Set(renditions.compactMap(\.video?.family)).count > 1
        for index in unnamed { names[index] = base(of: renditions[index], withCodec: severalCodecs) }
        for detail in [audioCodec, bitrate] {
            for index in duplicates(names) {
                if let text = detail(renditions[index]) { names[index]? += "-" + text }
            }
        }
        for index in unnamed {
            guard let base = names[index] else { continue }
            var (name, number) = (base, 2)
            while labelsByName[name.lowercased()] != nil || labelsByName[name.lowercased() + iFrames] != nil {
                name = "\(base)-\(number)"
                number += 1
            }
            reserve(name, renditions[index].label, &labelsByName)
            namedRenditions[index].outputName = name
        }
        return namedRenditions
    }

    private static func check(
        _ name: String,
        of rendition: PlannedRendition,
        _ labelsByName: inout [String: String]
    ) throws(RunFailure) {
        let isName = name.utf8.allSatisfy { byte in
            byte.isASCIIAlphanumeric || [0x2D, 0x2E, 0x5F].contains(byte)
        }
        guard isName, let first = name.utf8.first, first != 0x2E, name.utf8.count <= 100 else {
            throw .unwritableValue(
                input: rendition.input.path,
                option: "rendition",
                found: AttributeListText.isQuotable(name) ? "\"\(name)\"" : "a name with other characters",
                expected: "letters, digits and - . _, at most 100, without a leading dot"
            )
        }
        if let otherLabel = labelsByName[name.lowercased()] ?? labelsByName[name.lowercased() + iFrames] {
            throw .sameOutputName(first: otherLabel, second: rendition.label, name: name)
        }
        reserve(name, rendition.label, &labelsByName)
    }

    /// Marks a name and its I-frame playlist's as taken, ignoring case as some file systems do.
    private static func reserve(_ name: String, _ label: String, _ labelsByName: inout [String: String]) {
        labelsByName[name.lowercased()] = label
        labelsByName[name.lowercased() + iFrames] = label
    }

    private static func base(of rendition: PlannedRendition, withCodec: Bool) -> String {
        switch rendition.content {
        case .video(_, let video, _):
            "video-" + (withCodec ? video.family + "-" : "") + "\(video.resolution.height)p"
        case .audio: "audio" + (rendition.language.map { "-" + $0.text } ?? "")
        case .subtitles:
            "subtitles" + (rendition.language.map { "-" + $0.text } ?? "")
                + (rendition.input.isForced ? "-forced" : "")
        }
    }

    private static func audioCodec(_ rendition: PlannedRendition) -> String? { rendition.audio?.family }

    /// Returns the average bitrate of the samples in kilobits per second, such as `2400k`, or nil if unknown.
    private static func bitrate(_ rendition: PlannedRendition) -> String? {
        guard let source = rendition.tracks.first?.source, source.samples.count > 0 else { return nil }
        var samples = source.samples.samples()
        var bytes: UInt64 = 0
        while let sample = samples.next() { bytes &+= UInt64(sample.size) }
        let ticks = source.samples.endTime &- source.samples[0].decodeTime
        guard ticks > 0 else { return nil }
        let kilobits = UInt128(bytes) * 8 * UInt128(source.timescale) / (UInt128(ticks) * 1000)
        return "\(kilobits)k"
    }

    /// Returns the renditions whose names are not unique.
    private static func duplicates(_ names: [Int: String]) -> [Int] {
        Dictionary(grouping: names.keys.sorted()) { (names[$0] ?? "").lowercased() }.values
            .filter { $0.count > 1 }.flatMap(\.self).sorted()
    }
}
