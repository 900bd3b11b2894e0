import ElementaryStreams

/// What tells whether decoding can begin with a picture.
///
/// It can with an IDR picture, of HEVC with any IRAP picture but those for other purposes, and with an I picture that has an
/// exact recovery point: one that begins an open group (ITU-T H.264, D.2.8).
struct VideoEntryPoint {
    /// Whether SEI says that pictures are right from it on, whatever it is.
    var hasRecoveryPoint = false
    /// The parameter sets in front of it.
    var sets: Set<ParameterSetIdentity> = []
    /// Whether all of its first field came.
    var isComplete = false
    private var isRefresh = false
    /// Whether sets that took the place of those of the sample entry stand in front of it once more.
    private var isIndependent = true
    private var isIntra = true

    /// Takes note of its first slice.
    ///
    /// - Parameters:
    ///   - isSync: whether the type of the NAL unit says that decoding can begin.
    ///   - superseded: the parameter sets in force that are not those of the sample entry.
    mutating func begin(isSync: Bool, superseded: some Sequence<ParameterSetIdentity>) {
        isRefresh = isSync
        isIndependent = superseded.allSatisfy { sets.contains($0) }
        if isSync { isComplete = true }
    }

    /// Looks at a slice of H.264, where nothing else tells.
    mutating func take(slice prefix: ArraySlice<UInt8>) {
        guard !isComplete, isIntra, hasRecoveryPoint || !sets.isEmpty else { return }
        isIntra = AVCNALUnit.isIntra(slice: prefix) == true
    }

    /// Whether it is an I picture behind parameter sets: with such decoding begins in a broadcast without IDR pictures and
    /// recovery points.
    var isIntraBehindSets: Bool { isIntra && !sets.isEmpty && isIndependent }

    /// Whether decoding can begin.
    ///
    /// - Parameter fromIntraPictures: whether it can with I pictures behind parameter sets.
    /// - Returns: whether it can.
    func isSync(fromIntraPictures: Bool) -> Bool {
        guard isIndependent else { return false }
        return isRefresh || isIntra && hasRecoveryPoint || fromIntraPictures && isIntraBehindSets
    }
}
