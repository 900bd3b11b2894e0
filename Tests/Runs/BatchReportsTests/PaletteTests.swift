import BatchReports
import Foundation
import Testing

struct PaletteTests {
    /// WCAG 2.2, success criterion 1.4.3.
    @Test(arguments: [Palette.light, .dark])
    func `Everything that is written has a contrast of 4.5 to 1 at least`(palette: Palette) throws {
        #expect(palette.textPairs.count > 20)
        for pair in palette.textPairs {
            let contrast = try Self.contrast(pair.text, pair.background)
            #expect(contrast >= 4.5, "\(pair.name): \(pair.text) on \(pair.background) has \(contrast)")
        }
    }

    /// WCAG 2.2: black on white is 21; #777777 on white is known to be 4.48, just not enough.
    @Test func `Contrast is that of WCAG`() throws {
        #expect(try Self.contrast("#000000", "#FFFFFF") == 21)
        #expect(abs(try Self.contrast("#777777", "#FFFFFF") - 4.48) < 0.005)
    }

    /// Returns the contrast ratio, from relative luminances, as WCAG 2.2 defines both.
    private static func contrast(_ one: String, _ other: String) throws -> Double {
        let luminances = [try luminance(one), try luminance(other)].sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }

    private static func luminance(_ colour: String) throws -> Double {
        let number = try #require(UInt32(colour.dropFirst(), radix: 16))
        let channels = [16, 8, 0].map { shift in
            let value = Double(number >> UInt32(shift) & 0xFF) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }
}
