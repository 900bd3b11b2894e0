/// A value for each PID that has one, found by index: a demultiplexer looks one up for every packet.
package struct PacketIdentifierMap<Value: Sendable>: Sendable {
    /// By PID: the place in `values`, or `vacant`.
    private var places = [UInt16](repeating: vacant, count: 0x2000)
    private var values: [Value] = []

    private static var vacant: UInt16 { .max }

    /// No PID has a value.
    package init() {}

    /// All values, in the order in which their PIDs came.
    package var all: [Value] { values }

    /// The value of a PID, which it gets if it has none yet.
    package subscript(pid: PacketIdentifier, default initial: @autoclosure () -> Value) -> Value {
        get {
            let place = places[Int(pid.rawValue)]
            return place == Self.vacant ? initial() : values[Int(place)]
        }
        _modify {
            if places[Int(pid.rawValue)] == Self.vacant {
                places[Int(pid.rawValue)] = UInt16(values.count)
                values.append(initial())
            }
            yield &values[Int(places[Int(pid.rawValue)])]
        }
    }
}
