import Inspection
import TextFormats

/// The human-readable description of a transport stream.
enum TransportStreamText {
    static func blocks(of stream: TransportStreamInspection, in file: MediaFileInspection) -> [String] {
        let streams = stream.programs.flatMap(\.streams)
        return [
            summary(of: stream, in: file), table(of: streams), times(of: streams),
            descriptors(of: stream.programs), protection(of: streams), counters(of: stream, streams),
            others(stream.others),
        ]
    }

    private static func summary(
        of stream: TransportStreamInspection,
        in file: MediaFileInspection
    ) -> String {
        let counts: [String?] = [
            "MPEG-2 transport stream", "packets of \(stream.packetSize) bytes",
            CountText.text(stream.packets, "packet")
                + (stream.nullPackets > 0 ? " (\(stream.nullPackets) null)" : ""),
            stream.damagedPackets > 0 ? "\(stream.damagedPackets) marked as damaged" : nil,
            ByteCount.text(file.bytes),
        ]
        var lines = ["\(file.file): " + counts.compactMap(\.self).joined(separator: ", ")]
        for program in stream.programs {
            let parts: [String?] = [
                "program \(program.number): map on PID \(program.mapPID)",
                program.version.map { "version \($0)" } ?? "no map",
                program.clockPID.map { "clock on PID \($0)" },
            ]
            lines.append(parts.compactMap(\.self).joined(separator: ", "))
        }
        return lines.joined(separator: "\n  ") + "\n"
    }

    private static func table(of streams: [ElementaryStreamInspection]) -> String {
        guard !streams.isEmpty else { return "" }
        var table = TextTable(
            "PID",
            "TYPE",
            "STREAM",
            "CODEC",
            "LANGUAGE",
            "PROTECTION",
            "PACKETS",
            "UNITS",
            "SAMPLES",
            "START"
        )
        for stream in streams {
            let codec = [MediaFileText.codec(stream.codec, stream.alternatives), stream.resolution]
            let units = stream.pesPackets ?? stream.sections?.values.reduce(0, +)
            table.add(
                stream.pid,
                stream.streamType,
                stream.name,
                codec.compactMap(\.self).joined(separator: " "),
                stream.languages.joined(separator: ","),
                stream.protection?.method ?? "clear",
                "\(stream.packets.count)" + (stream.packets.scrambled > 0 ? " (scrambled)" : ""),
                units.map { "\($0)" } ?? "",
                stream.samples.map { "\($0)" } ?? "",
                stream.startsWithKeyFrame.map { $0 ? "key frame" : "no key frame" } ?? ""
            )
        }
        return "STREAMS\n" + table.text
    }

    private static func times(of streams: [ElementaryStreamInspection]) -> String {
        var table = TextTable("PID", "FIRST PTS", "LAST PTS", "FIRST DTS", "LAST DTS", "DURATION", "PCR")
        var isEmpty = true
        for stream in streams where stream.times != nil || stream.clock != nil {
            isEmpty = false
            let times = stream.times
            table.add(
                stream.pid,
                times?.firstPTS.map(MediaFileText.time) ?? "",
                times?.lastPTS.map(MediaFileText.time) ?? "",
                times?.firstDTS.map(MediaFileText.time) ?? "",
                times?.lastDTS.map(MediaFileText.time) ?? "",
                stream.duration.map { "\($0.roundedDescription) s" } ?? "",
                stream.clock.map { clock in
                    "\(clock.count), from \(MediaFileText.time(clock.first / 300))"
                        + ", \(clock.longestInterval.roundedDescription) s apart at most"
                } ?? ""
            )
        }
        return isEmpty ? "" : "TIMES\n" + table.text
    }

    private static func descriptors(of programs: [TransportStreamInspection.Program]) -> String {
        var table = TextTable("OF", "TAG", "NAME", "CONTENT")
        let all =
            programs.flatMap { program in
                program.descriptors.map { ("program \(program.number)", $0) }
            }
            + programs.flatMap(\.streams).flatMap { stream in
                stream.descriptors.map { ("PID \(stream.pid)", $0) }
            }
        for (owner, descriptor) in all {
            table.add(owner, descriptor.tag, descriptor.name ?? "", descriptor.content)
        }
        return all.isEmpty ? "" : "DESCRIPTORS\n" + table.text
    }

    private static func protection(of streams: [ElementaryStreamInspection]) -> String {
        let lines = streams.compactMap { stream in
            stream.protection.map { "PID \(stream.pid): " + MediaFileText.protection($0) + "\n" }
        }
        return lines.isEmpty ? "" : "PROTECTION\n" + lines.joined()
    }

    private static func counters(
        of stream: TransportStreamInspection,
        _ streams: [ElementaryStreamInspection]
    ) -> String {
        let all = streams.map { ($0.pid, $0.packets) } + stream.others.map { ($0.pid, $0.packets) }
        let lines = all.flatMap { pid, packets in
            locationLines(packets.gapLocations, packets.gaps, pid) { location in
                "counter \(location.found)" + (location.expected.map { ", expected \($0)" } ?? "")
            }
                + locationLines(packets.duplicateLocations, packets.duplicates, pid) {
                    "counter \($0.found), a duplicate of the packet before it"
                }
        }
        return "COUNTERS\n" + (lines.isEmpty ? "without gaps and duplicates\n" : lines.joined())
    }

    private static func locationLines(
        _ locations: [PacketInspection.Location],
        _ count: UInt64,
        _ pid: String,
        _ describe: (PacketInspection.Location) -> String
    ) -> [String] {
        let omittedCount = count - UInt64(locations.count)
        return locations.map { "PID \(pid), packet \($0.packet) at byte \($0.offset): \(describe($0))\n" }
            + (omittedCount > 0 ? ["PID \(pid): and \(omittedCount) more\n"] : [])
    }

    private static func others(_ others: [TransportStreamInspection.OtherPID]) -> String {
        guard !others.isEmpty else { return "" }
        var table = TextTable("PID", "PACKETS", "CONTENT")
        for other in others { table.add(other.pid, "\(other.packets.count)", other.content) }
        return "OTHER PIDS\n" + table.text
    }
}
