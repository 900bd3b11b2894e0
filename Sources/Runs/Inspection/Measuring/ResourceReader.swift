import Bitstreams
import Failures
import HLSPlaylists
import MediaProbing
import Presentations

/// The progress and cancellation that all readers of a run share.
struct MeasurementContext: Sendable {
    let progress: any ProgressSink
    let cancellation: Cancellation
}

/// Reads resources in pieces, with a buffer that it reuses, and probes them.
struct ResourceReader {
    private static let pieceLength = 256 * 1024

    private var buffer = [UInt8](repeating: 0, count: pieceLength)

    /// Measures a resource; its `depth` determines how much of it is read.
    mutating func measure(
        _ resource: MeasuredResource,
        initialization: MediaInitialization?,
        in context: MeasurementContext
    ) throws(RunFailure) -> ResourceMeasurement {
        try context.cancellation.check()
        var measurement = ResourceMeasurement()
        guard resource.depth != .nothing else { return measurement }
        guard case .file(let path) = resource.location else {
            if case .none(let reason) = resource.location {
                measurement.failure = "\(resource.name): \(reason)"
            }
            return measurement
        }
        do {
            try probe(at: path, resource, initialization, context, &measurement)
        } catch let error as ParseError {
            let location = resource.range.map { "\(resource.name), range \($0.text)" } ?? resource.name
            measurement.failure = "\(location): \(error)"
        } catch let error as SystemCallError {
            try error.throwIfShortage()
            measurement.failure = "\(resource.name) cannot be read (\(error.reason))"
        } catch {
            throw RunFailure(unexpected: error)
        }
        return measurement
    }

    private mutating func probe(
        at path: String,
        _ resource: MeasuredResource,
        _ initialization: MediaInitialization?,
        _ context: MeasurementContext,
        _ measurement: inout ResourceMeasurement
    ) throws {
        let file = try InputFile(path: path)
        let range = resource.range.map { $0.offset..<$0.end } ?? 0..<file.size
        guard range.upperBound <= file.size else {
            measurement.failure =
                "\(resource.name) ends at byte \(file.size), before the end of the byte range (byte \(range.upperBound))"
            return
        }
        measurement.bytes = range.upperBound - range.lowerBound
        guard resource.depth == .content else { return }
        var probe = MediaProbe(initialization: initialization)
        measurement.content = try read(file, range, into: &probe, context)
        measurement.initialization = probe.foundInitialization
    }

    private mutating func read(
        _ file: borrowing InputFile,
        _ range: Range<UInt64>,
        into probe: inout MediaProbe,
        _ context: MeasurementContext
    ) throws -> MediaContent {
        var position = range.lowerBound
        while position < range.upperBound {
            let skipped = min(probe.skippableCount, range.upperBound - position)
            probe.skip(skipped)
            position += skipped
            context.progress.advance(by: skipped)
            let wanted = Int(min(UInt64(Self.pieceLength), range.upperBound - position))
            guard wanted > 0 else { break }
            try context.cancellation.check()
            let count = try file.read(into: &buffer, count: wanted, at: position)
            try probe.consume(buffer.span.extracting(0..<count))
            guard count == wanted else { break }
            position += UInt64(count)
            context.progress.advance(by: UInt64(count))
        }
        return try probe.finish()
    }
}
