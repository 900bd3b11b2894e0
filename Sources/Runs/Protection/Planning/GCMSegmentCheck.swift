import Ciphers
import Failures
import HLSPlaylists
import Presentations

/// Refuses what AES-256-GCM cannot do, before a key is minted.
///
/// A message is decrypted whole or not at all, because its tag covers all of it. So an I-frame playlist may
/// name whole segments only: RFC 8216bis says for AES-128 alone how resources that I-frame playlists point
/// into are encrypted (6.2.3) and read (6.3.6). The cipher also limits the length of a message.
enum GCMSegmentCheck {
    static func check(_ plan: MediaPlan, of presentation: Presentation) throws(RunFailure) {
        for planned in plan.resources where planned.resource.clearLength > SegmentGCM.clearByteLimit {
            guard case .aes256GCM = planned.treatment else { continue }
            throw .segmentTooLong(MediaLocation(planned.resource), limit: SegmentGCM.clearByteLimit)
        }
        for (index, rendition) in presentation.renditions.enumerated() where rendition.playlist.isIFramesOnly
        {
            for (segment, reference) in zip(rendition.playlist.segments, plan.layout.segments[index]) {
                guard let reference else { continue }
                let resource = plan.resources[reference.resource].resource
                guard case .aes256GCM = plan.resources[reference.resource].treatment,
                    reference.range != 0..<resource.clearLength
                else {
                    continue
                }
                throw .iFrameOfGCMSegment(
                    file: resource.file,
                    range: reference.range,
                    of: resource.clearLength,
                    MediaReference.Origin(
                        rendition: index,
                        playlist: rendition.path,
                        line: segment.uriLine
                    )
                )
            }
        }
    }
}
