import HLSPackaging

/// How many other units of its file stand before each unit, as `MediaLayout` counts them.
struct UnitOrdinals {
    private var ordinals: [VerificationTarget.Location: Int] = [:]

    /// Counts what the playlists name.
    ///
    /// I-frames are inside the units of others.
    init(_ targets: [VerificationTarget], _ outcomes: [TargetChecker.Outcome]) {
        var unitsOfFile: [[UInt8]: Set<VerificationTarget.Location>] = [:]
        for (target, outcome) in zip(targets, outcomes) where target.expectation.role != .iFrameRange {
            unitsOfFile[Array(target.location.path.utf8), default: []].insert(target.unit(outcome))
        }
        for units in unitsOfFile.values {
            let ordered = units.sorted { ($0.range?.lowerBound ?? 0) < ($1.range?.lowerBound ?? 0) }
            for (ordinal, unit) in ordered.enumerated() { ordinals[unit] = ordinal }
        }
    }

    subscript(unit: VerificationTarget.Location) -> Int { ordinals[unit] ?? 0 }
}

extension VerificationTarget {
    /// The bytes that were read: the same for a file that is named whole and for one that is named by its range.
    func unit(_ outcome: TargetChecker.Outcome) -> Location {
        Location(path: location.path, name: location.name, range: outcome.range)
    }
}
