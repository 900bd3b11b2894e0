package import ISOBaseMedia

/// An event message (`emsg`) of a movie.
package struct EventMessage: Hashable, Sendable {
    /// The fields of the box, and the byte ranges of its strings and message in the bytes of the track.
    package let box: EventMessageBox
    /// The start of the event on the timeline of the input.
    package let time: MediaTime
    /// The number of the first sample of the track after the message, or the number of all samples if none
    /// follows.
    package let sampleNumber: Int

    /// Creates a message from its parts.
    package init(box: EventMessageBox, time: MediaTime, sampleNumber: Int) {
        self.box = box
        self.time = time
        self.sampleNumber = sampleNumber
    }
}
