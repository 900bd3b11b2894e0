/// What one job on one store took.
struct Measurement: Codable {
    let store: String
    let records: Int
    let job: String
    let operations: Int
    /// Wall time of all operations together.
    let seconds: Double
    /// Of one operation, where each was measured by itself.
    let medianMicroseconds: Double?
    let p99Microseconds: Double?
}

/// Looks at the clock before and after operations.
struct Stopwatch {
    let store: String
    let records: Int

    /// One measurement of everything that `body` does.
    func whole(_ job: String, operations: Int, _ body: () throws -> Void) rethrows -> Measurement {
        let time = try ContinuousClock().measure(body)
        return Measurement(
            store: store,
            records: records,
            job: job,
            operations: operations,
            seconds: time / .seconds(1),
            medianMicroseconds: nil,
            p99Microseconds: nil
        )
    }

    /// A measurement of each operation by itself.
    func each<Element>(
        _ job: String,
        _ elements: [Element],
        _ body: (Element) throws -> Void
    ) rethrows -> Measurement {
        let clock = ContinuousClock()
        var times: [Double] = []
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
            p99Microseconds: times[min(times.count - 1, times.count * 99 / 100)]
        )
    }
}
