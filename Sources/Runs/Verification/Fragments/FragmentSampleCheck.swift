import Bitstreams
import CommonEncryption
import ElementaryStreams
import ISOBaseMedia

/// Checks decrypted samples of fragments, so that a wrong key or IV is noticed where that is possible.
///
/// Checked: the CRC of every AC-3 and E-AC-3 syncframe and of every FLAC frame, so that no change in those is
/// missed; that no slice of AVC or HEVC has bytes that emulation prevention excludes, which garbage has once
/// in 300,000 blocks or so. Not noticed: most garbage in video, and all in AAC, Opus and ALAC, where any
/// bytes may be valid. The media digest and a source reveal all of it.
struct FragmentSampleCheck {
    private enum SampleSyntax {
        case slices(lengthSize: Int, isHEVC: Bool)
        case syncframes(AudioFrameParser)
        case flac
    }

    private var syntaxByTrack: [UInt32: SampleSyntax] = [:]

    /// - Parameter movie: the movie format of the initialization section.
    init(_ movie: MovieFormat?) {
        for track in movie?.tracks ?? [] {
            // The entries of a track differ only in encryption or parameter sets.
            guard let entry = track.entries.first else { continue }
            syntaxByTrack[track.trackID] = Self.syntax(of: entry)
        }
    }

    private static func syntax(of entry: MovieTrackFormat.Entry) -> SampleSyntax? {
        switch entry.codec {
        case .avc(let configuration): return .slices(lengthSize: configuration.lengthSize, isHEVC: false)
        case .hevc(let configuration): return .slices(lengthSize: configuration.lengthSize, isHEVC: true)
        case .av1, .clear: return nil
        case .wholeSamples:
            switch entry.format {
            case "ac-3", "ec-3": return .syncframes(AudioFrameParser())
            case "fLaC": return .flac
            default: return nil
            }
        }
    }

    /// Returns the error in the next sample of a track and its part, or nil if nothing wrong is noticed.
    mutating func check(_ sample: Span<UInt8>, of track: UInt32) -> (part: String, error: ParseError)? {
        switch syntaxByTrack[track] {
        case .slices(let lengthSize, let isHEVC):
            return Self.faultOfSlices(sample, lengthSize, isHEVC: isHEVC)
        case .syncframes(var parser):
            do throws(ParseError) {
                try parser.consume(sample, at: 0)
                try parser.checkEnd()
                try parser.checksums.check()
                syntaxByTrack[track] = .syncframes(parser)
            } catch {
                syntaxByTrack[track] = .syncframes(AudioFrameParser())
                return ("sample", error)
            }
        case .flac:
            guard sample.count > 2, !CRC16ANSI.isIntact(sample) else { return nil }
            let error = ParseError.invalid(
                offset: 0,
                field: "FLAC frame",
                found: "with a wrong CRC",
                expected: "bytes that match its CRC"
            )
            return ("sample", error)
        case nil:
            break
        }
        return nil
    }

    private static func faultOfSlices(
        _ sample: Span<UInt8>,
        _ lengthSize: Int,
        isHEVC: Bool
    ) -> (part: String, error: ParseError)? {
        var units = LengthPrefixedNALUnits(lengthSize: lengthSize)
        var number = 0
        while let unit = units.next(in: sample) {
            defer { number += 1 }
            guard isSlice(sample[unit.lowerBound], isHEVC: isHEVC),
                let found = ForbiddenByteSequence.first(in: sample.extracting(unit))
            else { continue }
            let error = ParseError.invalid(
                offset: 0,
                field: "bytes",
                found: found.map(\.hexadecimalText).joined(separator: " "),
                expected: "emulation prevention"
            )
            return ("NAL unit \(number)", error)
        }
        return nil
    }

    /// Indicates whether a NAL unit is a slice, by the first byte of its header.
    private static func isSlice(_ byte: UInt8, isHEVC: Bool) -> Bool {
        isHEVC ? [0...9, 16...21].contains { $0.contains(byte >> 1 & 0x3F) } : [1, 5].contains(byte & 0x1F)
    }
}
