import Bitstreams
import Ciphers
import CommonEncryption
import ISOBaseMedia
import Inspection
import MediaProbing
import Presentations
import SampleEncryption

/// Checks that fMP4 initialization sections say what the key lines say, and are otherwise the source's.
struct InitializationSectionChecker {
    /// The key of the MACs.
    let digestKey: ContentKey

    /// Checks one initialization section.
    ///
    /// - Parameters:
    ///   - target: the item of the initialization section.
    ///   - outcome: receives the result.
    /// - Throws: `SystemCallError` and `VerificationFailure` for its own file, and `CipherError`.
    func check(_ target: VerificationItem, into outcome: inout VerificationItemChecker.Outcome) throws {
        let bytes = try InitializationSectionReader.bytes(of: target.location)
        let start = target.location.range?.lowerBound ?? 0
        outcome.range = start..<start + UInt64(bytes.count)
        outcome.clearLength = UInt64(bytes.count)
        outcome.kind = .initializationSection
        if let fault = Self.fault(of: bytes, target) {
            outcome.findings.append(target.finding(.stream, "\(fault)", offset: fault.offset))
            return
        }
        do throws(SampleEncryptionError) {
            let section = try InitializationSection(bytes)
            outcome.findings += try Self.signalling(section, target)
            outcome.findings += try compare(try section.clear(), section.movie, target, &outcome)
            let code = try SectionInvariant.mac(of: section, key: digestKey)
            outcome.code = code.code
            outcome.codeLength = code.length
            outcome.isFragmentSection = true
        } catch {
            let (rule, message) = error.finding
            // Earlier findings explain the error.
            guard outcome.findings.isEmpty else { return }
            outcome.findings.append(target.finding(rule, message, offset: error.offset))
        }
    }

    private static func fault(of bytes: [UInt8], _ target: VerificationItem) -> SyntaxFault? {
        var shape = SegmentSyntax(expecting: target.expectation)
        shape.consume(bytes.span)
        shape.finish()
        return shape.fault
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

    private static func signalling(
        _ section: InitializationSection,
        _ target: VerificationItem
    ) throws(SampleEncryptionError) -> [Finding] {
        do throws(ParseError) {
            var reader = BoxTreeReader()
            let boxes = try reader.nodes(ByteReader(section.bytes[...]))
            guard let movie = boxes.first(where: { $0.type == "moov" }) else {
                throw .missing(offset: 0, "box 'moov'")
            }
            return try SampleEntryCheck(target: target, movie: section.movie).findings(movie)
                + PSSHBoxCheck.findings(target, movie)
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
        _ target: VerificationItem,
        _ outcome: inout VerificationItemChecker.Outcome
    ) throws(SampleEncryptionError) -> [Finding] {
        guard let place = target.source else { return [] }
        let name = place.location.name
        let source: [UInt8]
        do {
            let bytes = try InitializationSectionReader.bytes(of: place.location)
            source = movie.allowsInBandParameterSets ? bytes : Self.converted(bytes, movie)
        } catch {
            let reason =
                switch error {
                case let error as SystemCallError: error.reason
                case let error as VerificationFailure: error.message
                default: "\(error)"
                }
            let failure = SourceBytes.failure(place.location.path, "cannot be read (\(reason))")
            return [target.finding(failure.rule, failure.message)]
        }
        let (own, other) = (try Self.withoutIndexes(clear), (try? Self.withoutIndexes(source)) ?? source)
        guard let position = firstDifference(own.span, other.span) else {
            outcome.isSource = true
            return []
        }
        let message =
            "the initialization section without its protection differs from that of the source \(name) (first difference at its byte \(position))"
        return [target.finding(.sourceMedia, message)]
    }
}
