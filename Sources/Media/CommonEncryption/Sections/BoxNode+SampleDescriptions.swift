import Bitstreams
import ISOBaseMedia

extension BoxNode {
    /// Changes the `stsd` of a `trak`.
    mutating func updateSampleDescriptions<Failure: Error>(
        _ body: (inout BoxNode) throws(Failure) -> Void
    ) throws(Failure) {
        try updateAll("mdia") { media throws(Failure) in
            try media.updateAll("minf") { information throws(Failure) in
                try information.updateAll("stbl") { table throws(Failure) in
                    try table.updateAll("stsd", body)
                }
            }
        }
    }

    /// Sets entry_count of an `stsd` to the number of its sample entries.
    mutating func updateEntryCount() {
        fields = (fields.prefix(4) + [UInt8](bigEndian: UInt32(clamping: children.count)))[...]
    }
}
