/// The state of one of the eight reference slots.
enum AV1ReferenceSlot: Hashable, Sendable {
    /// Unknown: no frame was stored there since the sequence header.
    case unknown
    /// A frame that was not seen, with the order hint that ref_order_hint gave.
    case unseen(orderHint: Int)
    /// A frame for which ref_order_hint gave another order hint: decoders disagree which of the two counts.
    case contradicted
    /// A frame that is too old for references, according to its frame id (AV1, 5.9.4).
    case outdated(AV1ReferenceFrame)
    /// A frame that can be referred to.
    case frame(AV1ReferenceFrame)

    /// RefOrderHint, or nil if it is unknown.
    var orderHint: Int? {
        switch self {
        case .unknown, .contradicted: nil
        case .unseen(let orderHint): orderHint
        case .outdated(let frame), .frame(let frame): frame.orderHint
        }
    }
}
