import Bitstreams
import TextFormats
package import TransportStreams

extension ProgramMapReading {
    /// Compares the program map of a protected segment with that of the clear one.
    ///
    /// - Parameters:
    ///   - protectedMap: the map of the protected segment.
    ///   - clearMap: the map of the clear segment.
    /// - Returns: the differences that protection does not explain, and a wrong version number. Faults of the
    ///   protected map by itself are in `faults` instead.
    package static func differences(
        of protectedMap: ProgramMapTable,
        from clearMap: ProgramMapTable
    ) -> [ProgramMapFault] {
        var faults: [ProgramMapFault] = []
        func compare(_ pid: PacketIdentifier?, _ what: String, _ found: String, _ expected: String) {
            guard found != expected else { return }
            faults.append(.difference(pid, what: what, found: found, expected: expected))
        }
        compare(nil, "program_number", "\(protectedMap.programNumber)", "\(clearMap.programNumber)")
        compare(nil, "PCR_PID", clockText(protectedMap), clockText(clearMap))
        compare(nil, "elementary_PIDs", identifiers(protectedMap), identifiers(clearMap))
        faults += differences(nil, protectedMap.descriptors, clearMap.descriptors) {
            OptionalDescriptor.isOptional($0, of: nil)
        }
        for (stream, clearStream) in zip(protectedMap.streams, clearMap.streams)
        where stream.pid == clearStream.pid {
            faults += differences(of: stream, from: clearStream, in: clearMap.descriptors)
        }
        let isChanged =
            protectedMap.streams != clearMap.streams || protectedMap.descriptors != clearMap.descriptors
        let version = isChanged ? (clearMap.version + 1) % 32 : clearMap.version
        if protectedMap.version != version {
            faults.append(.version(found: protectedMap.version, expected: version))
        }
        return faults
    }

    private static func clockText(_ map: ProgramMapTable) -> String { map.pcrPID.rawValue.hexadecimalText }

    private static func identifiers(_ map: ProgramMapTable) -> String {
        map.streams.map(\.pid.rawValue.hexadecimalText).joined(separator: " ")
    }

    private static func differences(
        of stream: ProgramMapTable.ElementaryStream,
        from clearStream: ProgramMapTable.ElementaryStream,
        in program: [ProgramDescriptor]
    ) -> [ProgramMapFault] {
        let role = ElementaryStreamRole(stream, in: program)
        let clearRole = ElementaryStreamRole(clearStream, in: program)
        guard case .protected(let codec) = role else {
            guard stream.type == clearStream.type else { return [difference(stream, clearStream)] }
            return differences(stream.pid, stream.descriptors, clearStream.descriptors) {
                OptionalDescriptor.isOptional($0, of: role)
            }
        }
        guard clearRole.codec == codec else { return [difference(stream, clearStream)] }
        // Protection adds an indicator and a registration before the others. Only the first of each is
        // removed here: the clear stream may have its own.
        var originalDescriptors = stream.descriptors
        if let index = originalDescriptors.firstIndex(where: { $0.isIndicator(of: codec) }) {
            originalDescriptors.remove(at: index)
        }
        if let index = originalDescriptors.firstIndex(where: \.isProtectedRegistration) {
            originalDescriptors.remove(at: index)
        }
        let expected = clearStream.descriptors.filter { descriptor in
            !ProgramMapTable.ElementaryStream.clearRegistrations.contains {
                descriptor.isRegistration(of: $0)
            }
        }
        return differences(stream.pid, originalDescriptors, expected) {
            OptionalDescriptor.isOptional($0, of: role)
        }
    }

    private static func difference(
        _ stream: ProgramMapTable.ElementaryStream,
        _ clearStream: ProgramMapTable.ElementaryStream
    ) -> ProgramMapFault {
        .difference(
            stream.pid,
            what: "stream_type",
            found: stream.type.rawValue.hexadecimalText,
            expected: "\(clearStream.type.rawValue.hexadecimalText), or the one that protects it"
        )
    }

    /// Returns the differences between descriptors, which must be the same in the same order except for those
    /// that may be dropped.
    private static func differences(
        _ pid: PacketIdentifier?,
        _ descriptors: [ProgramDescriptor],
        _ clearDescriptors: [ProgramDescriptor],
        isOptional: (ProgramDescriptor) -> Bool
    ) -> [ProgramMapFault] {
        var faults: [ProgramMapFault] = []
        var rest = descriptors[...]
        for descriptor in clearDescriptors {
            if rest.first == descriptor {
                rest = rest.dropFirst()
            } else if !isOptional(descriptor) {
                let found = rest.first.map { "of tag \($0.tag.hexadecimalText)" } ?? "missing"
                faults.append(
                    .difference(pid, what: "descriptor", found: found, expected: description(descriptor))
                )
            }
        }
        for descriptor in rest where faults.isEmpty || !clearDescriptors.contains(descriptor) {
            faults.append(
                .difference(pid, what: "descriptor", found: description(descriptor), expected: "none")
            )
        }
        return faults
    }

    private static func description(_ descriptor: ProgramDescriptor) -> String {
        "of tag \(descriptor.tag.hexadecimalText) with \(CountText.text(descriptor.body.count, "byte"))"
    }
}

extension OptionalDescriptor {
    /// Indicates whether a descriptor is of any kind that may be dropped.
    static func isOptional(_ descriptor: ProgramDescriptor, of role: ElementaryStreamRole?) -> Bool {
        allCases.contains { $0.covers(descriptor, of: role) }
    }
}
