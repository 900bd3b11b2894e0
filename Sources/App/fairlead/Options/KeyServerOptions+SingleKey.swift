import Failures
import KeyServers
import KeyStore
import ProtectionTerms

extension KeyServerOptions {
    /// Returns the key of `identity` from a key server, for the media that its track names: a class, or
    /// everything.
    static func key(
        of identity: KeyIdentity,
        from supplier: SPEKEKeySupplier,
        in store: any KeyRecordStore
    ) throws -> KeyRecord {
        let requirement = KeyRequirement(
            identity: identity,
            media: media(of: identity.track),
            method: .sampleAES
        )
        let systems = [KeySystem.fairPlay.systemID].compactMap(\.self)
        let keys = try supplier.keys(for: [requirement], systems: systems, in: store)
        guard let key = keys.first else { throw RunFailure.fault("no key came from \(supplier.label)") }
        return key.record
    }

    /// Returns the media of a class of `--key-per type`, or all media if the track is not a class.
    private static func media(of track: String) -> [KeyRequirement.Media] {
        switch TrackClass(rawValue: track) {
        case .audio: [.audio(channels: nil)]
        case let pictures?: [.video(pixels: pictures.pixels)]
        case nil: [.video(pixels: nil), .audio(channels: nil)]
        }
    }
}
