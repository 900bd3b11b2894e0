import Bitstreams
import MediaProbing
import SampleEncryption
import TransportStreams

extension TransportStreamInspector {
    /// Returns the result; `tracks` are those that the probe found.
    func inspection(_ tracks: [MediaTrack]) -> TransportStreamInspection {
        let programs = walk.tables.allPrograms
        let streamPIDs = Set(programs.flatMap { $0.map?.streams.map(\.pid) ?? [] })
        return TransportStreamInspection(
            packetSize: walk.reader.format?.stride ?? TransportPacket.size,
            packets: packetCount,
            nullPackets: nullCount,
            damagedPackets: damagedCount,
            programs: programs.map { inspection(of: $0, tracks) },
            others: seenPIDs.subtracting(streamPIDs).sorted { $0.rawValue < $1.rawValue }.map { pid in
                TransportStreamInspection.OtherPID(
                    pid: pid.rawValue.hexadecimalText,
                    content: content(of: pid),
                    packets: collectors[pid, default: PIDCollector()].packets
                )
            }
        )
    }

    private func inspection(
        of program: ProgramTables.Program,
        _ tracks: [MediaTrack]
    ) -> TransportStreamInspection.Program {
        let reading = program.map.map { ProgramMapReading($0) }
        return TransportStreamInspection.Program(
            number: program.number,
            mapPID: program.mapPID.rawValue.hexadecimalText,
            version: program.map?.version,
            clockPID: program.map.flatMap {
                $0.pcrPID == .null ? nil : $0.pcrPID.rawValue.hexadecimalText
            },
            descriptors: program.map?.descriptors.map { DescriptorInspection($0) } ?? [],
            streams: (program.map?.streams ?? []).map { stream in
                ElementaryStreamInspection(
                    stream,
                    in: program.map?.descriptors ?? [],
                    protection: reading?.streams.first { $0.pid == stream.pid },
                    collected: collectors[stream.pid, default: PIDCollector()],
                    track: tracks.first { $0.identifier == UInt32(stream.pid.rawValue) }
                )
            }
        )
    }

    /// Describes the contents of a PID that is not an elementary stream of a program.
    private func content(of pid: PacketIdentifier) -> String {
        switch pid {
        case .programAssociation: return "program association table"
        case .conditionalAccess: return "conditional access table"
        case .streamDescription: return "transport stream description table"
        default: break
        }
        let numbers = walk.tables.allPrograms.filter { $0.mapPID == pid }.map { "\($0.number)" }
        if !numbers.isEmpty { return "program map of program " + numbers.joined(separator: ", ") }
        let tableIDs = collectors[pid, default: PIDCollector()].sections.keys.sorted()
        if !tableIDs.isEmpty {
            return "sections of table_id " + tableIDs.map(\.hexadecimalText).joined(separator: ", ")
        }
        return "not named by any table"
    }
}
