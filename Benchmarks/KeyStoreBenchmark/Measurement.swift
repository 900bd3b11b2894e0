import PeakMemory

/// The times of one job on one store.
struct Measurement: Codable {
    let store: String
    let records: Int
    let job: String
    let operations: Int
    /// The wall time of all operations together, in seconds.
    let seconds: Double
    /// The median time of one operation, or nil if operations were not measured one by one.
    let medianMicroseconds: Double?
    let p99Microseconds: Double?
    /// The maximum growth of the resident size of the process while the job ran, in bytes.
    let peakBytes: Int
}

/// Measures the wall time of operations on one store.
struct Stopwatch {
    let store: String
    let records: Int

    /// Measures all that `body` does as a whole.
    func whole(_ job: String, operations: Int, _ body: () throws -> Void) throws -> Measurement {
        let memory = try PeakMemory.reset()
        let time = try ContinuousClock().measure(body)
        return Measurement(
            store: store,
            records: records,
            job: job,
            operations: operations,
            seconds: time / .seconds(1),
            medianMicroseconds: nil,
            p99Microseconds: nil,
            peakBytes: try PeakMemory.current() - memory
        )
    }

    /// Measures each operation by itself.
    func each<Element>(
        _ job: String,
        _ elements: [Element],
        _ body: (Element) throws -> Void
    ) throws -> Measurement {
        let clock = ContinuousClock()
        var times: [Double] = []
        let memory = try PeakMemory.reset()
        for element in elements {
            times.append(try clock.measure { try body(element) } / .microseconds(1))
        }
        times.sort()
        return Measurement(
            store: store,
            records: records,
            job: job,
            operations: times.count,
            seconds: times.reduce(0, +) / 1e6,
            medianMicroseconds: times[times.count / 2],
            p99Microseconds: times[min(times.count - 1, times.count * 99 / 100)],
            peakBytes: try PeakMemory.current() - memory
        )
    }
}
