/// The processor limit of this process's control group (cgroup v2, `cpu.max`).
package enum ProcessorQuota {
    /// Returns the number of cores, rounded up, or nil if there is no limit.
    ///
    /// - Parameter group: the directory of the control group, as a container sees it.
    /// - Returns: at least one.
    package static func cores(group: String = "/sys/fs/cgroup") -> Int? {
        // The file has `QUOTA PERIOD` in microseconds, or `max PERIOD`.
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
