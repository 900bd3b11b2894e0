import Bitstreams
import TextFormats
package import TransportStreams

extension ProgramMapReading {
    /// Compares the program map of a protected segment with that of the clear one.
    ///
    /// - Parameters:
    ///   - protected: the map of the protected segment.
    ///   - clear: the map of the clear segment.
    /// - Returns: the differences that protection does not explain, and a wrong version number. Faults of the
    ///   protected map by itself are in `faults` instead.
    package static func differences(
        of protected: ProgramMapTable,
        from clear: ProgramMapTable
    ) -> [ProgramMapFault] {
        var faults: [ProgramMapFault] = []
        func compare(_ pid: PacketIdentifier?, _ what: String, _ found: String, _ expected: String) {
            guard found != expected else { return }
            faults.append(.difference(pid, what: what, found: found, expected: expected))
        }
        compare(nil, "program_number", "\(protected.programNumber)", "\(clear.programNumber)")
        compare(nil, "PCR_PID", clockText(protected), clockText(clear))
        compare(nil, "elementary_PIDs", identifiers(protected), identifiers(clear))
        faults += differences(nil, protected.descriptors, clear.descriptors) {
            OptionalDescriptor.isOptional($0, of: nil)
        }
        for (stream, source) in zip(protected.streams, clear.streams) where stream.pid == source.pid {
            faults += differences(of: stream, from: source, in: clear.descriptors)
        }
        let isChanged = protected.streams != clear.streams || protected.descriptors != clear.descriptors
        let version = isChanged ? (clear.version + 1) % 32 : clear.version
        if protected.version != version {
            faults.append(.version(found: protected.version, expected: version))
        }
        return faults
    }

    private static func clockText(_ map: ProgramMapTable) -> String { map.pcrPID.rawValue.hexadecimalText }

    private static func identifiers(_ map: ProgramMapTable) -> String {
        map.streams.map(\.pid.rawValue.hexadecimalText).joined(separator: " ")
    }

    private static func differences(
        of stream: ProgramMapTable.ElementaryStream,
        from clear: ProgramMapTable.ElementaryStream,
        in program: [ProgramDescriptor]
    ) -> [ProgramMapFault] {
        let role = ElementaryStreamRole(stream, in: program)
        let source = ElementaryStreamRole(clear, in: program)
        guard case .protected(let codec) = role else {
            guard stream.type == clear.type else { return [difference(stream, clear)] }
            return differences(stream.pid, stream.descriptors, clear.descriptors) {
                OptionalDescriptor.isOptional($0, of: role)
            }
        }
        guard source.codec == codec else { return [difference(stream, clear)] }
        // Protection adds an indicator and a registration before the others. Only the first of each is
        // removed here: the clear stream may have its own.
        var kept = stream.descriptors
        if let place = kept.firstIndex(where: { $0.isIndicator(of: codec) }) { kept.remove(at: place) }
        if let place = kept.firstIndex(where: \.isProtectedRegistration) { kept.remove(at: place) }
        let expected = clear.descriptors.filter { descriptor in
            !ProgramMapTable.ElementaryStream.clearRegistrations.contains {
                descriptor.isRegistration(of: $0)
            }
        }
        return differences(stream.pid, kept, expected) { OptionalDescriptor.isOptional($0, of: role) }
    }

    private static func difference(
        _ stream: ProgramMapTable.ElementaryStream,
        _ clear: ProgramMapTable.ElementaryStream
    ) -> ProgramMapFault {
        .difference(
            stream.pid,
            what: "stream_type",
            found: stream.type.rawValue.hexadecimalText,
            expected: "\(clear.type.rawValue.hexadecimalText), or the one that protects it"
        )
    }

    /// Returns the differences between descriptors, which must be the same in the same order except for those
    /// that may be dropped.
    private static func differences(
        _ pid: PacketIdentifier?,
        _ descriptors: [ProgramDescriptor],
        _ clear: [ProgramDescriptor],
        mayGo: (ProgramDescriptor) -> Bool
    ) -> [ProgramMapFault] {
        var faults: [ProgramMapFault] = []
        var rest = descriptors[...]
        for descriptor in clear {
            if rest.first == descriptor {
                rest = rest.dropFirst()
            } else if !mayGo(descriptor) {
                let found = rest.first.map { "of tag \($0.tag.hexadecimalText)" } ?? "missing"
                faults.append(
                    .difference(pid, what: "descriptor", found: found, expected: description(descriptor))
                )
            }
        }
        for descriptor in rest where faults.isEmpty || !clear.contains(descriptor) {
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
