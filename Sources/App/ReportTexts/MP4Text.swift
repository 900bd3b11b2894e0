import Inspection
import TextFormats

/// The human-readable description of an MP4 file.
enum MP4Text {
    /// The maximum number of fragments that are printed; JSON has more.
    private static let fragmentLimit = 200
    /// The maximum number of boxes that are printed; JSON has more.
    private static let boxLimit = 1000

    static func blocks(of movie: MP4Inspection, in file: MediaFileInspection) -> [String] {
        [
            summary(of: movie, in: file), table(of: movie.tracks), edits(of: movie.tracks),
            protection(of: movie.tracks), keySystems(movie.keySystems), fragments(of: movie),
            groups(of: movie.fragments), boxes(of: movie),
        ]
    }

    private static func summary(of movie: MP4Inspection, in file: MediaFileInspection) -> String {
        let parts: [String?] = [
            movie.form, movie.tracks.isEmpty ? nil : CountText.text(movie.tracks.count, "track"),
            movie.fragmentCount > 0 ? CountText.text(movie.fragmentCount, "track fragment") : nil,
            ByteCount.text(file.bytes),
        ]
        var lines = ["\(file.file): MP4, " + parts.compactMap(\.self).joined(separator: ", ")]
        if let brand = movie.majorBrand {
            lines.append("brand \(brand), compatible with " + movie.brands.joined(separator: ", "))
        }
        return lines.joined(separator: "\n  ") + "\n"
    }

    private static func table(of tracks: [MP4Inspection.Track]) -> String {
        guard !tracks.isEmpty else { return "" }
        var table = TextTable(
            "TRACK",
            "TYPE",
            "ENTRIES",
            "CODEC",
            "LANGUAGE",
            "TIMESCALE",
            "SAMPLES",
            "FRAGMENTS",
            "DURATION"
        )
        for track in tracks {
            table.add(
                "\(track.id)",
                track.handler ?? "",
                track.entries.map(entry).joined(separator: ", "),
                (track.codecs + [track.resolution].compactMap(\.self)).joined(separator: " "),
                track.language ?? "",
                track.timescale.map { "\($0)" } ?? "",
                "\(track.samples)",
                "\(track.fragments)",
                track.duration.map { "\($0.roundedDescription) s" } ?? ""
            )
        }
        return "TRACKS\n" + table.text
    }

    private static func entry(_ entry: MP4Inspection.SampleEntry) -> String {
        entry.type + (entry.originalFormat.map { " (\($0))" } ?? "")
    }

    private static func edits(of tracks: [MP4Inspection.Track]) -> String {
        let lines = tracks.flatMap { track in
            track.edits.map { edit in
                "track \(track.id): " + (edit.mediaTime.map { "media from tick \($0)" } ?? "nothing")
                    + (edit.duration > 0 ? ", for \(edit.duration) ticks of the movie" : "")
                    + (edit.rate == 1 ? "" : ", rate \(edit.rate)") + "\n"
            }
        }
        return lines.isEmpty ? "" : "EDITS\n" + lines.joined()
    }

    private static func protection(of tracks: [MP4Inspection.Track]) -> String {
        let lines = tracks.flatMap { track in
            track.entries.enumerated().compactMap { index, entry in
                entry.protection.map { "track \(track.id), entry \(index + 1): \(description(of: $0))\n" }
            }
        }
        return lines.isEmpty ? "" : "PROTECTION\n" + lines.joined()
    }

    private static func description(of protection: SampleEntryProtection) -> String {
        let parts: [String?] = [
            protection.scheme, protection.isProtected ? nil : "not encrypted",
            protection.pattern.map { "pattern \($0)" }, protection.keyID.map { "key id \($0)" },
            protection.constantIV.map { "constant IV \($0)" },
            protection.perSampleIVSize.flatMap { $0 > 0 ? "IVs of \($0) bytes" : nil },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private static func keySystems(_ systems: [KeySystemInspection]) -> String {
        guard !systems.isEmpty else { return "" }
        var table = TextTable("BYTE", "SYSTEM", "VERSION", "SCHEME", "DATA", "KEY IDS")
        for system in systems {
            table.add(
                "\(system.offset)",
                system.system ?? system.systemID,
                "\(system.version)",
                system.scheme ?? "",
                CountText.text(system.dataSize, "byte"),
                system.keyIDs.joined(separator: ", ")
            )
        }
        return "KEY SYSTEMS\n" + table.text
    }

    private static func fragments(of movie: MP4Inspection) -> String {
        guard !movie.fragments.isEmpty else { return "" }
        var table = TextTable(
            "BYTE",
            "NUMBER",
            "TRACK",
            "SAMPLES",
            "DECODE TIME",
            "TICKS",
            "BYTES",
            "ENTRY",
            "PROTECTION"
        )
        for fragment in movie.fragments.prefix(fragmentLimit) {
            table.add(
                "\(fragment.offset)",
                "\(fragment.sequenceNumber)",
                "\(fragment.trackID)",
                "\(fragment.samples)",
                fragment.decodeTime.map { "\($0)" } ?? "",
                fragment.duration.map { "\($0)" } ?? "",
                fragment.bytes.map { "\($0)" } ?? "",
                fragment.descriptionIndex.map { "\($0)" } ?? "",
                [fragment.scheme, fragment.encryption.map(description)].compactMap(\.self).joined(
                    separator: ", "
                )
            )
        }
        let shown = UInt64(min(movie.fragments.count, fragmentLimit))
        return "FRAGMENTS\n" + table.text + more(movie.fragmentCount - shown)
    }

    private static func description(of encryption: TrackFragmentInspection.Encryption) -> String {
        let parts: [String?] = [
            CountText.text(encryption.samples, "sample") + " in senc",
            encryption.ivSize.flatMap { $0 > 0 ? "IVs of \($0) bytes" : nil },
            encryption.subsamples.map { CountText.text($0, "subsample") },
            encryption.clearBytes.map { "\($0) clear" }, encryption.protectedBytes.map { "\($0) protected" },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private static func groups(of fragments: [TrackFragmentInspection]) -> String {
        let lines = fragments.prefix(fragmentLimit).flatMap { fragment in
            fragment.groups.map {
                "byte \(fragment.offset), track \(fragment.trackID): \(description(of: $0))\n"
            }
        }
        return lines.isEmpty ? "" : "SAMPLE GROUPS (seig)\n" + lines.joined()
    }

    private static func boxes(of movie: MP4Inspection) -> String {
        var table = TextTable("BYTE", "SIZE", "BOX")
        var remainingBoxes = boxLimit
        for box in movie.boxes { add(box, depth: 0, to: &table, &remainingBoxes) }
        return "BOXES\n" + table.text + (remainingBoxes < 0 || movie.hasMoreBoxes ? "and more\n" : "")
    }

    private static func add(
        _ box: BoxInspection,
        depth: Int,
        to table: inout TextTable,
        _ remainingBoxes: inout Int
    ) {
        remainingBoxes -= 1
        guard remainingBoxes >= 0 else { return }
        let type = box.type + (box.extendedType.map { " \($0)" } ?? "")
        table.add("\(box.offset)", "\(box.size)", String(repeating: "  ", count: depth) + type)
        for child in box.children where remainingBoxes >= 0 {
            add(child, depth: depth + 1, to: &table, &remainingBoxes)
        }
    }

    private static func more(_ count: UInt64) -> String { count > 0 ? "and \(count) more\n" : "" }
}
