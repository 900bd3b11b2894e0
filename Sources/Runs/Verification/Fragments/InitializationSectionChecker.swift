import Bitstreams
import Ciphers
import CommonEncryption
import ISOBaseMedia
import Inspection
import MediaProbing
import MediaSyntax
import Presentations
import SampleEncryption

/// Checks that fMP4 initialization sections say what the key lines say, and are otherwise the source's.
struct InitializationSectionChecker {
    /// The key of the MACs.
    let digestKey: ContentKey

    /// Checks one initialization section.
    ///
    /// - Parameters:
    ///   - item: the item of the initialization section.
    ///   - outcome: receives the result.
    /// - Throws: `SystemCallError` and `VerificationFailure` for its own file, and `CipherError`.
    func check(_ item: VerificationItem, into outcome: inout VerificationItemChecker.Outcome) throws {
        let bytes = try InitializationSectionReader.bytes(of: item.location)
        let start = item.location.range?.lowerBound ?? 0
        outcome.range = start..<start + UInt64(bytes.count)
        outcome.checkedLength = UInt64(bytes.count)
        outcome.kind = .initializationSection
        if let fault = Self.fault(of: bytes, item) {
            outcome.findings.append(item.finding(.stream, "\(fault)", offset: fault.offset))
            return
        }
        do throws(SampleEncryptionError) {
            let section = try InitializationSection(bytes)
            outcome.findings += try Self.signallingFindings(section, item)
            outcome.findings += try compare(try section.clear(), section.movie, item, &outcome)
            let mac = try SectionInvariant.mac(of: section, key: digestKey)
            outcome.mac = mac.bytes
            outcome.macCoveredLength = mac.length
            outcome.isFragmentedMP4Section = true
        } catch {
            let (rule, message) = error.finding
            // Earlier findings explain the error.
            guard outcome.findings.isEmpty else { return }
            outcome.findings.append(item.finding(rule, message, offset: error.offset))
        }
    }

    private static func fault(of bytes: [UInt8], _ item: VerificationItem) -> SyntaxFault? {
        var syntax = SegmentSyntax(expecting: item.expectation)
        syntax.consume(bytes.span)
        syntax.finish()
        return syntax.fault
    }

    /// Returns a source converted from sample entries that allow parameter sets in samples, if it has such.
    ///
    /// A source that cannot be read is returned as it is.
    private static func converted(_ source: [UInt8], _ movie: MovieFormat) -> [UInt8] {
        guard let section = try? InitializationSection(source), section.movie.allowsInBandParameterSets else {
            return source
        }
        return (try? section.movingParameterSets(section.movie.takingParameterSets(from: movie)))?.bytes
            ?? source
    }

    private static func withoutIndexes(_ bytes: [UInt8]) throws(SampleEncryptionError) -> [UInt8] {
        do throws(ParseError) {
            var reader = BoxTreeReader()
            return try reader.nodes(ByteReader(bytes[...])).filter { $0.type != "sidx" }.flatMap(\.bytes)
        } catch {
            throw .malformed(error)
        }
    }

    private static func signallingFindings(
        _ section: InitializationSection,
        _ item: VerificationItem
    ) throws(SampleEncryptionError) -> [Finding] {
        do throws(ParseError) {
            return try VerificationChecks.ofSections.findings(on: SectionContents(item, section))
        } catch {
            throw .malformed(error)
        }
    }

    /// Compares the clear initialization section with the source's, byte by byte.
    ///
    /// Segment indexes are left out, since they have the offsets of other bytes. A source whose samples may
    /// have parameter sets is compared in the form to which protection converts it.
    private func compare(
        _ clear: [UInt8],
        _ movie: MovieFormat,
        _ item: VerificationItem,
        _ outcome: inout VerificationItemChecker.Outcome
    ) throws(SampleEncryptionError) -> [Finding] {
        guard let input = item.source else { return [] }
        let name = input.location.name
        let source: [UInt8]
        do {
            let bytes = try InitializationSectionReader.bytes(of: input.location)
            source = movie.allowsInBandParameterSets ? bytes : Self.converted(bytes, movie)
        } catch {
            let reason = VerificationFailure.reason(of: error)
            return [item.finding(SourceBytes.failure(input.location.path, "cannot be read (\(reason))"))]
        }
        let (ownBytes, sourceBytes) = (
            try Self.withoutIndexes(clear), (try? Self.withoutIndexes(source)) ?? source
        )
        guard let position = firstDifference(ownBytes.span, sourceBytes.span) else {
            outcome.matchesSource = true
            return []
        }
        let message =
            "the initialization section without its protection differs from that of the source \(name) (first difference at its byte \(position))"
        return [item.finding(.sourceMedia, message)]
    }
}
