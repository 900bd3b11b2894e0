import SampleEncryption
import TextFormats

/// The order of the samples of a fragment by ascending offset.
struct SampleOrder: Sendable {
    /// The sample indices by ascending offset, or nil if the `moof` lists the samples in that order.
    private let indices: [Int]?

    /// Indicates whether the order is that in which the `moof` lists the samples.
    var isFragmentOrder: Bool { indices == nil }

    /// Returns the index of the sample at a position in the order.
    func index(_ position: Int) -> Int { indices?[position] ?? position }

    /// Creates the order in which the `moof` lists the samples.
    ///
    /// It is used if the fragment has no sample data, or until the offsets were compared.
    init(ofFragment: Void) {
        indices = nil
    }

    fileprivate init(_ samples: [FragmentLayout.Sample]) {
        func isAscending(_ left: Int, _ right: Int) -> Bool {
            let (first, second) = (samples[left].range, samples[right].range)
            // Empty samples come before others that start at the same offset.
            return (first.lowerBound, first.isEmpty ? 0 : 1, left)
                < (second.lowerBound, second.isEmpty ? 0 : 1, right)
        }
        let isSorted = samples.indices.dropFirst().allSatisfy { isAscending($0 - 1, $0) }
        indices = isSorted ? nil : samples.indices.sorted(by: isAscending)
    }
}

extension FragmentLayout {
    /// Sorts the samples by their bytes, which have to fill the body of the `mdat` after the `moof`.
    ///
    /// - Parameter body: the byte range of the body of the `mdat`.
    /// - Returns: the order.
    /// - Throws: `.unsupported` if bytes belong to no sample or to several, a sample is outside of the `mdat`
    ///   or above the size limit, or the samples of a track are not stored in decoding order.
    func order(in body: Range<UInt64>) throws(SampleEncryptionError) -> SampleOrder {
        let order = SampleOrder(samples)
        var end = body.lowerBound
        var lastIndexOfTrack: [Int: Int] = [:]
        for position in samples.indices {
            let index = order.index(position)
            let range = samples[index].range
            guard range.lowerBound >= body.lowerBound, range.upperBound <= body.upperBound else {
                throw Self.unsupportedError(
                    at: range.lowerBound,
                    "\(name(ofSampleAt: index)) at bytes \(range.lowerBound) to \(range.upperBound), outside of the"
                        + " 'mdat' after the fragment, which has bytes \(body.lowerBound) to \(body.upperBound)"
                )
            }
            guard range.lowerBound >= end else {
                throw Self.unsupportedError(
                    at: range.lowerBound,
                    "\(name(ofSampleAt: index)), which shares bytes with another sample"
                )
            }
            guard range.lowerBound == end else {
                throw Self.unsupportedError(
                    at: end,
                    "\(CountText.text(range.lowerBound - end, "byte")) of 'mdat' outside of all samples"
                )
            }
            let track = trackFragments[samples[index].trackFragmentIndex].trackIndex
            guard lastIndexOfTrack[track, default: -1] < index else {
                throw Self.unsupportedError(
                    at: range.lowerBound,
                    "\(name(ofSampleAt: index)), which is stored after a later sample"
                )
            }
            lastIndexOfTrack[track] = index
            guard range.count <= ProtectedRangeFinder.sampleSizeLimit else {
                throw Self.unsupportedError(
                    at: range.lowerBound,
                    "\(name(ofSampleAt: index)) of \(range.count) bytes, which are more than"
                        + " \(ProtectedRangeFinder.sampleSizeLimit >> 20) MiB"
                )
            }
            end = range.upperBound
        }
        guard end == body.upperBound else {
            throw Self.unsupportedError(
                at: end,
                "\(CountText.text(body.upperBound - end, "byte")) of 'mdat' outside of all samples"
            )
        }
        return order
    }

    private static func unsupportedError(at offset: UInt64, _ what: String) -> SampleEncryptionError {
        .unsupported(
            offset: offset,
            what: what,
            remedy:
                "Package the media again, with the samples of each fragment one after the other in its 'mdat'"
        )
    }
}
