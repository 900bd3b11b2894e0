package import Ciphers
package import FoundationEssentials
package import KeyStore
import ProtectionTerms

/// A request to a key server for keys with given ids, and for the signalling of each key system.
///
/// SPEKE v2.0 is CPIX 2.3 with an encryption contract. SPEKE v1.0 is older, has elements of its own and
/// allows one key in a request.
package struct SPEKERequest: Sendable {
    /// A requested key.
    package struct Key: Sendable {
        /// The id under which the key is requested.
        let kid: UUID
        /// The requested IV.
        ///
        /// Without it, some servers use the key itself as the IV.
        let iv: InitializationVector
        let requirement: KeyRequirement

        /// Creates a key from its parts.
        package init(kid: UUID, iv: InitializationVector, requirement: KeyRequirement) {
            self.kid = kid
            self.iv = iv
            self.requirement = requirement
        }
    }

    let interface: KeyServerLocation.Interface
    /// The keys of one title: at least one, in SPEKE v1 exactly one.
    let keys: [Key]
    /// The DASH-IF system ids of the key systems.
    let systems: [UUID]
    /// The certificate that the server is to encrypt keys to, or nil for keys in the clear.
    let recipient: Certificate?

    /// Creates a request from its parts.
    package init(
        interface: KeyServerLocation.Interface,
        keys: [Key],
        systems: [UUID],
        recipient: Certificate?
    ) {
        self.interface = interface
        self.keys = keys
        self.systems = systems
        self.recipient = recipient
    }

    /// The content id of the title.
    var contentID: ContentID { keys[0].requirement.identity.contentID }

    /// Returns the request as an XML document.
    func document() -> String {
        var xml = XMLTextWriter()
        xml.append("cpix:CPIX", rootAttributes) { xml in
            if let recipient { writeRecipient(recipient, &xml) }
            xml.append("cpix:ContentKeyList") { xml in
                for key in keys { writeKey(key, &xml) }
            }
            xml.append("cpix:DRMSystemList") { xml in
                for system in systems {
                    for key in keys { writeSystem(system, key, &xml) }
                }
            }
            writePeriods(&xml)
            writeRules(&xml)
        }
        return xml.text
    }

    private var rootAttributes: [(String, String?)] {
        let isVersion1 = interface == .speke1
        return [
            (isVersion1 ? "id" : "contentId", contentID.value), ("version", isVersion1 ? nil : "2.3"),
            ("xmlns:cpix", "urn:dashif:org:cpix"), ("xmlns:pskc", "urn:ietf:params:xml:ns:keyprov:pskc"),
            ("xmlns:speke", isVersion1 ? "urn:aws:amazon:com:speke" : nil),
            ("xmlns:ds", recipient == nil ? nil : "http://www.w3.org/2000/09/xmldsig#"),
        ]
    }

    private func writeRecipient(_ recipient: Certificate, _ xml: inout XMLTextWriter) {
        xml.append("cpix:DeliveryDataList") { xml in
            xml.append("cpix:DeliveryData", [("id", "fairlead")]) { xml in
                xml.append("cpix:DeliveryKey") { xml in
                    xml.append("ds:X509Data") { xml in
                        xml.append("ds:X509Certificate", text: Base64.encode(recipient.der))
                    }
                }
            }
        }
    }

    /// Writes a key; in SPEKE v2 it has a scheme, which is `cbc1` for whole-segment encryption (AES-CBC).
    private func writeKey(_ key: Key, _ xml: inout XMLTextWriter) {
        let scheme = interface == .speke1 ? nil : key.requirement.method.scheme?.rawValue ?? "cbc1"
        xml.append(
            "cpix:ContentKey",
            [
                ("kid", SPEKESystem.uuidText(key.kid)), ("explicitIV", Base64.encode(key.iv.bytes)),
                ("commonEncryptionScheme", scheme),
            ]
        )
    }

    private func writeSystem(_ system: UUID, _ key: Key, _ xml: inout XMLTextWriter) {
        let id = SPEKESystem.uuidText(SPEKESystem.id(of: system, in: interface))
        xml.append("cpix:DRMSystem", [("kid", SPEKESystem.uuidText(key.kid)), ("systemId", id)]) { xml in
            if interface == .speke1 {
                for name in ["cpix:URIExtXKey", "speke:KeyFormat", "speke:KeyFormatVersions"] {
                    xml.append(name)
                }
                return
            }
            if system != SPEKESystem.fairPlay, system != SPEKESystem.clear { xml.append("cpix:PSSH") }
            xml.append("cpix:HLSSignalingData", [("playlist", "media")])
            xml.append("cpix:HLSSignalingData", [("playlist", "master")])
        }
    }

    /// Indicates whether a key belongs to a later period than the first.
    private var isRotated: Bool { keys.contains { $0.requirement.identity.period > 0 } }

    private func writePeriods(_ xml: inout XMLTextWriter) {
        guard isRotated else { return }
        xml.append("cpix:ContentKeyPeriodList") { xml in
            for period in Set(keys.map(\.requirement.identity.period)).sorted() {
                xml.append("cpix:ContentKeyPeriod", [("id", "period-\(period)"), ("index", "\(period)")])
            }
        }
    }

    /// Writes the usage rules, which SPEKE v1 has only for periods.
    private func writeRules(_ xml: inout XMLTextWriter) {
        guard isRotated || interface != .speke1 else { return }
        let contract = EncryptionContract(keys.map(\.requirement))
        xml.append("cpix:ContentKeyUsageRuleList") { xml in
            for (key, type) in zip(keys, contract.types) {
                let type = interface == .speke1 ? nil : type
                xml.append(
                    "cpix:ContentKeyUsageRule",
                    [("kid", SPEKESystem.uuidText(key.kid)), ("intendedTrackType", type)]
                ) { xml in
                    if isRotated {
                        let period = "period-\(key.requirement.identity.period)"
                        xml.append("cpix:KeyPeriodFilter", [("periodId", period)])
                    }
                    if interface != .speke1 { writeFilters(key.requirement.media, &xml) }
                }
            }
        }
    }

    private func writeFilters(_ media: [KeyRequirement.Media], _ xml: inout XMLTextWriter) {
        for case .video(let pixels) in media {
            let limits = [("minPixels", pixels?.atLeast), ("maxPixels", pixels?.atMost)]
            xml.append("cpix:VideoFilter", limits.map { ($0, $1.map(String.init)) })
        }
        for case .audio(let channels) in media {
            let limits = [("minChannels", channels?.atLeast), ("maxChannels", channels?.atMost)]
            xml.append("cpix:AudioFilter", limits.map { ($0, $1.map(String.init)) })
        }
    }
}
