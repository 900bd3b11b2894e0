import Foundation
import Testing

@testable import BatchReports

struct ReportDiagramTests {
    @Test func `Neighbours share a step of their greatest bitrate`() {
        var rendition = SampleReport.rendition
        rendition.segmentBitrates = [5, 1, 2, 9, 3]
        rendition.segmentDurations = [2, 2, 3, 1, 4]
        let all = BitratePlot(rendition: rendition, maximumSteps: 5).steps
        #expect(all.map(\.bitrate) == [5, 1, 2, 9, 3])
        #expect(all.map(\.start) == [0, 2, 4, 7, 8])
        let few = BitratePlot(rendition: rendition, maximumSteps: 3).steps
        #expect(few.map(\.bitrate) == [5, 9, 3])
        #expect(few.map(\.start) == [0, 4, 8])
    }

    @Test func `There is no plot where bitrates are not known`() {
        var rendition = SampleReport.rendition
        rendition.peakBitrate = nil
        #expect(BitratePlot(rendition: rendition, maximumSteps: 400).svg.isEmpty)
        rendition.duration = 0
        #expect(
            KeyBar(rendition: rendition, legend: KeyLegend(SampleReport.title(0, state: .published))).svg
                .isEmpty
        )
    }

    @Test func `A bar names each key and the clear lead, as words and for those who do not see colours`() {
        let title = SampleReport.title(0, state: .published)
        let svg = KeyBar(rendition: SampleReport.rendition, legend: KeyLegend(title)).svg
        #expect(svg.contains("aria-label=\"2 key periods, 0:06 in the clear\""))
        #expect(svg.contains("class=\"clear\" x=\"0.0%\" width=\"33.33%\""))
        #expect(svg.contains(">clear</text>"))
        #expect(
            svg.contains("<title>K1, 0:06 to 0:12, SAMPLE-AES, \(SampleReport.keyID(1)), line 10</title>")
        )
    }

    /// The third span has only a URI, which is that of the second key.
    @Test func `Spans without a key id are of the key that has their URI`() {
        let legend = KeyLegend(SampleReport.title(0, state: .published))
        #expect(SampleReport.rendition.timeline.map { legend.index(of: $0) } == [nil, 0, 1])
        #expect(legend.entries.count == 2)
    }

    @Test func `Keys that differ in what is redacted have names of their own`() {
        var title = SampleReport.title(0, state: .published)
        title.keys = (1...2).map { period in
            .init(
                keyID: SampleReport.keyID(period),
                track: "all",
                period: period,
                generation: 1,
                keyURI: "k?…"
            )
        }
        title.renditions[0].timeline = (1...2).map { key in
            .init(start: 0, end: 1, key: key, method: "AES-128", keyURI: "k?…", line: key)
        }
        let legend = KeyLegend(title)
        #expect(title.renditions[0].timeline.map { legend.index(of: $0) } == [2, 3])
    }

    @Test func `Many spans are drawn as a few shapes`() {
        var title = SampleReport.title(0, state: .published)
        title.renditions[0].timeline = (0..<1800).map { index in
            let start = Double(index) / 100
            return .init(
                start: start,
                end: start + 0.01,
                method: "AES-128",
                keyURI: "k\(index)",
                line: index + 3
            )
        }
        let svg = KeyBar(rendition: title.renditions[0], legend: KeyLegend(title)).svg
        #expect(svg.components(separatedBy: "<path").count == Palette.keys.count + 1)
        #expect(svg.utf8.count < 30_000)
    }
}
