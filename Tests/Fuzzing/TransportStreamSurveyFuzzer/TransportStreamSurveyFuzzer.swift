import Bitstreams
import SampleEncryption
import TransportStreams

/// Surveys a transport stream whole and in chunks, and writes and reads the program map of its protected
/// form.
///
/// The first two bytes are the length of the initialization section before the stream (0: none), the third
/// determines the sizes of the chunks; if bit 0 of the fourth is set, the CRC_32 of PSI sections is corrected
/// first; the rest is the section and the stream. Checks that both surveys are equal; that an error lies
/// inside the stream or at its end; and that the protected map fits into a packet, reads back as written,
/// differs from the clear one only by its protection, and has no fault.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSurvey(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 4 else { return 0 }
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    var rest = Array(input.dropFirst(4))
    let sectionLength = Int(input[0]) << 8 | Int(input[1])
    if input[3] & 1 == 1 { SectionRepair.repair(&rest, from: min(sectionLength, rest.count)) }
    let section = Array(rest.prefix(sectionLength))
    let stream = Array(rest.dropFirst(sectionLength))
    var tables: TransportStreamSurvey?
    if !section.isEmpty { tables = verdict(section, nil) { section.count }.survey }
    var seed = UInt32(input[2])
    let whole = verdict(stream, tables) { stream.count }
    let pieces = verdict(stream, tables) {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return 1 + Int(seed >> 24) % (seed & 0x1000 == 0 ? 7 : 400)
    }
    precondition(whole.survey == pieces.survey && whole.error == pieces.error, "\(whole) or \(pieces)")
    switch whole.error {
    case .malformed(let error): precondition(error.offset <= UInt64(stream.count), error.description)
    case .unsupported(let offset, let what, let remedy):
        precondition(offset <= UInt64(stream.count) && !what.isEmpty && !remedy.isEmpty, what)
    case .alreadyEncrypted(let offset, let what):
        precondition(offset <= UInt64(stream.count) && !what.isEmpty, what)
    case .cipher: preconditionFailure("a survey has no cipher")
    case nil: break
    }
    if let survey = whole.survey { check(survey) }
    return 0
}

private struct Verdict {
    var survey: TransportStreamSurvey?
    var error: SampleEncryptionError?
}

/// Surveys a stream in chunks of the sizes that `nextSize` returns.
private func verdict(
    _ stream: [UInt8],
    _ section: TransportStreamSurvey?,
    nextSize: () -> Int
) -> Verdict {
    var surveyor = TransportStreamSurveyor(initializationSurvey: section)
    var position = 0
    do throws(SampleEncryptionError) {
        while position < stream.count {
            let end = min(position + nextSize(), stream.count)
            if try surveyor.consume(stream.span.extracting(position..<end)) { break }
            position = end
        }
        return Verdict(survey: try surveyor.finish())
    } catch {
        return Verdict(error: error)
    }
}

/// Protects the program map of a survey, writes it into a packet and reads it back.
private func check(_ survey: TransportStreamSurvey) {
    do {
        let protection = try ProtectedProgramMap(survey)
        precondition(protection.isChanged == survey.streams.contains { $0.codec == .avc || $0.setup != nil })
        guard protection.isChanged else { return }
        precondition(protection.section.count <= ProgramMapTable.onePacketLimit)
        let reading = ProgramMapReading(protection.protectedMap)
        precondition(reading.faults.isEmpty, "\(reading.faults)")
        let differences = ProgramMapReading.differences(of: protection.protectedMap, from: survey.programMap)
        precondition(differences.isEmpty, "\(differences)")
        var packet: [UInt8] = [0x47, 0x00, 0x20, 0x30, 1, 0] + [UInt8](repeating: 7, count: 182)
        var span = packet.mutableSpan
        try SectionPacketWriter.write(protection.section, into: &span, from: 0, at: 0)
        let payload = Array(packet.dropFirst(4))
        var assembler = SectionAssembler()
        let sections = try assembler.add(payload.span, unitStart: true, at: 0)
        precondition(sections.count == 1)
        let map = try ProgramMapTable(sections[0])
        precondition(map == protection.protectedMap)
    } catch {
        preconditionFailure("\(error)")
    }
}
