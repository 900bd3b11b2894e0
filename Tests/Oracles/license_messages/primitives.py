"""The ciphers of SPC and CKC, over Python's `cryptography`, and files of secrets and certificates."""

import hashlib
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from tllv import CERTIFICATE_INVALID, CIPHER, NO_CERTIFICATE, LicenseError

# The size of an RSA key in bytes, by the version of the SPC. Version 2 has one source and no vector: unproven.
WRAPPED_SIZE = {1: 128, 2: 256}


def encrypt_block(key: bytes, block: bytes) -> bytes:
    """AES-128 of one block (ECB)."""
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    return encryptor.update(block) + encryptor.finalize()


def decrypt_block(key: bytes, block: bytes) -> bytes:
    decryptor = Cipher(algorithms.AES(key), modes.ECB()).decryptor()
    return decryptor.update(block) + decryptor.finalize()


def encrypt_chain(key: bytes, iv: bytes, data: bytes) -> bytes:
    """AES-128-CBC of whole blocks, without a padding scheme."""
    encryptor = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
    return encryptor.update(data) + encryptor.finalize()


def decrypt_chain(key: bytes, iv: bytes, data: bytes) -> bytes:
    decryptor = Cipher(algorithms.AES(key), modes.CBC(iv)).decryptor()
    return decryptor.update(data) + decryptor.finalize()


def stand_in_d(r2: bytes, ask: bytes) -> bytes:
    """DASk by the stand-in for Apple's function D: the first 16 bytes of SHA-256(R2), encrypted under ASk. No real device or KSM
    agrees with it."""
    return encrypt_block(ask, hashlib.sha256(r2).digest()[:16])


def ar_key(r1: bytes, seed: bytes) -> bytes:
    """The key of a CKC's payload: the AR seed, encrypted under the first 16 bytes of SHA-1(R1)."""
    return encrypt_block(hashlib.sha1(r1).digest()[:16], seed)


def oaep(version: int) -> padding.OAEP:
    """The padding of the wrapped key: SHA-1 in version 1, SHA-256 in version 2, for label and mask alike, and no label."""
    algorithm = {1: hashes.SHA1, 2: hashes.SHA256}[version]
    return padding.OAEP(padding.MGF1(algorithm()), algorithm(), None)


def unwrap(private_key: rsa.RSAPrivateKey, version: int, wrapped: bytes) -> bytes:
    """The key SPCK of an SPC."""
    try:
        key = private_key.decrypt(wrapped, oaep(version))
    except ValueError as error:
        raise LicenseError(CIPHER, "the private key does not open the wrapped key of the SPC") from error
    if len(key) != 16:
        raise LicenseError(CIPHER, f"the wrapped key has {len(key)} bytes, expected 16")
    return key


class Certificate:
    """A certificate in DER: its RSA key, its SHA-1, and the version of SPCs that it makes."""

    def __init__(self, der: bytes) -> None:
        if not der:
            raise LicenseError(NO_CERTIFICATE, "the certificate is empty")
        if der.lstrip().startswith(b"-----BEGIN"):
            raise LicenseError(CERTIFICATE_INVALID, "the certificate is PEM, expected DER")
        try:
            key = x509.load_der_x509_certificate(der).public_key()
        except (ValueError, UnsupportedAlgorithm) as error:
            raise LicenseError(CERTIFICATE_INVALID, f"no certificate: {error}") from error
        sizes = {8 * size: version for version, size in WRAPPED_SIZE.items()}
        if not isinstance(key, rsa.RSAPublicKey) or key.key_size not in sizes:
            raise LicenseError(CERTIFICATE_INVALID, f"the key of the certificate is not RSA of {sorted(sizes)} bits")
        self.der, self.key, self.version = der, key, sizes[key.key_size]
        self.hash = hashlib.sha1(der).digest()

    def wrap(self, spck: bytes) -> bytes:
        return self.key.encrypt(spck, oaep(self.version))


def load_private_key(path: Path) -> rsa.RSAPrivateKey:
    key = serialization.load_pem_private_key(path.read_bytes(), None)
    if not isinstance(key, rsa.RSAPrivateKey):
        raise ValueError(f"{path}: not an RSA key")
    return key


def load_ask(path: Path) -> bytes:
    """An ASk: 16 bytes, or 32 hexadecimal digits with white space around them."""
    data = path.read_bytes()
    if len(data) != 16:
        try:
            data = bytes.fromhex(data.decode("ascii"))
        except ValueError:
            raise ValueError(f"{path}: neither 16 bytes nor 32 hexadecimal digits") from None
    if len(data) != 16:
        raise ValueError(f"{path}: an ASk has 16 bytes, not {len(data)}")
    return data
