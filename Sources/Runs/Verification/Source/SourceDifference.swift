/// The first difference of a segment from that of the source, and its offset in the protected segment.
struct SourceDifference {
    let message: String
    let offset: UInt64?
}
