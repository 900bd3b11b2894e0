import SampleEncryption

/// The samples of a fragment in the order of their bytes.
struct SampleOrder: Sendable {
    /// Nil where it is the order of the fragment.
    private let indices: [Int]?

    /// Whether it is the order of the fragment.
    var isThatOfFragment: Bool { indices == nil }

    /// The index of the sample at a place in the order.
    func index(_ place: Int) -> Int { indices?[place] ?? place }

    /// The order of the fragment, where no sample has bytes.
    init(ofFragment: Void) {
        indices = nil
    }

    fileprivate init(_ samples: [FragmentLayout.Sample]) {
        func isAscending(_ left: Int, _ right: Int) -> Bool {
            let (first, second) = (samples[left].range, samples[right].range)
            // Of those that start at one place, the empty ones come first.
            return (first.lowerBound, first.isEmpty ? 0 : 1, left)
                < (second.lowerBound, second.isEmpty ? 0 : 1, right)
        }
        let isSorted = samples.indices.dropFirst().allSatisfy { isAscending($0 - 1, $0) }
        indices = isSorted ? nil : samples.indices.sorted(by: isAscending)
    }
}

extension FragmentLayout {
    /// Puts the samples in the order of their bytes, which have to fill the body of the `mdat` behind the `moof`.
    ///
    /// - Parameter body: the bytes of the `mdat` behind its header.
    /// - Returns: the order.
    /// - Throws: `.unsupported` for bytes that no sample has or several have, for samples elsewhere, and for samples of a
    ///   track that are not in the order of decoding.
    func order(in body: Range<UInt64>) throws(SampleEncryptionError) -> SampleOrder {
        let order = SampleOrder(samples)
        var end = body.lowerBound
        var last: [Int: Int] = [:]
        for place in samples.indices {
            let index = order.index(place)
            let range = samples[index].range
            guard range.lowerBound >= body.lowerBound, range.upperBound <= body.upperBound else {
                throw Self.refusal(
                    at: range.lowerBound,
                    "\(name(ofSampleAt: index)) at bytes \(range.lowerBound) to \(range.upperBound), outside of the"
                        + " 'mdat' behind the fragment, which has bytes \(body.lowerBound) to \(body.upperBound)"
                )
            }
            guard range.lowerBound >= end else {
                throw Self.refusal(
                    at: range.lowerBound,
                    "\(name(ofSampleAt: index)), which shares bytes with another sample"
                )
            }
            guard range.lowerBound == end else {
                throw Self.refusal(
                    at: end,
                    "\(range.lowerBound - end) bytes of 'mdat' that belong to no sample"
                )
            }
            let track = trackFragments[samples[index].trackFragment].track
            guard last[track, default: -1] < index else {
                throw Self.refusal(
                    at: range.lowerBound,
                    "\(name(ofSampleAt: index)), which is stored behind a later sample"
                )
            }
            last[track] = index
            guard range.count <= ProtectedRangeFinder.sampleSizeLimit else {
                throw Self.refusal(
                    at: range.lowerBound,
                    "\(name(ofSampleAt: index)) of \(range.count) bytes, which are more than"
                        + " \(ProtectedRangeFinder.sampleSizeLimit >> 20) MiB"
                )
            }
            end = range.upperBound
        }
        guard end == body.upperBound else {
            throw Self.refusal(at: end, "\(body.upperBound - end) bytes of 'mdat' that belong to no sample")
        }
        return order
    }

    private static func refusal(at offset: UInt64, _ what: String) -> SampleEncryptionError {
        .unsupported(
            offset: offset,
            what: what,
            remedy:
                "Package the media again, with the samples of each fragment one after the other in its 'mdat'"
        )
    }
}
