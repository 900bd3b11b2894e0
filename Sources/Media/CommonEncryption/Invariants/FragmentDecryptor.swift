import Bitstreams
import Ciphers
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption
import TextFormats

/// Decrypts the samples of consecutive fragments and checks the encryption parameters of the fragments.
///
/// It decrypts the ranges that `senc`, `tenc` and sample groups list. They have to equal, to the byte, the
/// ranges that follow from the clear samples and their parameter sets: players that compute the ranges
/// themselves would fail otherwise.
struct FragmentDecryptor: ~Copyable {
    private let movie: MovieFormat
    private let keyID: [UInt8]?
    private let iv: InitializationVector
    private let segmentOffset: UInt64
    private let scheme: ProtectionScheme
    private var cipher: FragmentCipher
    private var comparison: ProtectedRangeComparison
    private var encryptionIterators: [SampleEncryptionIterator?] = []
    private var listedRanges: [Range<Int>] = []

    /// - Parameters:
    ///   - movie: the protected initialization section.
    ///   - keyID: the KID that samples have to name, or nil for any.
    ///   - key: the key, and for cbcs the constant IV that samples have to have.
    ///   - segmentOffset: the offset of the segment in its file.
    /// - Throws: `SampleEncryptionError.cipher` if the cipher fails.
    init(
        _ movie: MovieFormat,
        keyID: [UInt8]?,
        key: SampleAESKey,
        segmentOffset: UInt64
    ) throws(SampleEncryptionError) {
        let entries = movie.tracks.flatMap(\.entries)
        let scheme = entries.lazy.compactMap { $0.encryption?.scheme }.first ?? .cbcs
        cipher = try withSampleEncryptionErrors { () throws(CipherError) in
            try FragmentCipher(scheme, .decrypt, key)
        }
        self.scheme = scheme
        comparison = ProtectedRangeComparison(scheme)
        self.movie = movie
        self.keyID = keyID
        self.segmentOffset = segmentOffset
        iv = key.iv
    }

    /// Reads the encryption parameters of the next fragment.
    mutating func begin(_ layout: FragmentLayout) throws(SampleEncryptionError) {
        encryptionIterators = []
        for fragment in layout.trackFragments {
            let entry = entry(of: fragment)
            guard let encryption = entry.encryption else {
                encryptionIterators.append(nil)
                continue
            }
            guard encryption.scheme == scheme else {
                throw .unsupported(
                    offset: layout.range.lowerBound,
                    what:
                        "tracks of the schemes \(scheme.rawValue) and \(encryption.scheme.rawValue) in one initialization section",
                    remedy: "Package tracks of different schemes separately"
                )
            }
            encryptionIterators.append(
                try SampleEncryptionIterator(
                    fragment,
                    of: layout,
                    encryption.trackEncryption,
                    segmentOffset: segmentOffset
                )
            )
        }
    }

    /// Decrypts a sample in place; samples of a track have to come in order.
    ///
    /// - Parameters:
    ///   - index: the index of the sample in the fragment that `begin` got last.
    ///   - layout: the fragment.
    ///   - bytes: the buffer that holds the sample.
    ///   - range: the range of the sample in the buffer.
    /// - Throws: `SampleEncryptionError` if key, IV or ranges are not the expected ones, or the sample cannot
    ///   be parsed.
    mutating func decrypt(
        _ index: Int,
        of layout: FragmentLayout,
        in bytes: inout [UInt8],
        _ range: Range<Int>
    ) throws(SampleEncryptionError) {
        let fragmentIndex = layout.samples[index].trackFragmentIndex
        guard encryptionIterators[fragmentIndex] != nil else { return }
        do throws(SampleEncryptionError) {
            guard let sample = try encryptionIterators[fragmentIndex]?.next(size: range.count) else { return }
            let fragment = layout.trackFragments[fragmentIndex]
            try decrypt(sample, of: fragment, at: layout.samples[index].range.lowerBound, in: &bytes, range)
        } catch {
            throw error.adding(sampleName: layout.name(ofSampleAt: index))
        }
    }

    private mutating func decrypt(
        _ sample: SampleEncryptionIterator.Sample,
        of fragment: FragmentLayout.TrackFragment,
        at offset: UInt64,
        in bytes: inout [UInt8],
        _ range: Range<Int>
    ) throws(SampleEncryptionError) {
        let entry = entry(of: fragment)
        let encryption = sample.encryption
        listedRanges.removeAll(keepingCapacity: true)
        if encryption.isProtected {
            try check(encryption, sample, at: offset)
            collectListedRanges(sample, size: range.count)
            try decrypt(sample, at: offset, in: &bytes, range)
        }
        // Clear samples too: they may have parameter sets, and frames that later ones refer to.
        let sample = InMemorySample(in: bytes, range, at: offset)
        try comparison.find(sample, of: fragment, entry.codec)
        guard encryption.isProtected else { return }
        try comparison.compare(listedRanges, with: sample, entry.codec, ivSize: encryption.perSampleIVSize)
    }

    private func entry(of fragment: FragmentLayout.TrackFragment) -> MovieTrackFormat.Entry {
        // `FragmentLayout` has checked that the entry exists.
        movie.tracks[fragment.trackIndex].entries[Int(fragment.sampleDescriptionIndex) - 1]
    }

    /// Throws if the KID of a sample, or its IV in cbcs, is not the one that the caller gave.
    private func check(
        _ encryption: TrackEncryption,
        _ sample: SampleEncryptionIterator.Sample,
        at offset: UInt64
    ) throws(SampleEncryptionError) {
        if let keyID, encryption.keyID != keyID {
            throw .malformed(
                .invalid(
                    offset: offset,
                    field: SampleEncryptionError.keyIDField,
                    found: "0x" + Hexadecimal.encode(encryption.keyID),
                    expected: "0x" + Hexadecimal.encode(keyID)
                )
            )
        }
        guard scheme == .cbcs else { return }
        guard sample.iv != iv.bytes else { return }
        let zeros = repeatElement(UInt8(0), count: max(0, 16 - sample.iv.count))
        guard sample.iv + zeros == iv.bytes else {
            throw .malformed(
                .invalid(
                    offset: offset,
                    field: "initialization vector",
                    found: "0x" + Hexadecimal.encode(sample.iv),
                    expected: "0x\(Hexadecimal.encode(iv.bytes)), that of the key"
                )
            )
        }
    }

    /// Puts the protected ranges that the fragment lists for the sample into `listedRanges`.
    private mutating func collectListedRanges(_ sample: SampleEncryptionIterator.Sample, size: Int) {
        guard let subsamples = sample.subsamples else {
            if size > 0 { listedRanges.append(0..<size) }
            return
        }
        var position = 0
        subsamples.forEach { clear, protected in
            position += clear
            if protected > 0 { listedRanges.append(position..<position + protected) }
            position += protected
        }
    }

    private mutating func decrypt(
        _ sample: SampleEncryptionIterator.Sample,
        at offset: UInt64,
        in bytes: inout [UInt8],
        _ range: Range<Int>
    ) throws(SampleEncryptionError) {
        let isPatterned = try isPatterned(sample.encryption, at: offset)
        let counterBlock =
            scheme == .cenc
            ? try withSampleEncryptionErrors { () throws(CipherError) in
                try CounterModeCipher.CounterBlock(bytes: sample.iv)
            } : CounterModeCipher.CounterBlock(high: 0)
        var position: UInt64 = 0
        for part in listedRanges {
            let bounds = offset + UInt64(part.lowerBound)..<offset + UInt64(part.upperBound)
            let protectedRange = ProtectedRange(
                range: bounds,
                isPatterned: isPatterned,
                iv: counterBlock,
                position: position
            )
            do throws(CipherError) {
                var span = bytes.mutableSpan
                try cipher.apply(
                    to: protectedRange,
                    bounds,
                    in: &span,
                    at: range.lowerBound + part.lowerBound
                )
            } catch .partialBlock {
                throw .malformed(
                    .invalid(
                        offset: bounds.lowerBound,
                        field: "sum of BytesOfProtectedData before this range",
                        found: "\(position)",
                        expected: "a multiple of 16"
                    )
                )
            } catch {
                throw .cipher(error)
            }
            position += UInt64(part.count)
        }
    }

    private func isPatterned(
        _ encryption: TrackEncryption,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        switch (scheme, encryption.encryptedBlocks, encryption.skippedBlocks) {
        case (_, _, 0): return false
        case (.cbcs, 1, 9): return true
        default:
            throw .unsupported(
                offset: offset,
                what: "\(scheme.rawValue) with a pattern of \(encryption.encryptedBlocks) encrypted and"
                    + " \(encryption.skippedBlocks) clear blocks",
                remedy: "Protect the media with the pattern that FairPlay requires, 1:9"
            )
        }
    }
}
