"""Compares fairlead's CPIX with another implementation's, both ways.

What it reads is made here (`made_documents`, signed by xmlsec1); what it writes is validated against schemas of our own, read
by `read_documents`, and its signatures are verified by xmlsec1.
"""

import argparse
import copy
import datetime
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from lxml import etree

import made_documents as made
import make_schemas
import read_documents

NO = object()


class Person:
    """A key, its self-signed certificate, and files of both."""

    def __init__(self, folder, name, bits=2048, days=30, digest="sha256"):
        self.name, self.key_file, self.file = name, folder / f"{name}.key", folder / f"{name}.pem"
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=bits)
        self.key_file.write_bytes(self.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        if digest == "sha1":
            subprocess.run(["openssl", "req", "-x509", "-sha1", "-key", self.key_file, "-subj", f"/CN={name}", "-days",
                            "30", "-out", self.file], check=True, capture_output=True)
            self.certificate = x509.load_pem_x509_certificate(self.file.read_bytes())
            return
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        now = datetime.datetime.utcnow()
        self.certificate = (
            x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(self.key.public_key())
            .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=60))
            .not_valid_after(now + datetime.timedelta(days=days))
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(self.key, hashes.SHA256()))
        self.file.write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM))


class Checks:
    def __init__(self, tool, fairlead, work, only):
        self.tool, self.fairlead, self.work, self.only = tool, fairlead, work, only
        self.passed = self.failed = 0
        self.schemas = make_schemas.write(work)
        self.alice, self.bob = Person(work, "alice"), Person(work, "bob", 3072)
        self.signer, self.other = Person(work, "signer"), Person(work, "other")
        self.weak, self.sha1 = Person(work, "weak", bits=1024), Person(work, "sha1", digest="sha1")
        self.expired = Person(work, "expired", days=-1)

    def check(self, name, body):
        if self.only not in name:
            return
        try:
            body()
        except Exception as error:  # a check that breaks has failed
            self.failed += 1
            print(f"FAILED  {name}: {type(error).__name__}: {str(error)[:1500]}")
        else:
            self.passed += 1
            print(f"ok      {name}")

    def run(self, *arguments):
        return subprocess.run([str(argument) for argument in [self.tool, *arguments]], capture_output=True)

    def said(self, file, *options):
        result = self.run("read", file, *options)
        assert result.returncode == 0, (result.stdout + result.stderr).decode()
        return json.loads(result.stdout)

    def refused(self, file, phrase, *options):
        result = self.run("read", file, *options)
        text = (result.stdout + result.stderr).decode()
        assert result.returncode == 65 and phrase in text, f"{result.returncode}: {text}"
        self.no_key_in(text)

    @staticmethod
    def no_key_in(text):
        for key in (made.VIDEO["key"], made.AUDIO["key"]):
            assert key not in text.lower() and made.b64(bytes.fromhex(key)) not in text, "a key is shown"

    def path(self, name):
        return self.work / (name.replace(" ", "-").replace("/", "-") + ".xml")

    def sign(self, file, signer):
        subprocess.run(
            ["xmlsec1", "--sign", "--privkey-pem", f"{signer.key_file},{signer.file}", "--id-attr:id",
             f"{made.CPIX}:ContentKeyList", "--id-attr:id", f"{made.CPIX}:DRMSystemList", "--output", file, file],
            check=True, capture_output=True)
        return file

    # What others wrote.

    def reading(self):
        for dialect in made.DIALECTS:
            for shape in [None, "schema", "key", "speke"]:
                self.check(f"read {dialect} {shape or 'plain'}", lambda: self.read(dialect, shape))
        self.check("read with other prefixes", lambda: self.read("2.3", "schema", prefix=""))
        self.check("read without a private key", self.read_without_key)
        self.check("read for the second recipient", lambda: self.read("2.3", "schema", person=self.bob))
        self.check("read the keys of a hierarchy", self.read_hierarchy)

    def read(self, dialect, shape, person=None, prefix="cpix"):
        encryption = made.Encryption([self.alice.certificate, self.bob.certificate], shape) if shape else None
        root = made.make(made.description(), dialect, encryption, prefix)
        file = made.write(root, self.path(f"read {dialect} {shape}"))
        found = self.said(file, *(["--key", (person or self.alice).key_file] if shape else []))
        self.expect(found, self.expected(dialect, shape))

    def expected(self, dialect, shape):
        style, said = made.DIALECTS[dialect], made.description()
        expected = {"keys": [], "systems": [], "contentID": said["content"], "version": style["version"]}
        for key in said["keys"]:
            expected["keys"].append({**key, "contentID": said["content"], "form": "encrypted" if shape else "plain"})
        for system in said["systems"]:
            value = {"systemID": system["system"], "kid": system["kid"]}
            if "pssh" in system:
                value |= {"pssh": system["pssh"], "contentProtectionData": system["data"]}
            elif style.get("uri"):
                value |= {"keyURI": "skd://keys/" + system["kid"], "keyFormatVersions": "1",
                          "keyFormat": "com.apple.streamingkeydelivery"}
            else:
                value |= {"media": system["media"], "multivariant": system["multivariant"]}
            expected["systems"].append(value)
        video, audio = made.VIDEO["kid"], made.AUDIO["kid"]
        both = {"labels": [], "bitrates": [], "unknown": []}
        expected["rules"] = [
            {"kid": video, "trackType": "HD", "periods": ["period_1", "period_2"], "audio": [],
             "video": ["1 2073600 - - false -", "- - 30 60 - -"], **both},
            {"kid": audio, "trackType": "AUDIO", "periods": [], "video": [], "audio": ["1 2"], **both}]
        expected["periods"] = ["period_1 1", "period_2 2"]
        if dialect == "2.4 with an id a key":
            del expected["contentID"]
        if style["version"] is None:
            del expected["version"]
        return expected

    @staticmethod
    def expect(found, expected):
        for name, value in expected.items():
            assert found.get(name) == value, f"{name}: {found.get(name)}, expected {value}"
        assert set(found) - set(expected) <= {"recipients", "signatures"}, found.keys()

    def read_without_key(self):
        root = made.make(made.description(), "2.3", made.Encryption([self.alice.certificate]))
        found = self.said(made.write(root, self.path("without key")))
        assert [key.get("key", NO) for key in found["keys"]] == [NO, NO]
        assert found["recipients"] == ["CN=alice"], found["recipients"]

    def read_hierarchy(self):
        said = made.description()
        said["keys"][1]["root"] = said["keys"][0]["kid"]
        del said["keys"][1]["scheme"]
        said["rules"] = said["rules"][1:]
        said["systems"] = said["systems"][:2]
        found = self.said(made.write(made.make(said, "2.4"), self.path("hierarchy")))
        assert found["keys"][1]["dependsOnKey"] == said["keys"][0]["kid"]

    # What others signed.

    def signatures(self):
        c14n = {"1.1": "http://www.w3.org/2006/12/xml-c14n11", "exclusive": "http://www.w3.org/2001/10/xml-exc-c14n#",
                "1.0": "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"}
        for name, uri in c14n.items():
            for digest in ["256", "512"]:
                self.check(f"signed by xmlsec1, C14N {name}, SHA-{digest}",
                           lambda: self.signed(lambda root: made.signature_template(
                               root, self.signer.certificate, canonical=uri, digest=digest), ["CN=signer: document"]))
                self.check(f"signed by id, C14N {name}, SHA-{digest}", lambda: self.signed(
                    lambda root: self.by_id(root, uri, digest), ["CN=signer: keys"], trusted=False))
        self.check("the list of keys signed alone is not the document signed", lambda: self.refused(
            self.signed(self.by_id, ["CN=signer: keys"], trusted=False), "no accepted signer", "--signer", self.signer.file))
        self.check("changed after it was signed", self.changed)
        self.check("signed by another", lambda: self.refused(
            self.signed(self.whole, ["CN=signer: document"]), "no accepted signer", "--signer", self.other.file))
        self.check("not signed at all", lambda: self.refused(
            made.write(made.make(made.description(), "2.3"), self.path("unsigned")), "no accepted signer",
            "--signer", self.signer.file))
        self.check("a certificate that does not belong to the key", self.foreign_certificate)
        self.check("a copy of the signed list beside it", self.wrapped_list)
        self.check("a reference outside", self.reference_outside)
        self.check("rsa-sha1", lambda: self.broken_signature(
            "rsa-sha1", lambda root: root.find(f".//{{{made.DS}}}SignatureMethod").set(
                "Algorithm", made.DS + "rsa-sha1"), "rsa-sha1 is not supported"))
        self.check("an XPath transform", lambda: self.broken_signature(
            "xpath", lambda root: root.findall(f".//{{{made.DS}}}Transform")[1].set(
                "Algorithm", "http://www.w3.org/TR/1999/REC-xpath-19991116"), None))

    def whole(self, root):
        made.signature_template(root, self.signer.certificate)

    def by_id(self, root, canonical="http://www.w3.org/2006/12/xml-c14n11", digest="512"):
        root.find(f"{{{made.CPIX}}}ContentKeyList").set("id", "keys")
        made.signature_template(root, self.signer.certificate, "#keys", canonical, digest, enveloped=False)

    def signed(self, prepare, signatures, trusted=True):
        root = made.make(made.description(), "2.3", made.Encryption([self.alice.certificate]))
        root.insert(0, etree.Comment(" comments do not count "))
        prepare(root)
        file = self.sign(made.write(root, self.path("signed")), self.signer)
        options = ["--signer", self.signer.file] if trusted else []
        found = self.said(file, "--key", self.alice.key_file, *options)
        assert found["signatures"] == signatures, found["signatures"]
        assert [key["key"] for key in found["keys"]] == [made.VIDEO["key"], made.AUDIO["key"]]
        return file

    def changed(self):
        file = self.signed(self.whole, ["CN=signer: document"])
        file.write_bytes(file.read_bytes().replace(b"2073600", b"2073601"))
        self.refused(file, "was changed after CN=signer signed it")

    def foreign_certificate(self):
        file = self.signed(self.whole, ["CN=signer: document"])
        root = etree.parse(str(file)).getroot()
        root.find(f"{{{made.DS}}}Signature").find(f".//{{{made.DS}}}X509Certificate").text = made.b64(
            self.other.certificate.public_bytes(serialization.Encoding.DER))
        self.refused(made.write(root, file), "none of its certificates verifies it")

    def wrapped_list(self):
        file = self.signed(self.by_id, ["CN=signer: keys"], trusted=False)
        root = etree.parse(str(file)).getroot()
        keys = root.find(f"{{{made.CPIX}}}ContentKeyList")
        root.insert(0, copy.deepcopy(keys))
        self.refused(made.write(root, file), "the number of elements with id")

    def reference_outside(self):
        outside = self.work / "outside.txt"
        outside.write_text("outside")
        root = made.make(made.description(), "2.3")
        made.signature_template(root, self.signer.certificate, outside.as_uri())
        reference = root.find(f".//{{{made.DS}}}Reference")
        reference.remove(reference[0])
        file = self.sign(made.write(root, self.path("outside")), self.signer)
        self.refused(file, "it covers something outside the document")

    def broken_signature(self, name, change, phrase):
        file = self.signed(self.whole, ["CN=signer: document"])
        root = etree.parse(str(file)).getroot()
        change(root)
        # With SignedInfo changed, either the signature or the algorithm is refused.
        self.refused(made.write(root, file), phrase or "none of its certificates verifies it")

    # What others did wrong.

    def bad_input(self):
        def encrypted(change):
            root = made.make(made.description(), "2.3", made.Encryption([self.alice.certificate]))
            change(root)
            return root

        def plain(change, dialect="2.3"):
            root = made.make(made.description(), dialect)
            change(root)
            return root

        def first(root, name):
            return root.find(f".//{{*}}{name}")

        def flip(element):
            element.text = ("B" if element.text[8] != "B" else "C").join([element.text[:8], element.text[9:]])

        def remove(element):
            element.getparent().remove(element)

        keyed = ["--key", self.alice.key_file]
        wrong = made.VIDEO["kid"]
        content_key = lambda root: first(root, "ContentKey")
        cases = [
            ("wrong MAC", encrypted(lambda root: flip(first(root, "ValueMAC"))), f"the encrypted key {wrong} has no", keyed),
            ("changed ciphertext", encrypted(lambda root: flip(content_key(root).find(".//{*}CipherValue"))),
             f"the encrypted key {wrong} has no", keyed),
            ("missing MAC", encrypted(lambda root: remove(first(root, "ValueMAC"))), f"the encrypted key {wrong} has no", []),
            ("no MACMethod", encrypted(lambda root: remove(first(root, "MACMethod"))), "DeliveryData: no MACMethod", keyed),
            ("another recipient's key", encrypted(lambda root: None), "encrypted to other recipients", ["--key", self.bob.key_file]),
            ("AES-GCM", encrypted(lambda root: content_key(root).find(".//{*}EncryptionMethod").set(
                "Algorithm", "http://www.w3.org/2009/xmlenc11#aes256-gcm")), "aes256-gcm is not supported", keyed),
            ("RSA PKCS 1.5", encrypted(lambda root: first(root, "EncryptionMethod").set(
                "Algorithm", made.XENC + "rsa-1_5")), "rsa-1_5 is not supported", keyed),
            ("HMAC-SHA1", encrypted(lambda root: first(root, "MACMethod").set(
                "Algorithm", made.DS + "hmac-sha1")), "hmac-sha1 is not supported", keyed),
            ("duplicate kid", plain(lambda root: content_key(root).set("kid", made.AUDIO["kid"])), "appears twice", []),
            ("bad kid", plain(lambda root: content_key(root).set("kid", "{%s}" % wrong)), "kid is not a UUID", []),
            ("no kid", plain(lambda root: content_key(root).attrib.pop("kid")), "no attribute kid", []),
            ("system of an unknown kid", plain(lambda root: first(root, "DRMSystem").set("kid", wrong[:-1] + "0")),
             "DRMSystem: no ContentKey has kid", []),
            ("rule of an unknown kid", plain(lambda root: first(root, "ContentKeyUsageRule").set("kid", wrong[:-1] + "0")),
             "ContentKeyUsageRule: no ContentKey has kid", []),
            ("rule of an unknown period", plain(lambda root: first(root, "KeyPeriodFilter").set("periodId", "x")),
             'no ContentKeyPeriod has id "x"', []),
            ("key of 15 bytes", plain(lambda root: setattr(first(root, "PlainValue"), "text", made.b64(bytes(15)))),
             "PlainValue: a key of 15 bytes (expected 16 or 32)", []),
            ("key in no base64", plain(lambda root: setattr(first(root, "PlainValue"), "text", "AAEC*")),
             "PlainValue: not base64", []),
            ("IV of 8 bytes", plain(lambda root: content_key(root).set("explicitIV", made.b64(bytes(8)))),
             "explicitIV has 8 bytes (expected 16)", []),
            ("unknown playlist", plain(lambda root: first(root, "HLSSignalingData").set("playlist", "main")),
             'playlist is "main"', []),
            ("two for one playlist", plain(lambda root: first(root, "HLSSignalingData").set("playlist", "media")),
             "more than one for media", []),
            ("minimum above maximum", plain(lambda root: first(root, "VideoFilter").set("minPixels", "9999999")),
             "minPixels is above maxPixels", []),
            ("another root", etree.Element("MPD"), "not a CPIX document", []),
        ]
        for name, root, phrase, options in cases:
            self.check(f"refused: {name}", lambda: self.refused(
                made.write(root, self.path("bad " + name)), phrase, *options))
        for person, phrase in [(self.weak, "1024 bits"), (self.sha1, "weak")]:
            self.check(f"refused: recipient {person.name}", lambda: self.refused(made.write(made.make(
                made.description(), "2.3", made.Encryption([person.certificate])), self.path(person.name)), phrase,
                "--key", self.alice.key_file))
        self.check("refused: entity bomb", lambda: self.hostile(
            '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">' + "".join(
                f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 10}">' for i in range(9)) + "]>", "&j;"))
        self.check("refused: external entity", lambda: self.hostile(
            '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>', "&x;"))
        self.check("refused: external document type", lambda: self.hostile(
            '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd">', ""))

    def hostile(self, head, body):
        file = self.path("hostile")
        file.write_text(f'{head}<CPIX xmlns="{made.CPIX}" contentId="{body}"/>')
        self.refused(file, "document type declaration")

    # What fairlead writes.

    def writing(self):
        for dialect in ["cpix-2.3", "cpix-2.4", "speke-2"]:
            for people in [[], [self.alice], [self.alice, self.bob]]:
                for signs in [False, True]:
                    name = f"write {dialect} for {len(people)}" + (" signed" if signs else "")
                    self.check(name, lambda: self.write(dialect, people, signs))
        for person, phrase in [(self.weak, "1024 bits"), (self.sha1, "weak"), (self.expired, "not valid now")]:
            self.check(f"write refused: recipient {person.name}", lambda: self.write_refused(person, phrase))

    def write(self, dialect, people, signs):
        source = made.write(made.make(made.description(), "2.4"), self.path("source"))
        options = [word for person in people for word in ("--recipient", person.file)]
        if signs:
            options += ["--sign-certificate", self.signer.file, "--sign-key", self.signer.key_file]
        result = self.run("convert", source, dialect, *options)
        assert result.returncode == 0, (result.stdout + result.stderr).decode()
        file = self.path(f"written {dialect}")
        file.write_bytes(result.stdout)
        self.validate(file, dialect)
        expected = self.written(dialect, people)
        for person in people or [None]:
            root = etree.fromstring(result.stdout)
            keys = read_documents.Keys(root, person.certificate, person.key) if person else None
            self.expect(read_documents.read(result.stdout, keys), expected)
            found = self.said(file, *(["--key", person.key_file] if person else []),
                              *(["--signer", self.signer.file] if signs else []))
            self.expect(found, expected)
        if people:
            self.no_key_in(result.stdout.decode())
        if signs:
            subprocess.run(["xmlsec1", "--verify", "--trusted-pem", self.signer.file, file], check=True,
                           capture_output=True)
            damaged = self.path("damaged")
            damaged.write_bytes(result.stdout.replace(b"2073600", b"2073601"))
            status = subprocess.run(["xmlsec1", "--verify", "--trusted-pem", self.signer.file, damaged],
                                    capture_output=True).returncode
            assert status != 0, "xmlsec1 finds a damaged document well signed"
        self.inspect(file, people, signs)

    def written(self, dialect, people):
        expected = self.expected("2.4", "schema" if people else None)
        expected["version"] = "2.4" if dialect == "cpix-2.4" else "2.3"
        return expected

    def validate(self, file, dialect):
        subprocess.run(["xmllint", "--nonet", "--noout", "--schema", self.schemas[dialect], file], check=True,
                       capture_output=True)
        schema = etree.XMLSchema(etree.parse(str(self.schemas[dialect])))
        document = etree.parse(str(file))
        schema.assertValid(document)
        # The schema can tell: a list in the wrong place is refused.
        document.getroot().append(document.getroot()[0])
        assert not schema.validate(document), "the schema takes lists in any order"

    def inspect(self, file, people, signs):
        if not self.fairlead:
            return
        for form in ["text", "json"]:
            result = subprocess.run([self.fairlead, "inspect", file, "--format", form], capture_output=True, text=True)
            assert result.returncode == 0, result.stderr
            self.no_key_in(result.stdout)
            assert "?a=1" not in result.stdout, "the query of a key URI is shown"
        shown = json.loads(result.stdout)
        assert [key["key_id"] for key in shown["keys"]] == [made.VIDEO["kid"], made.AUDIO["kid"]]
        assert {key["form"] for key in shown["keys"]} == {"encrypted" if people else "plain"}
        assert [person["subject"] for person in shown["recipients"]] == [f"CN={person.name}" for person in people]
        assert [person["subject"] for person in shown["signatures"]] == (["CN=signer"] if signs else [])

    def write_refused(self, person, phrase):
        source = made.write(made.make(made.description(), "2.4"), self.path("source"))
        result = self.run("convert", source, "cpix-2.3", "--recipient", person.file)
        assert result.returncode == 65 and phrase in result.stdout.decode(), result


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool", help="the program CPIXTool")
    parser.add_argument("--fairlead", help="the program fairlead")
    parser.add_argument("--only", default="", help="checks with this in their names")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        checks = Checks(arguments.tool, arguments.fairlead, Path(work), arguments.only)
        checks.reading()
        checks.signatures()
        checks.bad_input()
        checks.writing()
    print(f"{checks.passed} passed, {checks.failed} failed")
    sys.exit(0 if checks.passed and not checks.failed else 1)


if __name__ == "__main__":
    main()
