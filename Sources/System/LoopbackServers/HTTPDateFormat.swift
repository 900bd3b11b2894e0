import Glibc

/// Dates in header fields.
enum HTTPDateFormat {
    /// Returns a time as IMF-fixdate (RFC 9110 section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(_ seconds: time_t) -> String {
        var seconds = seconds
        var time = unsafe tm()
        unsafe gmtime_r(&seconds, &time)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = unsafe "\(days[Int(time.tm_wday)]), \(twoDigits(time.tm_mday)) \(months[Int(time.tm_mon)])"
        let timeOfDay =
            unsafe "\(twoDigits(time.tm_hour)):\(twoDigits(time.tm_min)):\(twoDigits(time.tm_sec))"
        return unsafe "\(day) \(time.tm_year + 1900) \(timeOfDay) GMT"
    }
}
