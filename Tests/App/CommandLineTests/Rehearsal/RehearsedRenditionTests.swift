import Foundation
import Testing

/// `rehearse` with the key store that encrypted the title, and so knows which key belongs to which rendition.
struct RehearsedRenditionTests {
    /// Video decrypted with a wrong key still has the syntax of video.
    @Test func `A key line that names the key of another rendition is told`() throws {
        let workspace = try Workspace()
        try workspace.protectSamples(
            Sample.transportStream.path,
            ["--key-per", "type", "--template", "content-id-track", "--session-keys", "none"]
        )
        .succeeds()
        let playlist = workspace.path("out/multivariant.m3u8")
        try workspace.fairlead("rehearse", playlist, "--flow", "ksm").succeeds()
        for name in ["out/video/720p/index.m3u8", "out/iframes/720p.m3u8"] {
            let text = try workspace.text(name)
            let changed = text.replacingOccurrences(of: "+hd+", with: "+sd+")
            try #require(changed != text)
            try Data(changed.utf8).write(to: URL(fileURLWithPath: workspace.path(name)))
        }
        let outcome = try workspace.fairlead("rehearse", playlist, "--flow", "ksm")
        #expect(outcome.status == 69, "\(outcome.testDescription)")
        #expect(outcome.text.contains("video/720p/index were protected with key"), "\(outcome.text)")
    }
}
