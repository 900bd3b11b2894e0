import Bitstreams
import Ciphers
import FoundationEssentials
import LicenseMessages
import Presentations
import TextFormats

extension CapturedRequest {
    /// Collects the values of an SPC outside the block that D protects.
    init(_ context: ServerPlaybackContext, file: String, form: String) {
        var fields = [
            Field(name: "asset id", value: Self.shown(context.assetID)),
            Field(name: "asset id, bytes", value: Self.bytes(of: context.assetID)),
            Field(name: "transaction id", value: Hexadecimal.encode(context.transactionID)),
            Field(
                name: "protocol versions",
                value:
                    "\(context.supportedVersions.map(String.init).joined(separator: ", ")), used \(context.usedVersion)"
            ),
            Field(name: "to be returned", value: context.returnRequests.map(\.name).joined(separator: ", ")),
        ]
        fields.append(Field(name: "streaming", value: Self.description(context.streamingIndicator)))
        if let state = context.playbackState {
            let date = Date(timeIntervalSince1970: Double(state.creationDate))
            fields.append(Field(name: "playback", value: Self.description(state.state)))
            fields.append(Field(name: "made at", value: date.formatted(.iso8601)))
        } else {
            fields.append(Field(name: "playback", value: "not given: the answer has no key duration"))
        }
        if let capabilities = context.capabilities {
            fields.append(Field(name: "capabilities", value: Hexadecimal.encode(capabilities)))
        }
        self.init(
            file: file,
            form: form,
            fields: fields,
            blocks: context.list.tllvs.map {
                LicenseExchange.Block(tag: $0.tag.name, length: $0.value.count)
            },
            isUnproven: context.isUnproven
        )
    }

    /// Returns an asset id as text without possible tokens, or as digits if it is not UTF-8 or has control
    /// characters.
    static func shown(_ assetID: [UInt8]) -> String {
        guard let text = String(validating: assetID, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { return "0x" + Hexadecimal.encode(assetID) }
        return KeyURIRedaction.redacted(text)
    }

    /// Returns the digits of an asset id, or its length and SHA-256 if it may contain a token.
    private static func bytes(of assetID: [UInt8]) -> String {
        guard String(validating: assetID, as: UTF8.self).map({ KeyURIRedaction.redacted($0) == $0 }) ?? true
        else {
            return "\(assetID.count), SHA-256 \(Hexadecimal.encode(SHA256.digest(of: assetID)))"
        }
        return Hexadecimal.encode(assetID)
    }

    private static func description(_ indicator: StreamingIndicator?) -> String {
        switch indicator {
        case nil: "not given"
        case .device: "on the device"
        case .airPlay: "AirPlay"
        case .avAdapter: "AV adapter"
        case .unknown(let value): "0x" + Hexadecimal.encode([UInt8](bigEndian: value))
        }
    }

    private static func description(_ state: PlaybackState) -> String {
        switch state {
        case .readyToStart: "ready to start"
        case .playingOrPaused: "playing or paused"
        case .playingAndKeyNeeded: "playing, and the key is needed"
        case .halted: "halted"
        case .unknown(let value): "0x" + Hexadecimal.encode([UInt8](bigEndian: value))
        }
    }
}
