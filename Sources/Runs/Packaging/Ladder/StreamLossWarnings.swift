import Bitstreams
import ElementaryStreams
import ISOBaseMedia
import Mezzanines
import ProtectionTerms
import TextFormats

/// Warns of what MPEG-TS and packed audio cannot carry.
///
/// That is event messages, and properties of pictures that only the sample entry has, and not the bitstream.
enum StreamLossWarnings {
    /// Returns warnings about what a track loses.
    static func warnings(_ track: LadderTrack, _ request: PackagingRequest) -> [String] {
        guard request.segmentFormat == .transportStream else { return [] }
        return [eventsWarning(track), pictureWarning(track)].compactMap(\.self)
    }

    private static func eventsWarning(_ track: LadderTrack) -> String? {
        let count = track.source.eventMessages.count
        guard count > 0 else { return nil }
        return
            "\(track.input.path): \(CountText.text(count, "event message ('emsg') is", plural: "event messages ('emsg') are")) "
            + "left out, because only fMP4 supports event messages: use \(CommandOption.segmentFormat) fmp4"
    }

    private static func pictureWarning(_ track: LadderTrack) -> String? {
        guard track.source.content == .video else { return nil }
        let entry = track.source.format.sampleEntry
        let signal = track.source.format.bitstreamVideoSignal
        let lost = [shape(entry, signal), colors(entry, signal), aperture(entry)].compactMap(\.self)
        guard !lost.isEmpty else { return nil }
        return
            "\(track.label): only the container says \(lost.joined(separator: ", ")), and MPEG-TS cannot say it: use \(CommandOption.segmentFormat) "
            + "fmp4, or encode it so that the bitstream says it"
    }

    /// Describes the pixel aspect ratio in `pasp` (ISO/IEC 14496-12, 12.1.4) if the bitstream lacks it.
    private static func shape(_ entry: BoxNode, _ signal: VideoSignal?) -> String? {
        guard let shape = entry.pixelAspectRatio else { return nil }
        let known = signal?.aspectRatio
        let (knownWidth, knownHeight) = (UInt64(known?.width ?? 1), UInt64(known?.height ?? 1))
        guard UInt64(shape.width) * knownHeight != UInt64(shape.height) * knownWidth else { return nil }
        return "that pixels are \(shape.width):\(shape.height)"
    }

    /// Describes the colors in `colr` if the bitstream lacks them; the number 2 means unspecified.
    private static func colors(_ entry: BoxNode, _ signal: VideoSignal?) -> String? {
        guard let entryColors = entry.colorNumbers else { return nil }
        let bitstreamNumbers =
            signal?.colors.map {
                [$0.primaries, $0.transferCharacteristics, $0.matrixCoefficients].map(UInt16.init)
            } ?? [2, 2, 2]
        let numbers = [entryColors.primaries, entryColors.transfer, entryColors.matrix]
        guard zip(numbers, bitstreamNumbers).contains(where: { $0 != 2 && $0 != $1 }) else { return nil }
        return "that colors are \(numbers.map(String.init).joined(separator: "/")) (H.273)"
    }

    /// Describes the clean aperture in `clap` (ISO/IEC 14496-12, 12.1.4).
    private static func aperture(_ entry: BoxNode) -> String? {
        entry.first("clap") == nil ? nil : "which part of the pictures is shown ('clap')"
    }
}

extension TrackFormat {
    /// The pixel aspect ratio and colors in the first sequence parameter set of the configuration.
    ///
    /// Nil for codecs other than AVC and HEVC.
    var bitstreamVideoSignal: VideoSignal? {
        switch codec {
        case .avc:
            guard let box = sampleEntry.first("avcC"), let arrays = try? NALUnitArrays(avc: box.box),
                let unit = arrays.parameterSets.first(where: { ($0.first ?? 0) & 0x1F == 7 })
            else { return nil }
            return (try? AVCSequenceParameterSet(unit, at: 0))?.signal
        case .hevc:
            guard let box = sampleEntry.first("hvcC"), let arrays = try? NALUnitArrays(hevc: box.box),
                let unit = arrays.parameterSets.first(where: { ($0.first ?? 0) >> 1 & 0x3F == 33 })
            else { return nil }
            return (try? HEVCSequenceParameterSet(unit, at: 0))?.signal
        default: return nil
        }
    }
}

extension BoxNode {
    /// The color numbers (H.273) of the first `colr` that has some, or nil.
    ///
    /// The `colr` is an nclx or QuickTime's nclc (ISO/IEC 14496-12, 12.1.5).
    var colorNumbers: (primaries: UInt16, transfer: UInt16, matrix: UInt16)? {
        for box in all("colr") {
            let type = String(decoding: box.fields.prefix(4), as: UTF8.self)
            var reader = ByteReader(box.fields.dropFirst(4))
            guard type == "nclx" || type == "nclc", let primaries = try? reader.uint16(),
                let transfer = try? reader.uint16(), let matrix = try? reader.uint16()
            else { continue }
            return (primaries, transfer, matrix)
        }
        return nil
    }
}
