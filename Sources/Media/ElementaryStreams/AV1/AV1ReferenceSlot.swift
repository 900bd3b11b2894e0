/// What is known of one of the eight slots that keep frames for reference.
enum AV1ReferenceSlot: Hashable, Sendable {
    /// Nothing: no frame of this run of frames was kept there.
    case unknown
    /// A frame that was not seen, of which ref_order_hint tells the order hint.
    case unseen(orderHint: Int)
    /// A frame of which ref_order_hint tells another order hint than it had: decoders do not agree which one counts.
    case contradicted
    /// A frame that is too old to be referred to, by its frame id (AV1, 5.9.4).
    case outdated(AV1ReferenceFrame)
    /// A frame.
    case frame(AV1ReferenceFrame)

    /// RefOrderHint; nil where it is not known.
    var orderHint: Int? {
        switch self {
        case .unknown, .contradicted: nil
        case .unseen(let orderHint): orderHint
        case .outdated(let frame), .frame(let frame): frame.orderHint
        }
    }
}
