package import Presentations
package import ProtectionTerms

/// The source of the presentation that is generated from the inputs.
extension PackagingRequest: PresentationSource {
    package var bandwidths: Bandwidths.Policy { .measured }

    package var reportedInputs: [String]? { inputPaths }

    package func read(
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws(PresentationError) -> ClearPresentation {
        let (mezzanines, files) = try MezzanineReader(self, progress, cancellation).read()
        progress.beginPhase("cutting the renditions")
        let made = try files.namingChanges { () throws(PresentationError) in
            try PresentationGenerator(self, progress: progress, cancellation: cancellation).generate(
                mezzanines
            )
        }
        return ClearPresentation(
            presentation: try PresentationReader(made).read(),
            warnings: made.warnings,
            inputs: files
        )
    }

    package func inputLocation(of presentation: Presentation) -> InputLocation { .files(inputPaths) }

    package func titleInputs() throws(PresentationError) -> (inputs: TitleInputs, playlist: String) {
        (TitleInputs(try openInputs()), RenditionNames.entry + ".m3u8")
    }

    /// Leaves out I-frame playlists for AES-256-GCM, under which parts of segments cannot be decrypted.
    package func adapted(to method: ProtectionMethod) -> any PresentationSource {
        var request = self
        if method == .aes256GCM { request.hasIFramePlaylists = false }
        request.protectsSamples = method.encryptsSamples
        return request
    }

    package func warnings(ofKeyFormats keyFormats: [String]) -> [String] {
        guard let allowed = allowedContentProtection else { return [] }
        return ContentPolicy.exclusions(allowed: allowed, keyFormats: keyFormats)
    }
}
