"""Replies of a SPEKE server: a request with its empty elements filled, and the ways in which one can be wrong."""

import base64
import copy
import hashlib
import hmac
import secrets
import uuid

from cryptography import x509
from cryptography.hazmat.primitives import hashes, padding as block_padding
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from lxml import etree

import request
from names import CLEAR_1, CLEAR_2, ENC, FAIRPLAY, KEY_FORMATS, METHODS, NAMES, WIDEVINE, base64_text, name


def header_box(system: str, kid: str) -> bytes:
    """A `pssh` box of version 0; its data is the field 2 of a Widevine header, and ends with the kid."""
    data = b"\x12\x10" + uuid.UUID(kid).bytes
    return (32 + len(data)).to_bytes(4, "big") + b"pssh" + bytes(4) + uuid.UUID(system).bytes + len(data).to_bytes(4, "big") + data


class Answers:
    """The keys of a server: those of a kid are always the same, if not `fresh`."""

    def __init__(self, fresh: bool) -> None:
        self.fresh = fresh
        self.secret = hashlib.sha256(b"keys of a test server").digest()

    def of(self, kid: str) -> tuple[bytes, bytes]:
        if self.fresh:
            return secrets.token_bytes(16), secrets.token_bytes(16)
        return tuple(hmac.digest(self.secret, f"{what} {kid}".encode(), "sha256")[:16] for what in ("key", "iv"))


class Reply:
    """Fills `document`, a copy of a request; `faults` are the names of what is to be wrong with it.

    `aws` is none: the reference server of SPEKE's authors takes the IV that it is asked for, and the key where it is asked for none
    (awslabs/speke-reference-server, src/key_server_common.py). `empty-format` leaves `KeyFormat` and `KeyFormatVersions` as empty as
    they came (version 1), or writes `KEYFORMAT=""` (version 2): identity in lines that are for no key system.
    """

    def __init__(self, version: int, document: etree._Element, answers: Answers, faults: set[str]) -> None:
        self.version = version
        self.document = copy.deepcopy(document)
        self.answers = answers
        self.faults = faults
        self.given: list[dict[str, str]] = []
        self.certificate = None if "plain" in faults else request.recipient(document)
        self.document_key, self.mac_key = secrets.token_bytes(32), secrets.token_bytes(64)

    def text(self) -> bytes:
        self.rename()
        keys = self.document.findall("cpix:ContentKeyList/cpix:ContentKey", NAMES)
        vectors = {}
        for number, element in enumerate(keys):
            vectors[element.get("kid")] = self.fill_key(element, number == len(keys) - 1)
        for system in self.document.findall("cpix:DRMSystemList/cpix:DRMSystem", NAMES):
            self.fill_system(system, vectors.get(system.get("kid"), b""))
        if self.certificate:
            self.fill_delivery()
        elif (delivery := self.document.find("cpix:DeliveryDataList", NAMES)) is not None:
            self.document.remove(delivery)
        self.spoil(keys)
        text = etree.tostring(self.document, xml_declaration=True, encoding="UTF-8")
        if "entities" in self.faults:
            bomb = b'<!DOCTYPE CPIX [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
            text = text.replace(b"?>", b"?>" + bomb, 1)
        return text

    def rename(self) -> None:
        """Another kid for the first key; servers of version 1 may do so."""
        if "other-kid" not in self.faults:
            return
        first = request.kids(self.document)[0]
        other = str(uuid.uuid5(uuid.NAMESPACE_URL, first))
        for element in self.document.iter():
            if element.get("kid") == first:
                element.set("kid", other)

    def fill_key(self, element: etree._Element, is_last: bool) -> bytes:
        key, vector = self.answers.of(element.get("kid"))
        if "aws" in self.faults:
            vector = base64.b64decode(element.get("explicitIV")) if element.get("explicitIV") else key
        if "iv-is-key" in self.faults:
            vector = key
        self.given.append({"kid": element.get("kid"), "key": key.hex(), "iv": vector.hex()})
        if "short-key" in self.faults and is_last:
            key = key[:15]
        if "no-iv" in self.faults:
            element.attrib.pop("explicitIV", None)
        else:
            element.set("explicitIV", base64_text(vector))
        if "other-scheme" in self.faults:
            element.set("commonEncryptionScheme", "cenc")
        if "no-key" in self.faults and is_last:
            return vector
        secret = etree.SubElement(etree.SubElement(element, name("cpix", "Data")), name("pskc", "Secret"))
        if self.certificate:
            self.encrypt(secret, key)
        else:
            etree.SubElement(secret, name("pskc", "PlainValue")).text = base64_text(key)
        return vector

    def lines(self, system: str, kid: str) -> tuple[str, str]:
        """URI and attributes of a key line."""
        key = self.document.find(f"cpix:ContentKeyList/cpix:ContentKey[@kid='{kid}']", NAMES)
        method = METHODS[None if key is None else key.get("commonEncryptionScheme")]
        if system == CLEAR_1:
            method = "AES-128"
        form = KEY_FORMATS[system]
        if "other-method" in self.faults:
            method = "SAMPLE-AES-CTR" if method == "SAMPLE-AES" else "SAMPLE-AES"
        if "other-format" in self.faults:
            form = "com.example.drm"
        uri = {
            FAIRPLAY: f"skd://speke.example.com/{kid}",
            CLEAR_1: f"https://keys.example.com/clear/{kid}",
            CLEAR_2: f"https://keys.example.com/clear/{kid}",
        }.get(system, "data:text/plain;base64," + base64_text(header_box(system, kid)))
        named = "" if system != WIDEVINE else f",KEYID=0x{uuid.UUID(kid).hex}"
        versions = "1"
        if "empty-format" in self.faults:
            form = versions = ""
        return uri, f'METHOD={method},URI="{uri}"{named},KEYFORMAT="{form}",KEYFORMATVERSIONS="{versions}"'

    def fill_system(self, system: etree._Element, vector: bytes) -> None:
        identity, kid = system.get("systemId"), system.get("kid")
        uri, attributes = self.lines(identity, kid)
        if "no-lines" in self.faults or ("some-lines" in self.faults and identity != FAIRPLAY):
            return
        if "other-vector" in self.faults:
            attributes += ",IV=0x" + bytes(reversed(vector)).hex()
        if self.version == 1:
            system.find("cpix:URIExtXKey", NAMES).text = base64_text(uri.encode())
            if "empty-format" in self.faults:
                return
            system.find("speke:KeyFormat", NAMES).text = base64_text(KEY_FORMATS[identity].encode())
            system.find("speke:KeyFormatVersions", NAMES).text = base64_text(b"1")
            return
        for data in system.findall("cpix:HLSSignalingData", NAMES):
            is_media = data.get("playlist") == "media"
            if ("media-alone" if not is_media else "master-alone") in self.faults:
                system.remove(data)
                continue
            tag = "#EXT-X-KEY:" if is_media else "#EXT-X-SESSION-KEY:"
            data.text = base64_text((tag + attributes + "\n").encode())

    def encrypt(self, secret: etree._Element, key: bytes) -> None:
        """CPIX 2.3: AES-256-CBC with the vector in front, HMAC-SHA512 over both."""
        padder = block_padding.PKCS7(128).padder()
        vector = secrets.token_bytes(16)
        encryptor = Cipher(algorithms.AES(self.document_key), modes.CBC(vector)).encryptor()
        padded = padder.update(key) + padder.finalize()
        hidden = vector + encryptor.update(padded) + encryptor.finalize()
        value = etree.SubElement(secret, name("pskc", "EncryptedValue"))
        etree.SubElement(value, name("enc", "EncryptionMethod"), Algorithm=ENC + "aes256-cbc", nsmap={"enc": ENC})
        data = etree.SubElement(value, name("enc", "CipherData"))
        etree.SubElement(data, name("enc", "CipherValue")).text = base64_text(hidden)
        code = hmac.digest(self.mac_key, hidden, "sha512")
        if "bad-mac" in self.faults:
            code = bytes(64)
        etree.SubElement(secret, name("pskc", "ValueMAC")).text = base64_text(code)

    def wrapped(self, parent: etree._Element, secret: bytes) -> None:
        public = x509.load_der_x509_certificate(self.certificate).public_key()
        form = padding.OAEP(padding.MGF1(hashes.SHA1()), hashes.SHA1(), None)
        etree.SubElement(parent, name("enc", "EncryptionMethod"), Algorithm=ENC + "rsa-oaep-mgf1p")
        data = etree.SubElement(parent, name("enc", "CipherData"))
        etree.SubElement(data, name("enc", "CipherValue")).text = base64_text(public.encrypt(secret, form))

    def fill_delivery(self) -> None:
        """In the form of AWS: `cpix:Key` with `pskc:EncryptedValue` in it for the key of the code."""
        delivery = self.document.find("cpix:DeliveryDataList/cpix:DeliveryData", NAMES)
        document_key = etree.SubElement(delivery, name("cpix", "DocumentKey"), Algorithm=ENC + "aes256-cbc")
        data = etree.SubElement(document_key, name("cpix", "Data"))
        secret = etree.SubElement(data, name("pskc", "Secret"))
        self.wrapped(etree.SubElement(secret, name("pskc", "EncryptedValue"), nsmap={"enc": ENC}), self.document_key)
        code = etree.SubElement(
            delivery, name("cpix", "MACMethod"), Algorithm="http://www.w3.org/2001/04/xmldsig-more#hmac-sha512"
        )
        key = etree.SubElement(code, name("cpix", "Key"))
        self.wrapped(etree.SubElement(key, name("pskc", "EncryptedValue"), nsmap={"enc": ENC}), self.mac_key)

    def spoil(self, keys: list[etree._Element]) -> None:
        if "fewer-keys" in self.faults:
            keys[-1].getparent().remove(keys[-1])
        if "more-keys" in self.faults:
            other = copy.deepcopy(keys[-1])
            other.set("kid", "00000000-0000-4000-8000-000000000001")
            keys[-1].getparent().append(other)
        if "repeated-kid" in self.faults:
            other = copy.deepcopy(keys[0])
            keys[0].getparent().append(other)
        if "other-content" in self.faults:
            self.document.set("contentId" if self.version == 2 else "id", "another title")
