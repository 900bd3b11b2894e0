import Bitstreams
import ISOBaseMedia

extension MP4Inspector {
    /// Adds `moof`.
    mutating func add(fragment node: BoxNode) throws(ParseError) {
        addKeySystems(in: node)
        var sequence = try node.only("mfhd").box.reader
        try sequence.skip(4)
        let number = try sequence.uint32()
        for track in node.all("traf") {
            collectingFaults { inspector throws(ParseError) in
                try inspector.addTrackFragment(track, sequenceNumber: number, at: node.offset)
            }
        }
    }

    private mutating func addTrackFragment(
        _ node: BoxNode,
        sequenceNumber: UInt32,
        at offset: UInt64
    ) throws(ParseError) {
        let header = try TrackFragmentHeaderBox(try node.only("tfhd").box)
        let track = movie?.track(header.trackID)
        let descriptionIndex = header.sampleDescriptionIndex ?? track?.defaults?.defaultSampleDescriptionIndex
        let runs = runs(of: node, header, track?.defaults)
        let groups = sampleGroups(of: node)
        let encryption = encryption(of: node, ivSize: ivSize(track, descriptionIndex, groups))
        add(runs, to: header.trackID)
        fragmentCount += 1
        guard fragments.count < Self.fragmentLimit else { return }
        fragments.append(
            TrackFragmentInspection(
                offset: offset,
                sequenceNumber: sequenceNumber,
                trackID: header.trackID,
                samples: runs.samples,
                decodeTime: decodeTime(of: node),
                duration: runs.ticks,
                bytes: runs.bytes,
                descriptionIndex: descriptionIndex,
                scheme: scheme(track, descriptionIndex),
                encryption: encryption,
                groups: groups.map { SampleEntryProtection(scheme: nil, $0) }
            )
        )
    }

    private mutating func add(_ runs: RunTotals, to trackID: UInt32) {
        guard totals[trackID] != nil || totals.count < Self.fragmentLimit else { return }
        var trackTotals = totals[trackID] ?? FragmentTotals()
        trackTotals.fragments += 1
        trackTotals.samples = trackTotals.samples &+ runs.samples
        trackTotals.ticks = sum(trackTotals.ticks, runs.ticks)
        totals[trackID] = trackTotals
    }

    /// Totals over the runs of a track fragment.
    ///
    /// `ticks` and `bytes` are nil if they depend on an unknown default or exceed 64 bits.
    private struct RunTotals {
        var samples: UInt64 = 0
        var ticks: UInt64? = 0
        var bytes: UInt64? = 0
    }

    private mutating func runs(
        of node: BoxNode,
        _ header: TrackFragmentHeaderBox,
        _ defaults: TrackExtendsBox?
    ) -> RunTotals {
        var totals = RunTotals()
        for runNode in node.all("trun") {
            collectingFaults { inspector throws(ParseError) in
                let run = try TrackRunBox(runNode.box)
                let size = header.defaultSampleSize ?? defaults?.defaultSampleSize
                let duration = header.defaultSampleDuration ?? defaults?.defaultSampleDuration
                totals.samples += UInt64(run.sampleCount)
                totals.bytes = inspector.sum(totals.bytes, run.dataSize(defaultSampleSize: size))
                totals.ticks = inspector.sum(totals.ticks, run.duration(defaultSampleDuration: duration))
            }
        }
        return totals
    }

    private func sum(_ one: UInt64?, _ other: UInt64?) -> UInt64? {
        guard let one, let other else { return nil }
        let (sum, isTooLarge) = one.addingReportingOverflow(other)
        return isTooLarge ? nil : sum
    }

    private mutating func decodeTime(of node: BoxNode) -> UInt64? {
        var time: UInt64?
        collectingFaults { _ throws(ParseError) in
            guard let box = try node.atMostOne("tfdt")?.box else { return }
            var reader = box.reader
            let fullHeader = try FullBoxHeader(&reader, maximumVersion: 1)
            time = fullHeader.version == 0 ? UInt64(try reader.uint32()) : try reader.uint64()
        }
        return time
    }

    /// Returns the scheme of a sample entry, or `clear`; nil if the entry is unknown.
    private func scheme(_ track: ParsedMovie.Track?, _ descriptionIndex: UInt32?) -> String? {
        guard let track, let descriptionIndex, descriptionIndex > 0,
            Int(descriptionIndex) <= track.entries.count
        else { return nil }
        guard let protection = track.entries[Int(descriptionIndex) - 1].protection else { return "clear" }
        return protection.scheme
    }
}
