extension MediaLayout {
    /// Takes over what the protection of samples made of units, by their indices, and the places of all that stands behind them.
    ///
    /// Where there is nothing, nothing is copied: a layout may have hundreds of thousands of units.
    package mutating func apply(
        _ transformations: [(index: Int, transformation: MediaUnit.Transformation?)],
        in presentation: Presentation
    ) {
        guard !transformations.isEmpty else { return }
        for (index, transformation) in transformations { units[index].transformation = transformation }
        OutputOffsets.assign(to: &self, in: presentation)
    }
}
