"""Currencies by their codes (ISO 4217, list one)."""

from typing import Annotated

from msgspec import Meta

from partwright.kit.field_problems import FieldProblem, shown
from partwright.kit.fields import cleaned

_CURRENT = """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
    CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP
    GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR
    KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
    MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD
    SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
    USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF
    XPT XSU XTS XUA XXX YER ZAR ZMW ZWG
"""
_WITHDRAWN = "BGN HRK ANG CUC SLL ZWL"
"""Withdrawn of late, and still in older records."""
CODES = frozenset(f"{_CURRENT} {_WITHDRAWN}".split())


def _known(code: str) -> str:
    if code.upper() not in CODES:
        raise FieldProblem(f"expected an ISO 4217 currency code such as EUR, got {shown(code)}")
    return code.upper()


Currency = Annotated[str, Meta(max_length=3, extra=cleaned(_known))]
