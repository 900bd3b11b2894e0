import Testing

@testable import XMLDocuments

/// Canonical forms, by the rules of Canonical XML 1.0, 1.1 and Exclusive C14N.
///
/// The expected forms are written by hand.
struct CanonicalXMLTests {
    private static let source = """
        <?xml version="1.0"?>
        <!-- before --><?go on?>
        <r:root   xmlns:r='urn:r' xmlns:unused="urn:u" z="2" a='1' xml:lang="de" xml:id="r1">
          <child xmlns:own="urn:own"  /><!-- inside -->
          <r:signed b="&#x9;" a="&lt;"><![CDATA[<]]>&gt;</r:signed>
          <signature>s</signature>
        </r:root>
        """

    /// Returns the canonical form; child elements are counted from 0.
    private static func canonical(
        _ form: CanonicalXML,
        only top: Int? = nil,
        except excluded: Int? = nil
    ) throws -> String {
        let bytes = Array(source.utf8)
        let document = try XMLDocument(reading: bytes.span)
        let children = document.root.children
        return try form.withBytes(
            of: document,
            only: top.map { children[$0] },
            except: excluded.map { children[$0] }
        ) { bytes in
            String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }
    }

    private static let root =
        #"<r:root xmlns:r="urn:r" xmlns:unused="urn:u" a="1" z="2" xml:id="r1" xml:lang="de">"#

    @Test(arguments: [CanonicalXML.Version.inclusive10, .inclusive11])
    func documentWithoutAnElement(_ version: CanonicalXML.Version) throws {
        let text = try Self.canonical(CanonicalXML(version), except: 2)
        let expected = """
            <?go on?>
            \(Self.root)
              <child xmlns:own="urn:own"></child>
              <r:signed a="&lt;" b="&#x9;">&lt;&gt;</r:signed>
              
            </r:root>
            """
        #expect(text == expected)
    }

    @Test func documentWithCommentsExclusive() throws {
        let form = CanonicalXML(.exclusive, keepsComments: true)
        let text = try Self.canonical(form, except: 2)
        let expected = """
            <!-- before -->
            <?go on?>
            <r:root xmlns:r="urn:r" a="1" z="2" xml:id="r1" xml:lang="de">
              <child></child><!-- inside -->
              <r:signed a="&lt;" b="&#x9;">&lt;&gt;</r:signed>
              
            </r:root>
            """
        #expect(text == expected)
    }

    @Test(arguments: [
        (
            CanonicalXML.Version.inclusive10,
            #"<r:signed xmlns:r="urn:r" xmlns:unused="urn:u" a="&lt;" b="&#x9;" xml:id="r1" xml:lang="de">&lt;&gt;</r:signed>"#
        ),
        // Canonical XML 1.1 does not copy xml:id to descendants.
        (
            .inclusive11,
            #"<r:signed xmlns:r="urn:r" xmlns:unused="urn:u" a="&lt;" b="&#x9;" xml:lang="de">&lt;&gt;</r:signed>"#
        ),
        (.exclusive, #"<r:signed xmlns:r="urn:r" a="&lt;" b="&#x9;">&lt;&gt;</r:signed>"#),
    ]) func oneElement(_ version: CanonicalXML.Version, _ expected: String) throws {
        let text = try Self.canonical(CanonicalXML(version), only: 1)
        #expect(text == expected)
    }

    /// By Canonical XML 1.1, section 1.3, documents with relative namespace URIs give an error.
    @Test(arguments: [CanonicalXML.Version.inclusive10, .inclusive11, .exclusive])
    func relativeNamespaces(_ version: CanonicalXML.Version) throws {
        let bytes = Array(#"<a xmlns="urn:a"><b:b xmlns:b="../b"/></a>"#.utf8)
        let document = try XMLDocument(reading: bytes.span)
        #expect(throws: XMLError.noCanonicalForm) {
            try CanonicalXML(version).withBytes(of: document) { $0.count }
        }
    }
}
