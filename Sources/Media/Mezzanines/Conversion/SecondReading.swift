/// Why an elementary stream has to be read from its start once more, in another way.
enum SecondReading: Hashable {
    /// Audio: times do not go with the number of samples, and are those of the time stamps.
    case byTimeStamps
    /// Video without IDR pictures and recovery points: decoding can begin with I pictures behind parameter sets.
    case fromIntraPictures
    /// Video: parameter sets change, or are too many for a sample entry, and stay in samples.
    case withParameterSets
}
