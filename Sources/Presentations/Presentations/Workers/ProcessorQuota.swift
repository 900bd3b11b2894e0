/// How many cores the control group of this process may keep busy (cgroup v2, `cpu.max`).
package enum ProcessorQuota {
    /// The cores, rounded up; nil where there is no limit.
    ///
    /// - Parameter group: the folder of the control group, as a container sees it.
    /// - Returns: at least one.
    package static func cores(group: String = "/sys/fs/cgroup") -> Int? {
        // `QUOTA PERIOD` in microseconds, or `max PERIOD`.
        let numbers = KernelFile.numbers(group + "/cpu.max")
        guard numbers.count == 2, numbers[1] > 0 else { return nil }
        return max(1, Int(clamping: numbers[0].dividedRoundingUp(by: numbers[1])))
    }
}

extension UInt64 {
    fileprivate func dividedRoundingUp(by divisor: UInt64) -> UInt64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder == 0 ? quotient : quotient + 1
    }
}
