/// A reason to read an elementary stream from its start again, in another way.
enum RereadReason: Hashable {
    /// Audio: time stamps do not match the number of audio samples, so times have to come from the time
    /// stamps.
    case byTimeStamps
    /// Video without IDR pictures and recovery points: decoding can begin with I pictures after parameter
    /// sets.
    case fromIntraPictures
    /// Video: parameter sets change, or are too many for a sample entry, so they have to stay in samples.
    case withParameterSets
}
