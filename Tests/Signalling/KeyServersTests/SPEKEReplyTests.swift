import CPIXDocuments
import Ciphers
import Foundation
import KeyStore
import ProtectionTerms
import Testing

@testable import KeyServers

/// Replies that differ from their requests, and the expected errors.
struct SPEKEReplyTests {
    private static let iv = Array(UInt8(0x20)..<0x30)

    /// Returns a request for a title with a key for video and one for audio, for FairPlay and Widevine.
    private static func request(_ interface: KeyServerLocation.Interface = .speke2) throws -> SPEKERequest {
        let requirements = [
            try KeyRequirement("movie", "audio", [.audio(channels: nil)]),
            try KeyRequirement("movie", "hd", [.video(pixels: nil)]),
        ]
        let keys = zip([IDs.first, IDs.second], requirements).map {
            SPEKERequest.Key(kid: $0, iv: InitializationVector(mediaSequence: 7), requirement: $1)
        }
        return SPEKERequest(
            interface: interface,
            keys: interface == .speke1 ? [keys[0]] : keys,
            systems: interface == .speke1 ? [IDs.fairPlay] : [IDs.fairPlay, IDs.widevine],
            recipient: nil
        )
    }

    private static func document() throws -> CPIXDocument {
        let kids = [IDs.first, IDs.second]
        return CPIXDocument(
            contentID: "movie",
            version: "2.3",
            contentKeys: try kids.enumerated().map { number, kid in
                CPIXContentKey(
                    kid: kid,
                    explicitIV: try InitializationVector(bytes: iv),
                    scheme: "cbcs",
                    key: try ContentKey(copying: Array(UInt8(number * 16 + 1)..<UInt8(number * 16 + 17)))
                )
            },
            drmSystems: kids.flatMap { kid in
                [
                    system(IDs.fairPlay, kid, "com.apple.streamingkeydelivery"),
                    system(IDs.widevine, kid, "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"),
                ]
            }
        )
    }

    private static func system(_ id: UUID, _ kid: UUID, _ format: String, _ more: String = "")
        -> CPIXDRMSystem
    {
        var system = CPIXDRMSystem(systemID: id, kid: kid)
        let attributes = #"METHOD=SAMPLE-AES,URI="skd://\#(kid)",KEYFORMAT="\#(format)""# + more
        system.mediaLines = ["#EXT-X-KEY:" + attributes]
        system.multivariantLines = ["#EXT-X-SESSION-KEY:" + attributes]
        return system
    }

    @Test func givesKeysVectorsAndLines() throws {
        let document = try Self.document()
        let supplies = try SPEKEReply(request: try Self.request(), document: document).supplies()
        #expect(supplies.map(\.draft.identity.track) == ["audio", "hd"])
        #expect(supplies.map(\.draft.keyID) == [IDs.first, IDs.second])
        #expect(supplies.map(\.draft.key) == document.contentKeys.map(\.key))
        #expect(supplies.map(\.draft.iv?.bytes) == [Self.iv, Self.iv])
        #expect(supplies.allSatisfy { $0.draft.origin == .supplied })
        #expect(supplies[1].lines.map(\.systemID) == [IDs.fairPlay, IDs.widevine])
        #expect(supplies[1].lines[1].media == document.drmSystems[3].mediaLines)
        #expect(supplies[1].lines[0].session == document.drmSystems[2].multivariantLines)
    }

    @Test func takesAnswersInAnyOrder() throws {
        var document = try Self.document()
        document.contentKeys.reverse()
        document.drmSystems.reverse()
        let supplies = try SPEKEReply(request: try Self.request(), document: document).supplies()
        #expect(supplies.map(\.draft.keyID) == [IDs.first, IDs.second])
    }

    @Test func leavesSignallingToTheTemplate() throws {
        var document = try Self.document()
        for index in document.drmSystems.indices {
            document.drmSystems[index].mediaLines = index.isMultiple(of: 2) ? nil : []
            document.drmSystems[index].multivariantLines = nil
        }
        let supplies = try SPEKEReply(request: try Self.request(), document: document).supplies()
        #expect(supplies.flatMap(\.lines).allSatisfy { $0.media.isEmpty && $0.session.isEmpty })
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let spoil: @Sendable (inout CPIXDocument) throws -> Void

        init(_ says: String, _ spoil: @escaping @Sendable (inout CPIXDocument) throws -> Void) {
            testDescription = says
            self.spoil = spoil
        }
    }

    @Test(arguments: [
        Fault(#"it answers for content id "another", expected "movie""#) { $0.contentID = "another" },
        Fault(#"it answers for no content id, expected "movie""#) { $0.contentID = nil },
        Fault("it answers with key \(text(IDs.third)), expected \(text(IDs.first))") {
            $0.contentKeys[0].kid = IDs.third
        },
        Fault("it answers without key \(text(IDs.second))") { $0.contentKeys.removeLast() },
        Fault("it answers without key \(text(IDs.first))") { $0.contentKeys.removeAll() },
        Fault("it answers with key \(text(IDs.first)) 2 times") { $0.contentKeys.append($0.contentKeys[0]) },
        Fault("it answers with key \(text(IDs.third)), which was not asked for") {
            $0.contentKeys.append(CPIXContentKey(kid: IDs.third))
        },
        Fault("key \(text(IDs.second)) has no value that can be decrypted") { $0.contentKeys[1].key = nil },
        Fault("key \(text(IDs.second)) is all zeros") {
            $0.contentKeys[1].key = try ContentKey(copying: [UInt8](repeating: 0, count: 16))
        },
        Fault("key \(text(IDs.first)) has 32 bytes (expected 16)") {
            $0.contentKeys[0].key = .random(.bits256)
        },
        Fault("key \(text(IDs.first)) has no explicitIV, which FairPlay needs") {
            $0.contentKeys[0].explicitIV = nil
        },
        Fault("key \(text(IDs.first)) is for scheme cenc, expected cbcs") {
            $0.contentKeys[0].scheme = "cenc"
        },
        Fault(
            "key system \(widevineFormat) of key \(text(IDs.first)) has no lines, but other key systems have"
        ) {
            $0.drmSystems[1].mediaLines = nil
            $0.drmSystems[1].multivariantLines = nil
        },
        Fault("has a line for the multivariant playlist and none for media playlists") {
            for index in $0.drmSystems.indices { $0.drmSystems[index].mediaLines = nil }
        },
        Fault(
            "\(widevineFormat) of key \(text(IDs.first)) has a line for the multivariant playlist and none for media playlists"
        ) {
            $0.drmSystems[1].mediaLines = nil
        },
        Fault(
            "key system \(widevineFormat) of key \(text(IDs.second)) has no lines, but other key systems have"
        ) {
            $0.drmSystems.removeLast()
        },
        Fault("\(fairPlayFormat) of key \(text(IDs.first)) appears 2 times") {
            $0.drmSystems.append($0.drmSystems[0])
        },
        Fault("has a line with METHOD AES-128, expected SAMPLE-AES") {
            $0.drmSystems[0].mediaLines = [
                #"#EXT-X-KEY:METHOD=AES-128,URI="skd://a",KEYFORMAT="\#(fairPlayFormat)""#
            ]
        },
        Fault("has a line with METHOD missing, expected SAMPLE-AES") {
            $0.drmSystems[0].mediaLines = [#"#EXT-X-KEY:URI="skd://a",KEYFORMAT="\#(fairPlayFormat)""#]
        },
        Fault("has a line with KEYFORMAT identity, expected \(fairPlayFormat)") {
            $0.drmSystems[0].multivariantLines = [#"#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://a""#]
        },
        Fault("has a line without a URI") {
            $0.drmSystems[0].mediaLines = [
                #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="",KEYFORMAT="\#(fairPlayFormat)""#
            ]
        },
        Fault("has a line that is not an EXT-X-KEY") { $0.drmSystems[0].mediaLines = ["#EXT-X-ENDLIST"] },
        Fault("has a line that is not an EXT-X-SESSION-KEY") {
            $0.drmSystems[0].multivariantLines = $0.drmSystems[0].mediaLines
        },
        Fault("has a line that is not an EXT-X-KEY") {
            $0.drmSystems[0].mediaLines = ($0.drmSystems[0].mediaLines ?? []).map { $0 + "\n#EXT-X-ENDLIST" }
        },
        Fault("has a line with malformed attributes") {
            $0.drmSystems[0].mediaLines = [#"#EXT-X-KEY:METHOD="#]
        },
        Fault("has a line whose IV is not the key's explicitIV") {
            $0.drmSystems[0] = system(
                IDs.fairPlay,
                IDs.first,
                fairPlayFormat,
                ",IV=0x00000000000000000000000000000001"
            )
        },
    ])
    func refuses(_ fault: Fault) throws {
        var document = try Self.document()
        try fault.spoil(&document)
        let reply = SPEKEReply(request: try Self.request(), document: document)
        let error = try #require(throws: SPEKEReply.Refusal.self) { try reply.supplies() }
        #expect(error.reason.hasSuffix(fault.testDescription), "\(error.reason)")
    }

    private static let fairPlayFormat = "com.apple.streamingkeydelivery"
    private static let widevineFormat = "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"

    private static func text(_ id: UUID) -> String { id.uuidString.lowercased() }

    @Test func takesAVectorInALineThatIsTheKeys() throws {
        var document = try Self.document()
        let digits = "202122232425262728292A2B2C2D2E2F"
        document.drmSystems[0] = Self.system(IDs.fairPlay, IDs.first, Self.fairPlayFormat, ",IV=0x" + digits)
        let supplies = try SPEKEReply(request: try Self.request(), document: document).supplies()
        #expect(supplies[0].lines[0].media[0].hasSuffix(digits))
    }

    @Test func takesTheVectorThatWasAskedForWhereNoneIsGiven() throws {
        let request = SPEKERequest(
            interface: .speke2,
            keys: try Self.request().keys,
            systems: [IDs.widevine],
            recipient: nil
        )
        var document = try Self.document()
        document.contentKeys[0].explicitIV = nil
        let supplies = try SPEKEReply(request: request, document: document).supplies()
        #expect(supplies[0].draft.iv == InitializationVector(mediaSequence: 7))
        #expect(supplies[1].draft.iv?.bytes == Self.iv)
    }

    /// By RFC 8216bis 4.4.4.4 a missing KEYFORMAT means identity, and a missing KEYFORMATVERSIONS version 1.
    @Test(arguments: ["KEYFORMAT=\"\",", "KEYFORMAT=\"\",KEYFORMATVERSIONS=\"\",", ""])
    func `An empty KEYFORMAT means identity, and is not written`(attributes: String) throws {
        let requirement = try KeyRequirement("movie", "all", [.video(pixels: nil)], method: .aes128)
        let key = SPEKERequest.Key(
            kid: IDs.first,
            iv: InitializationVector(mediaSequence: 7),
            requirement: requirement
        )
        let identity = IDs.clear
        let request = SPEKERequest(interface: .speke2, keys: [key], systems: [identity], recipient: nil)
        var document = try Self.document()
        document.contentKeys.removeLast()
        document.contentKeys[0].scheme = nil
        var system = CPIXDRMSystem(systemID: identity, kid: IDs.first)
        system.mediaLines = [#"#EXT-X-KEY:METHOD=AES-128,\#(attributes)URI="https://k.example/1""#]
        system.multivariantLines = [
            #"#EXT-X-SESSION-KEY:METHOD=AES-128,\#(attributes)URI="https://k.example/1""#
        ]
        document.drmSystems = [system]
        let lines = try SPEKEReply(request: request, document: document).supplies().flatMap(\.lines)
        #expect(lines.map(\.media) == [[#"#EXT-X-KEY:METHOD=AES-128,URI="https://k.example/1""#]])
        #expect(lines.map(\.session) == [[#"#EXT-X-SESSION-KEY:METHOD=AES-128,URI="https://k.example/1""#]])
    }

    @Test func takesAnotherIDFromVersion1() throws {
        var document = try Self.document()
        document.id = "movie"
        document.contentID = nil
        document.contentKeys = [document.contentKeys[0]]
        document.contentKeys[0].kid = IDs.third
        document.contentKeys[0].scheme = nil
        var system = CPIXDRMSystem(systemID: IDs.fairPlay, kid: IDs.third)
        system.keyURI = "skd://title"
        document.drmSystems = [system]
        let supplies = try SPEKEReply(request: try Self.request(.speke1), document: document).supplies()
        #expect(supplies.map(\.draft.keyID) == [IDs.third])
        let attributes =
            #"METHOD=SAMPLE-AES,URI="skd://title",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1""#
        #expect(supplies[0].lines.map(\.media) == [["#EXT-X-KEY:" + attributes]])
        #expect(supplies[0].lines.map(\.session) == [["#EXT-X-SESSION-KEY:" + attributes]])
        document.contentKeys[0].kid = IDs.id("00000000-0000-0000-0000-000000000000")
        let zero = SPEKEReply(request: try Self.request(.speke1), document: document)
        #expect(throws: SPEKEReply.Refusal.self) { try zero.supplies() }
    }

    @Test func doesNotPutAForeignURIIntoALine() throws {
        var document = try Self.document()
        document.id = "movie"
        document.contentKeys = [document.contentKeys[0]]
        var system = CPIXDRMSystem(systemID: IDs.fairPlay, kid: IDs.first)
        for uri in [#"skd://a",METHOD=NONE,X=""#, "skd://a\n#EXT-X-ENDLIST"] {
            system.keyURI = uri
            document.drmSystems = [system]
            let reply = SPEKEReply(request: try Self.request(.speke1), document: document)
            #expect(throws: SPEKEReply.Refusal.self) { try reply.supplies() }
        }
    }
}
