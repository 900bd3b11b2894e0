package import Bitstreams
import ISOBaseMedia
import TransportStreams

/// Reads MPEG-TS as an input: packets of 188, 192 or 204 bytes, one program.
package enum TransportStreamInput {
    /// The maximum number of times that later program maps may add streams.
    ///
    /// The whole file is read again after each of them, and for each `RereadReason` of a stream, which
    /// occurs at most once.
    private static let additionLimit = 7

    /// Reads the whole file and locates all samples.
    ///
    /// - Parameters:
    ///   - path: the path as the user gave it, for messages.
    ///   - bytes: the bytes of the file.
    ///   - choices: the tracks that are asked for; no others are read.
    /// - Returns: the input with its tracks; `timelineStart` is the earliest presentation time.
    /// - Throws: `MezzanineError` if the file cannot be read or packaged.
    package static func read(
        path: String,
        _ bytes: any ByteSource,
        selecting choices: Set<TrackChoice> = [.all]
    ) throws(MezzanineError) -> Mezzanine {
        let reader: any ByteSourceReader
        let prefix: [UInt8]
        do {
            reader = try bytes.makeReader()
            prefix = try reader.bytes(PacketFormat.detectionLength, at: 0)
        } catch {
            throw .bytes(path: path, error)
        }
        guard let format = PacketFormat.detect(prefix.span) else {
            throw .malformed(
                path: path,
                .invalid(
                    offset: 0,
                    field: "stream",
                    found: "without sync bytes 0x47 in a row",
                    expected: "one every 188, 192 or 204 bytes"
                )
            )
        }
        var plan: ProgramPlan?
        var rereadReasons: [Int: Set<RereadReason>] = [:]
        var mapCount = 0
        while mapCount <= 1 + additionLimit {
            var pass = TransportStreamPass(
                path: path,
                format: format,
                choices: choices,
                plan: plan,
                rereadReasons: rereadReasons
            )
            let outcome = try pass.run(reader)
            plan = pass.plan
            switch outcome {
            case .planChanged: mapCount += 1
            case .reread(let reasons):
                for (pid, reason) in reasons { rereadReasons[pid, default: []].insert(reason) }
            case .samples(let found, let noSamplesWarnings, let notes):
                let others = plan?.otherStreams ?? []
                // If only streams remain that were not asked for, the caller reports that.
                guard !found.isEmpty || !others.isEmpty else {
                    throw nothingToPackageError(
                        path,
                        unsupportedWarnings: plan?.notes ?? [],
                        noSamplesWarnings: noSamplesWarnings
                    )
                }
                let notes = (plan?.notes ?? []) + noSamplesWarnings + notes
                return mezzanine(path, bytes, format, found, others: others, notes: notes)
            }
        }
        throw .unsupported(
            path: path,
            what:
                "a transport stream whose program map adds streams more than \(additionLimit) times (expected all at the start)",
            "Cut the file where they are added"
        )
    }

    private static func nothingToPackageError(
        _ path: String,
        unsupportedWarnings: [String],
        noSamplesWarnings: [String]
    ) -> MezzanineError {
        let reasons = unsupportedWarnings + noSamplesWarnings
        return .unsupported(
            path: path,
            what: "a transport stream without video or audio that can be packaged (expected some)"
                + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; ")),
            unsupportedWarnings.isEmpty && !noSamplesWarnings.isEmpty
                ? "Give a file with complete streams" : "Encode it as H.264, HEVC, AAC, AC-3 or E-AC-3"
        )
    }

    private static func mezzanine(
        _ path: String,
        _ bytes: any ByteSource,
        _ format: PacketFormat,
        _ found: [(stream: ProgramPlan.Stream, samples: FoundSamples)],
        others: [(identifier: UInt32, content: SourceTrack.Content)],
        notes: [String]
    ) -> Mezzanine {
        let tracks = found.map { stream, samples in
            samples.track(
                path: path,
                identifier: UInt32(stream.pid),
                language: stream.language,
                bytes,
                .packets(pid: stream.pid, format)
            )
        }
        return Mezzanine(
            path: path,
            kind: .transportStream,
            timelineStart: found.compactMap(\.samples.earliestTime).min(),
            tracks: tracks,
            otherTracks: others,
            notes: notes + found.flatMap(\.samples.notes)
        )
    }
}

extension FoundSamples {
    /// Returns a track with these samples.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - identifier: the PID, or 0 for packed audio.
    ///   - language: the language in ISO 639-2/T, or nil if unknown.
    ///   - file: the bytes of the file.
    ///   - layout: the layout of the elementary stream in the file.
    /// - Returns: the track, whose bytes are converted while they are read.
    func track(
        path: String,
        identifier: UInt32,
        language: String?,
        _ file: any ByteSource,
        _ layout: ConvertedTrackSource.Layout
    ) -> SourceTrack {
        let last = samples.count > 0 ? samples[samples.count - 1] : nil
        let bytes = ConvertedTrackSource(
            path: path,
            file: file,
            layout: layout,
            conversion: conversion,
            points: points,
            size: last.map { $0.offset + UInt64($0.size) } ?? 0
        )
        return SourceTrack(
            path: path,
            identifier: identifier,
            content: format.codedSize == nil ? .audio : .video,
            format: format,
            timescale: timescale,
            language: language,
            presentationShift: presentationShift,
            presentationEnd: nil,
            samples: samples,
            bytes: bytes
        )
    }
}
