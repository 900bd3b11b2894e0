import Bitstreams
import ElementaryStreams
import MediaProbing
import SampleEncryption

/// Inspects packed audio that arrives in chunks, without decrypting anything.
struct PackedAudioInspector {
    /// The largest ID3 tag that is read, in bytes.
    private static let tagLimit = 1 << 20
    private static let descriptionOwner = Array("com.apple.streaming.audioDescription".utf8) + [0]

    private var probe = MediaProbe()
    private var hasFailed = false
    /// The bytes so far of the ID3 tag at the start; nil once it was read, or if there is none.
    private var tagBytes: [UInt8]? = []
    private var protection: ProtectionInspection?
    private var timestamp: UInt64?
    private(set) var faults = FaultCollector()

    /// Adds the next bytes of the file.
    mutating func consume(_ chunk: Span<UInt8>) throws(ParseError) {
        collectTag(chunk)
        guard !hasFailed else { return }
        do throws(ParseError) {
            try probe.consume(chunk)
        } catch {
            hasFailed = true
            faults.add(MediaFileFault(error))
        }
    }

    /// Ends the file.
    ///
    /// - Throws: `ParseError` if the file has no frame.
    mutating func finish() throws(ParseError) -> PackedAudioInspection {
        var track: MediaTrack?
        if !hasFailed {
            do throws(ParseError) {
                track = try probe.finish().tracks.first
            } catch {
                guard case .missing = error else {
                    faults.add(MediaFileFault(error))
                    return inspection(nil)
                }
                throw error
            }
        }
        return inspection(track)
    }

    private func inspection(_ track: MediaTrack?) -> PackedAudioInspection {
        PackedAudioInspection(
            codec: track?.codecs.first?.name,
            alternatives: track?.codecs.first?.alternatives ?? [],
            timestamp: track?.timing?.start?.ticks ?? timestamp,
            frames: track?.timing?.sampleCount,
            duration: track?.timing?.length.map { ExactSeconds($0.duration) },
            protection: protection
        )
    }

    /// Collects the ID3 tag at the start, and reads it once it is complete.
    private mutating func collectTag(_ chunk: Span<UInt8>) {
        guard var collected = tagBytes else { return }
        tagBytes = nil
        var position = 0
        while let size = Self.tagSize(collected) {
            guard collected.count < size else {
                do throws(ParseError) {
                    try readTag(collected)
                } catch {
                    faults.add(MediaFileFault(error))
                }
                return
            }
            guard position < chunk.count else {
                tagBytes = collected
                return
            }
            collected.append(chunk[position])
            position += 1
        }
    }

    /// Returns the size of the ID3 tag that begins with `bytes`.
    ///
    /// - Returns: the size in bytes, that of the header if the header is incomplete, or nil if there is no
    ///   ID3 tag or it is too large.
    private static func tagSize(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= ID3TagHeader.size else {
            return "ID3".utf8.starts(with: bytes.prefix(3)) ? ID3TagHeader.size : nil
        }
        guard let header = try? ID3TagHeader(bytes[...], at: 0), header.remainingSize <= tagLimit else {
            return nil
        }
        return ID3TagHeader.size + header.remainingSize
    }

    private mutating func readTag(_ bytes: [UInt8]) throws(ParseError) {
        let header = try ID3TagHeader(bytes[...], at: 0)
        let tag = try ID3Tag(header, body: bytes[ID3TagHeader.size...], at: UInt64(ID3TagHeader.size))
        timestamp = try TransportStreamTimestamp(tag, at: 0)?.value
        for frame in tag.frames
        where frame.identifier == "PRIV" && frame.body.starts(with: Self.descriptionOwner) {
            let data = frame.body.dropFirst(Self.descriptionOwner.count)
            let setup = try AudioSetupInformation(data, at: UInt64(data.startIndex))
            protection = ProtectionInspection(Self.codec(of: setup.audioType), setup)
        }
    }

    private static func codec(of type: AudioSetupInformation.AudioType) -> SampleAESCodec {
        switch type {
        case .zaac, .zach, .zacp: .aac
        case .zac3: .ac3
        case .zec3: .eac3
        }
    }
}
