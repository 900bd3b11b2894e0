import ElementaryStreams

/// The properties of a picture that decide whether decoding can begin with it.
///
/// It can with an IDR picture of H.264, an IRAP picture of HEVC, and an I picture of H.264 with an exact
/// recovery point, which begins an open GOP (ITU-T H.264, D.2.8).
struct RandomAccessPicture {
    /// Indicates whether SEI declares pictures from this one on to be correct, whatever the type of the
    /// picture.
    var hasRecoveryPoint = false
    /// The parameter sets before the picture.
    var sets: Set<ParameterSetIdentity> = []
    /// Indicates whether later slices do not matter: the first field is complete, or the picture is IDR or
    /// IRAP.
    var isComplete = false
    private var isSyncType = false
    /// Indicates whether all parameter sets that replaced those of the sample entry are repeated before the
    /// picture.
    private var isIndependent = true
    private var isIntra = true

    /// Records the first slice.
    ///
    /// - Parameters:
    ///   - isSync: true if the NAL unit type says that decoding can begin.
    ///   - superseded: the parameter sets in force that differ from the sample entry.
    mutating func recordFirstSlice(isSync: Bool, superseded: some Sequence<ParameterSetIdentity>) {
        isSyncType = isSync
        isIndependent = superseded.allSatisfy { sets.contains($0) }
        if isSync { isComplete = true }
    }

    /// Examines a slice of H.264, if only slice types can tell whether decoding can begin.
    mutating func examine(slice prefix: ArraySlice<UInt8>) {
        guard !isComplete, isIntra, hasRecoveryPoint || !sets.isEmpty else { return }
        isIntra = AVCNALUnitKind.isIntra(slice: prefix) == true
    }

    /// Indicates whether this is an I picture after parameter sets.
    ///
    /// Decoding of a broadcast without IDR pictures and recovery points begins with such pictures.
    var isIntraAfterSets: Bool { isIntra && !sets.isEmpty && isIndependent }

    /// Indicates whether decoding can begin with the picture.
    ///
    /// - Parameter fromIntraPictures: true if it can begin with I pictures after parameter sets.
    /// - Returns: true if it can.
    func isSync(fromIntraPictures: Bool) -> Bool {
        guard isIndependent else { return false }
        return isSyncType || isIntra && hasRecoveryPoint || fromIntraPictures && isIntraAfterSets
    }
}
