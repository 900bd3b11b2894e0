import Bitstreams
import ElementaryStreams
import ISOBaseMedia
import TransportStreams

/// Finds the samples of H.264 and HEVC: access units, with both fields of an H.264 frame in one sample.
final class VideoSampleFinder: SampleFinder {
    /// A sample whose NAL units are being collected.
    private struct AccessUnit {
        let stamp: ElementaryStreamWindow.Stamp?
        /// The offset in the file of the first start code.
        let fileOffset: UInt64
        var size = 0
        var hasSlice = false
        /// The field of the first slice, or nil for a frame or once the other field has begun.
        var field: AVCField?
        /// Indicates whether this is a field without the other field of its frame.
        var isField = false
        var picture = RandomAccessPicture()
    }

    /// The size in bytes from which `heldSets` are put in force early, because a malicious stream may have
    /// nothing else.
    private static let heldLimit = 1 << 18

    private let codec: NALUnitRole.Codec
    private let path: String
    private let pid: Int
    private let pastRereadReasons: Set<RereadReason>
    private var sets: ParameterSets
    private var sliceHeaders = AVCSliceHeaderReader()
    /// Indicates whether pictures of HEVC are fields.
    private var hasFields = false
    private var collector: VideoSampleCollector
    private var units: [AnnexBNALUnit] = []
    private var current: AccessUnit?
    /// The sample after `current`, before its first slice.
    private var next: AccessUnit?
    /// The parameter sets since the last slice, with their offsets in the file: they are put in force at the
    /// next slice.
    private var heldSets: [(unit: [UInt8], offset: UInt64)] = []
    private var heldSize = 0
    /// Indicates whether a parameter set differs from the sample entry.
    private var hasChangedSets = false
    /// Indicates whether there is an I picture after parameter sets, with which decoding of a broadcast can
    /// begin.
    private var hasIntraPicture = false
    /// Indicates whether the whole stream was searched.
    private var isFinished = false

    /// - Parameters:
    ///   - codec: the codec of the stream.
    ///   - path: the path of the file, for errors.
    ///   - pid: the PID of the stream.
    ///   - reference: a time near the first time stamp.
    ///   - pastRereadReasons: the ways to read the stream, as results of earlier passes.
    init(
        _ codec: NALUnitRole.Codec,
        path: String,
        pid: Int,
        reference: TimelineReference,
        _ pastRereadReasons: Set<RereadReason>
    ) {
        self.codec = codec
        self.path = path
        self.pid = pid
        self.pastRereadReasons = pastRereadReasons
        sets = ParameterSets(codec, path: path)
        collector = VideoSampleCollector(path: path, pid: pid, reference: reference)
    }

    private var keepsSets: Bool { pastRereadReasons.contains(.withParameterSets) }

    var rereadReason: RereadReason? {
        if hasChangedSets, !keepsSets { return .withParameterSets }
        let isOver = isFinished && collector.isEmpty && hasIntraPicture
        return isOver && !pastRereadReasons.contains(.fromIntraPictures) ? .fromIntraPictures : nil
    }

    func search(in window: inout ElementaryStreamWindow, isLast: Bool) throws(MezzanineError) {
        units.removeAll(keepingCapacity: true)
        let start = AnnexBScanner.scan(window.buffer.storage.span.extracting(0..<window.count), into: &units)
        let completeCount = isLast ? units.count : units.count - 1
        for index in 0..<max(0, completeCount) where !units[index].range.isEmpty {
            try process(units[index].range, &window)
        }
        let consumedCount =
            isLast
            ? window.count
            : units.last.map { $0.range.lowerBound - 3 } ?? min(start, max(0, window.count - 3))
        window.removeFirst(consumedCount)
        isFinished = isLast
        guard window.count <= ElementaryStreamFileReader.sizeLimit else {
            throw .tooLarge("NAL unit", path: path, at: window.fileOffset(0))
        }
    }

    private func process(
        _ range: Range<Int>,
        _ window: inout ElementaryStreamWindow
    ) throws(MezzanineError) {
        let role = NALUnitRole(codec, window.buffer.storage, range)
        if case .slice = role { try applyHeldSets() }
        var beginsAccessUnit = role.beginsAccessUnit
        var field: AVCField?
        if case .slice(isFirst: true, _) = role {
            beginsAccessUnit = true
            field = self.field(ofSlice: window.buffer.storage[range.prefix(64)])
        }
        let startCode = range.lowerBound - 3
        if current == nil {
            current = accessUnit(at: startCode, &window)
        } else if beginsAccessUnit, next == nil, current?.hasSlice == true {
            next = accessUnit(at: startCode, &window)
        }
        if case .slice(let isFirst, let isSync) = role {
            try startPicture(isFirst: isFirst, isSync: isSync, field)
            if codec == .avc { current?.picture.examine(slice: window.buffer.storage[range.prefix(64)]) }
        }
        if case .parameterSet = role {
            heldSets.append((Array(window.buffer.storage[range]), window.fileOffset(range.lowerBound)))
            heldSize += range.count + MemoryLayout<(unit: [UInt8], offset: UInt64)>.size
            if heldSize > Self.heldLimit { try applyHeldSets() }
        }
        guard !role.isLeftOut(keepingSets: keepsSets) else { return }
        if case .prefix = role, codec == .avc { recordRecoveryPoint(window.buffer.storage[range]) }
        let size = range.count + 4
        if next != nil { next?.size += size } else { current?.size += size }
    }

    /// Changes the access unit to which the current NAL unit belongs.
    private func updateAccessUnit(_ body: (inout AccessUnit) -> Void) {
        if var unit = next {
            body(&unit)
            next = unit
        } else if var unit = current {
            body(&unit)
            current = unit
        }
    }

    /// Records an exact recovery point in SEI, except in large NAL units, which have user data.
    private func recordRecoveryPoint(_ unit: ArraySlice<UInt8>) {
        guard unit.count < 4096, let header = unit.first,
            case .sei = AVCNALUnitKind(header: header),
            let isExact = try? AVCNALUnitKind.hasExactRecoveryPoint(unit, at: 0), isExact
        else { return }
        updateAccessUnit { $0.picture.hasRecoveryPoint = true }
    }

    private func accessUnit(at startCode: Int, _ window: inout ElementaryStreamWindow) -> AccessUnit {
        AccessUnit(stamp: window.removeTimestamps(at: startCode), fileOffset: window.fileOffset(startCode))
    }

    /// Handles a slice, either of the current sample or the first one of the next.
    private func startPicture(isFirst: Bool, isSync: Bool, _ field: AVCField?) throws(MezzanineError) {
        if let next, let current {
            if let field, let first = current.field, field.completes(first) {
                self.current?.size += next.size
                self.current?.field = nil
                self.current?.isField = false
                self.current?.picture.isComplete = true
            } else {
                try close(current)
                self.current = next
            }
            self.next = nil
        }
        guard current?.hasSlice == false else { return }
        current?.hasSlice = true
        current?.field = field
        current?.isField = field != nil || hasFields
        current?.picture.recordFirstSlice(isSync: isSync, superseded: sets.replacedIdentities)
    }

    private func field(ofSlice prefix: ArraySlice<UInt8>) -> AVCField? {
        codec == .avc ? sliceHeaders.field(ofSlice: prefix) : nil
    }

    /// Puts the held parameter sets in force.
    ///
    /// It is not called for sets after the last slice, which belong to no picture and may be incomplete.
    private func applyHeldSets() throws(MezzanineError) {
        for (unit, offset) in heldSets { try process(parameterSet: unit[...], at: offset) }
        heldSets.removeAll(keepingCapacity: true)
        heldSize = 0
    }

    private func process(parameterSet unit: ArraySlice<UInt8>, at offset: UInt64) throws(MezzanineError) {
        let (identity, verdict) = try sets.update(unit, at: offset)
        updateAccessUnit { $0.picture.sets.insert(identity) }
        guard verdict != .known else { return }
        if verdict == .changed { hasChangedSets = true }
        do throws(ParseError) {
            switch codec {
            case .avc: try sliceHeaders.store(parameterSet: unit, at: offset)
            case .hevc where identity.type == 33:
                hasFields = try HEVCSequenceParameterSet(unit, at: offset).hasFields
            case .hevc: break
            }
        } catch {
            throw .malformed(path: path, error)
        }
    }

    private func close(_ unit: AccessUnit) throws(MezzanineError) {
        guard unit.size <= 2 * ElementaryStreamFileReader.sizeLimit else {
            throw .tooLarge("picture", path: path, at: unit.fileOffset)
        }
        if codec == .avc, unit.picture.isIntraAfterSets { hasIntraPicture = true }
        let isSync = unit.picture.isSync(fromIntraPictures: pastRereadReasons.contains(.fromIntraPictures))
        // Before the first key frame parameter sets may be missing, and without them fields are not
        // recognized.
        guard unit.stamp != nil || unit.isField || collector.isEmpty && !isSync else {
            throw .unsupported(
                path: path,
                what:
                    "a picture of \(MezzanineError.pidDescription(pid)) without a time stamp at byte \(unit.fileOffset) (expected one for "
                    + "each)",
                "Write the stream anew with a PES packet for each picture, or as MP4"
            )
        }
        try collector.add(unit.stamp, size: unit.size, isSync: isSync, fileOffset: unit.fileOffset)
    }

    /// The end of a picture shows only at the start of the next one, so this depends on `isCut`.
    func endsInFirstSample(isCut: Bool) -> Bool {
        isCut && (current?.hasSlice == true || !sets.sampleEntrySets.isEmpty || !heldSets.isEmpty)
    }

    func finish(isCut: Bool) throws(MezzanineError) -> FoundSamples? {
        if let current, current.hasSlice {
            if isCut { collector.leaveOutLast() } else { try close(current) }
        }
        guard let found = try collector.finish() else { return nil }
        let format = try VideoSampleEntryBuilder.format(codec, sets, isInBand: keepsSets, path: path)
        var notes = found.notes
        if keepsSets {
            notes.append(
                "parameter sets of \(MezzanineError.pidDescription(pid)) change within the stream, or are too many for a sample entry: they stay in samples ('\(format.sampleEntry.type)')"
            )
        }
        return FoundSamples(
            format: format,
            timescale: VideoSampleCollector.timescale,
            samples: found.index,
            points: found.points,
            conversion: .nalUnits(codec, keepingSets: keepsSets),
            presentationShift: found.start,
            earliestTime: found.earliest,
            notes: notes
        )
    }
}

extension MezzanineError {
    /// Returns the error for a NAL unit or picture that is larger than any that decoders accept.
    static func tooLarge(_ what: String, path: String, at offset: UInt64) -> MezzanineError {
        .malformed(
            path: path,
            .invalid(
                offset: offset,
                field: what,
                found: "of more than \(ElementaryStreamFileReader.sizeLimit >> 20) MiB",
                expected: "a smaller one"
            )
        )
    }
}
