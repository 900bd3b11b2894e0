extension MediaLayout {
    /// Stores transformations, by indices in `units`, and updates the output offsets after them.
    ///
    /// Without transformations nothing is copied: a layout may have hundreds of thousands of media resources.
    package mutating func applyTransformations(
        _ transformations: [(index: Int, transformation: MediaResource.Transformation?)],
        in presentation: Presentation
    ) {
        guard !transformations.isEmpty else { return }
        for (index, transformation) in transformations { resources[index].transformation = transformation }
        OutputOffsets.assign(to: &self, in: presentation)
    }
}
