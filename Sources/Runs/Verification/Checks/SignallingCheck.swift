import CommonEncryption
import Inspection
import MediaSyntax
import SampleEncryption
import TextFormats
import TransportStreams

/// Checks what segments say of their protection: the program map, or the audio description of packed audio.
///
/// It must agree with the key lines, the frames, and the source's program map. Each elementary stream is
/// encrypted and signalled on its own, so a stream that stays clear beside encrypted ones is legal. This is a
/// warning, because it may be intended or forgotten. Errors are a segment under a key of SAMPLE-AES in which
/// nothing is encrypted, and encrypted streams without such a key in force.
enum SignallingCheck: SampleItemCheck {
    static func findings(on result: InvariantResult) -> [Finding] {
        switch result.container {
        case .transportStream: transportStreamFindings(result)
        case .packedAudio: packedAudioFindings(result)
        case .fragmentedMP4: []
        }
    }

    private static func transportStreamFindings(_ result: InvariantResult) -> [Finding] {
        result.programMaps.flatMap { findings(on: $0, result) }
            + sourceFindings(result.programMaps, result.sourceProgramMaps, result.item)
    }

    private static func findings(on map: ProgramMapTable, _ result: InvariantResult) -> [Finding] {
        let item = result.item
        let reading = ProgramMapReading(map)
        var findings = reading.faults.map { item.finding($0) }
        if !item.isInitializationSection {
            findings +=
                item.hasEncryptedSamples
                ? clearStreams(of: map, reading, result) : item.findings(onProtected: map.streams)
        }
        for stream in reading.streams {
            guard let described = stream.setup else { continue }
            findings += audioSetupFindings(described, of: result.setups[stream.pid], item, "\(stream.pid): ")
        }
        return findings
    }

    /// Checks the description of encrypted audio.
    private static func audioSetupFindings(
        _ described: AudioSetupInformation,
        of frames: AudioSetupInformation?,
        _ item: VerificationItem,
        _ prefix: String = ""
    ) -> [Finding] {
        var findings: [Finding] = []
        if let frames, let difference = described.difference(from: frames) {
            findings.append(item.finding(.signalling, prefix + difference))
        }
        if described.priming > 0 {
            let message =
                "\(prefix)the audio setup information gives \(CountText.text(described.priming, "sample")) of priming, which the frames cannot confirm"
            var finding = item.finding(.signalling, message, severity: .warning)
            finding.mayBeIntended = true
            findings.append(finding)
        }
        return findings
    }

    /// Compares the program maps of an item with those of its source.
    ///
    /// Descriptors may change within a segment, so every map must have a counterpart.
    private static func sourceFindings(
        _ maps: [ProgramMapTable],
        _ sourceMaps: [ProgramMapTable],
        _ item: VerificationItem
    ) -> [Finding] {
        guard let lastMap = maps.last, let lastSourceMap = sourceMaps.last else { return [] }
        var faults: [ProgramMapFault] = []
        for (index, map) in maps.enumerated()
        where !sourceMaps.contains(where: { isProtectedForm(map, of: $0) }) {
            faults += differences(
                of: map,
                from: sourceMaps.indices.contains(index) ? sourceMaps[index] : lastSourceMap
            )
        }
        for (index, source) in sourceMaps.enumerated()
        where !maps.contains(where: { isProtectedForm($0, of: source) }) {
            faults += differences(of: maps.indices.contains(index) ? maps[index] : lastMap, from: source)
        }
        var reported: Set<String> = []
        return faults.filter { reported.insert($0.description).inserted }.map { item.finding($0) }
    }

    private static func isProtectedForm(_ map: ProgramMapTable, of source: ProgramMapTable) -> Bool {
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
        let protectableStreams = map.streams.filter { stream in
            if case .protectable = ElementaryStreamRole(stream, in: map.descriptors) { true } else { false }
        }
        let item = result.item
        guard !reading.streams.isEmpty else {
            let names = protectableStreams.map(\.description).joined(separator: ", ")
            let message = "a key of SAMPLE-AES is in force, and no stream is marked as encrypted"
            return [item.finding(.signalling, message + (names.isEmpty ? "" : " (\(names))"))]
        }
        // A stream without packets is neither clear nor encrypted: its description would be made from its
        // first frames.
        return protectableStreams.filter { result.counters.ends[$0.pid] != nil }.map {
            item.finding(
                .signalling,
                "\($0.description) is clear, but other streams are encrypted",
                severity: .warning
            )
        }
    }

    private static func packedAudioFindings(_ result: InvariantResult) -> [Finding] {
        let item = result.item
        guard let described = result.audioDescription else {
            guard item.hasEncryptedSamples else { return [] }
            let message = "a key of SAMPLE-AES is in force, and no ID3 frame describes the encrypted audio"
            return [item.finding(.signalling, message)]
        }
        guard item.hasEncryptedSamples else { return [item.audioDescriptionFinding] }
        return audioSetupFindings(described, of: result.setups[nil], item)
    }
}

extension VerificationItem {
    fileprivate var isInitializationSection: Bool { expectation.role == .initializationSection }

    fileprivate func finding(_ fault: ProgramMapFault) -> Finding {
        finding(.signalling, fault.message, severity: fault.severity)
    }
}
