import Bitstreams
import CommonEncryption
import Inspection
import SampleEncryption
import TextFormats
import TransportStreams

/// Checks what segments say of their protection: the program map, or the audio description of packed audio.
///
/// It must agree with the key lines, the frames, and the source's program map. Each elementary stream is
/// encrypted and signalled on its own, so a stream that stays clear beside encrypted ones is legal. This is a
/// warning, because it may be intended or forgotten. Errors are a segment under a key of SAMPLE-AES in which
/// nothing is encrypted, and encrypted streams without such a key in force.
enum SignallingCheck {
    /// Returns the findings about a verification item that was read sample by sample.
    static func findings(_ result: InvariantResult) -> [Finding] {
        switch result.container {
        case .transportStream: ofTransportStream(result)
        case .packedAudio: ofPackedAudio(result)
        case .fragmentedMP4(let movie, _): FragmentSampleEntryCheck.findings(result, movie)
        }
    }

    /// Reports protected samples in clear bytes of renditions where no key that protects samples is in force.
    static func findings(_ target: VerificationItem, _ shape: SegmentSyntax) -> [Finding] {
        if shape.packedAudio?.hasAudioDescription == true { return [describedAudio(target)] }
        if let track = shape.initializationSection?.encryptedTrack {
            let message = "the sample entries of track \(track) are encrypted, and no key is in force"
            return [target.finding(.signalling, message)]
        }
        return protectedStreams(shape.transportStream?.elementaryStreams ?? [], target)
    }

    private static func describedAudio(_ target: VerificationItem) -> Finding {
        let message = "an ID3 frame says that the audio is encrypted, and no key of SAMPLE-AES is in force"
        return target.finding(.signalling, message)
    }

    private static func protectedStreams(
        _ streams: [ProgramMapTable.ElementaryStream],
        _ target: VerificationItem
    ) -> [Finding] {
        streams.compactMap { stream in
            guard case .protected = ElementaryStreamRole(stream) else { return nil }
            return target.finding(
                .signalling,
                "\(stream.description) is signaled as SAMPLE-AES, and no such key is in force"
            )
        }
    }

    private static func ofTransportStream(_ result: InvariantResult) -> [Finding] {
        result.programMaps.flatMap { findings(on: $0, result) }
            + sourceFindings(result.programMaps, result.sourceProgramMaps, result.target)
    }

    private static func findings(on map: ProgramMapTable, _ result: InvariantResult) -> [Finding] {
        let target = result.target
        let reading = ProgramMapReading(map)
        var findings = reading.faults.map { target.finding($0) }
        if !target.isSection {
            findings +=
                target.hasEncryptedSamples
                ? clearStreams(of: map, reading, result) : protectedStreams(map.streams, target)
        }
        for stream in reading.streams {
            guard let described = stream.setup else { continue }
            findings += description(described, of: result.setups[stream.pid], target, "\(stream.pid): ")
        }
        return findings
    }

    /// Checks the description of encrypted audio.
    private static func description(
        _ described: AudioSetupInformation,
        of frames: AudioSetupInformation?,
        _ target: VerificationItem,
        _ place: String = ""
    ) -> [Finding] {
        var findings: [Finding] = []
        if let frames, let difference = described.difference(from: frames) {
            findings.append(target.finding(.signalling, place + difference))
        }
        if described.priming > 0 {
            let message =
                "\(place)the audio setup information gives \(CountText.text(described.priming, "sample")) of priming, which the frames cannot confirm"
            var finding = target.finding(.signalling, message, severity: .warning)
            finding.mayBeForeign = true
            findings.append(finding)
        }
        return findings
    }

    /// Compares the program maps of an item with those of its source.
    ///
    /// Descriptors may change within a segment, so every map must have a counterpart.
    private static func sourceFindings(
        _ maps: [ProgramMapTable],
        _ sources: [ProgramMapTable],
        _ target: VerificationItem
    ) -> [Finding] {
        guard let last = maps.last, let lastSource = sources.last else { return [] }
        var faults: [ProgramMapFault] = []
        for (place, map) in maps.enumerated() where !sources.contains(where: { isProtection(map, of: $0) }) {
            faults += differences(
                of: map,
                from: sources.indices.contains(place) ? sources[place] : lastSource
            )
        }
        for (place, source) in sources.enumerated()
        where !maps.contains(where: { isProtection($0, of: source) }) {
            faults += differences(of: maps.indices.contains(place) ? maps[place] : last, from: source)
        }
        var reported: Set<String> = []
        return faults.filter { reported.insert($0.description).inserted }.map { target.finding($0) }
    }

    private static func isProtection(_ map: ProgramMapTable, of source: ProgramMapTable) -> Bool {
        differences(of: map, from: source).isEmpty
    }

    /// Returns the differences between two program maps, except in the version.
    ///
    /// The two presentations are not played in turn, so the versions of their maps need not follow each
    /// other.
    private static func differences(
        of map: ProgramMapTable,
        from source: ProgramMapTable
    ) -> [ProgramMapFault] {
        ProgramMapReading.differences(of: map, from: source).filter { !$0.isOfVersion }
    }

    /// Reports streams that could be encrypted and are not.
    private static func clearStreams(
        of map: ProgramMapTable,
        _ reading: ProgramMapReading,
        _ result: InvariantResult
    ) -> [Finding] {
        let clear = map.streams.filter { stream in
            if case .protectable = ElementaryStreamRole(stream, in: map.descriptors) { true } else { false }
        }
        let target = result.target
        guard !reading.streams.isEmpty else {
            let names = clear.map(\.description).joined(separator: ", ")
            let message = "a key of SAMPLE-AES is in force, and no stream is marked as encrypted"
            return [target.finding(.signalling, message + (names.isEmpty ? "" : " (\(names))"))]
        }
        // A stream without packets is neither clear nor encrypted: its description would be made from its
        // first frames.
        return clear.filter { result.counters.ends[$0.pid] != nil }.map {
            target.finding(
                .signalling,
                "\($0.description) is clear, but other streams are encrypted",
                severity: .warning
            )
        }
    }

    private static func ofPackedAudio(_ result: InvariantResult) -> [Finding] {
        let target = result.target
        guard let described = result.audioDescription else {
            guard target.hasEncryptedSamples else { return [] }
            let message = "a key of SAMPLE-AES is in force, and no ID3 frame describes the encrypted audio"
            return [target.finding(.signalling, message)]
        }
        guard target.hasEncryptedSamples else { return [describedAudio(target)] }
        return description(described, of: result.setups[nil], target)
    }
}

extension VerificationItem {
    fileprivate var isSection: Bool { expectation.role == .initializationSection }

    fileprivate func finding(_ fault: ProgramMapFault) -> Finding {
        finding(.signalling, fault.words, severity: fault.severity)
    }
}

extension ProgramMapTable.ElementaryStream {
    /// The text for messages: "stream_type 0x1B on PID 0x0100".
    fileprivate var description: String { "stream_type \(type.rawValue.hexadecimalText) on \(pid)" }
}
