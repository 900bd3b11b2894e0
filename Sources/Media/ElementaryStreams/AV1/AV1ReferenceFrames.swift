import Bitstreams

/// The eight reference slots of the decoder (AV1, 7.20).
struct AV1ReferenceFrames: Hashable, Sendable {
    /// NUM_REF_FRAMES.
    static let count = 8

    private(set) var slots = [AV1ReferenceSlot](repeating: .unknown, count: count)

    /// Returns the frame in a slot.
    ///
    /// - Parameters:
    ///   - slot: 0 to 7.
    ///   - offset: the offset of the syntax element that refers to the slot, for errors.
    /// - Returns: the properties of the frame.
    /// - Throws: `.missing` if the frame was not seen.
    func frame(_ slot: Int, at offset: UInt64) throws(ParseError) -> AV1ReferenceFrame {
        guard case .frame(let frame) = slots[slot] else {
            throw .missing(offset: offset, "frame in reference slot \(slot)")
        }
        return frame
    }

    /// Returns RefOrderHint of a slot, or throws `.missing` if it is unknown.
    func orderHint(_ slot: Int, at offset: UInt64) throws(ParseError) -> Int {
        guard let hint = slots[slot].orderHint else {
            throw .missing(offset: offset, "frame in reference slot \(slot)")
        }
        return hint
    }

    /// Processes ref_order_hint, which gives the order hint of a frame that was not seen.
    mutating func processReferenceOrderHint(orderHint: Int, in slot: Int) {
        if slots[slot] == .unknown {
            slots[slot] = .unseen(orderHint: orderHint)
        } else if slots[slot].orderHint != orderHint {
            slots[slot] = .contradicted
        }
    }

    /// Marks frames as outdated if their ids are too far from that of the current frame: mark_ref_frames
    /// (AV1, 5.9.4).
    mutating func markOutdated(currentID: UInt32, lengths: AV1FrameIDLengths) {
        let current = Int(currentID)
        let reach = 1 << lengths.deltaLength
        for index in slots.indices {
            guard case .frame(let frame) = slots[index] else { continue }
            let id = Int(frame.frameID)
            let isOutdated =
                if current > reach {
                    id > current || id < current - reach
                } else {
                    id > current && id < 1 << lengths.length + current - reach
                }
            if isOutdated { slots[index] = .outdated(frame) }
        }
    }

    /// Stores a frame in the given slots: the reference frame update process (AV1, 7.20).
    mutating func store(_ frame: AV1ReferenceFrame, in refreshFlags: UInt8) {
        for index in slots.indices where refreshFlags >> index & 1 == 1 { slots[index] = .frame(frame) }
    }
}

/// The state of one of the eight reference slots.
enum AV1ReferenceSlot: Hashable, Sendable {
    /// Unknown: no frame was stored there since the sequence header.
    case unknown
    /// A frame that was not seen, with the order hint that ref_order_hint gave.
    case unseen(orderHint: Int)
    /// A frame whose order hint differs from a later ref_order_hint for the slot.
    ///
    /// Decoders disagree about which of the two is valid.
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
