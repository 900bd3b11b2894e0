package import Mezzanines

/// Makes the clear presentation of mezzanines: which renditions there are, where they are cut, and what playlists say.
package struct PresentationMaker {
    private let request: PackagingRequest
    private let progress: any ProgressSink
    private let cancellation: Cancellation

    /// - Parameters:
    ///   - request: what is packaged, and how.
    ///   - progress: is told what is done.
    ///   - cancellation: stops the work.
    package init(
        _ request: PackagingRequest,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) {
        self.request = request
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Makes the presentation; no sample is copied yet.
    ///
    /// - Parameter mezzanines: those of the inputs of the request, in their order.
    /// - Throws: `PackagingError` for what cannot be packaged.
    package func make(_ mezzanines: [Mezzanine]) throws(PackagingError) -> MadePresentation {
        throw .fault("nothing is packaged yet")
    }
}
