"""Common Encryption (ISO/IEC 23001-7) in fragmented MP4, written apart from fairlead on purpose: they share no code."""

from .boxes import Malformed

__all__ = ["Malformed"]
