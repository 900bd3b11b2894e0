package import ISOBaseMedia

/// An event message of a movie: `emsg`.
package struct EventMessage: Hashable, Sendable {
    /// What it says, and where its texts are in the bytes of the track.
    package let box: EventMessageBox
    /// When its event begins, on the timeline of the input.
    package let time: MediaTime
    /// The sample of the track in front of which it stands; their number where it stands behind all.
    package let sample: Int

    /// A message from its parts.
    package init(box: EventMessageBox, time: MediaTime, sample: Int) {
        self.box = box
        self.time = time
        self.sample = sample
    }
}
