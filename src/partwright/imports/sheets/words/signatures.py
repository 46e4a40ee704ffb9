"""Signatures and approvals above and below lists: `Zatwierdził: A. Nowak`, `Aprovado por`, `审核：王强`."""

from collections.abc import Sequence
from functools import lru_cache

from partwright.imports.sheets.words.header_words import header_key

_SIGNED = """prepared;prepared by;checked;checked by;approved;approved by;drawn;drawn by;reviewed;reviewed by;verified;verified by;created by;
    released by;issued by;designed by;modified by;signed;signed by;signature;date;erstellt;erstellt von;erstellt am;gepruft;gepruft von;freigegeben;
    freigegeben von;gezeichnet;bearbeitet;bearbeiter;unterschrift;datum;etabli;etabli par;verifie;verifie par;verifie le;approuve;approuve par;
    dessine;dessine par;redige par;controle par;vise par;date de creation;elaborado;elaborado por;elaboro;reviso;aprobo;dibujo;revisado;revisado por;
    aprobado;aprobado por;dibujado;dibujado por;preparado por;realizado por;verificado por;fecha;firma;aprovado;aprovado por;desenhado;desenhado por;projetado por;
    conferido por;verificado;data;assinatura;redatto;redatto da;verificato;verificato da;approvato;approvato da;disegnato;disegnato da;
    controllato;controllato da;emesso da;opgesteld;opgesteld door;gecontroleerd;gecontroleerd door;goedgekeurd;goedgekeurd door;
    getekend;getekend door;handtekening;sporzadzil;sporzadzila;sprawdzil;sprawdzila;zatwierdzil;zatwierdzila;opracowal;opracowala;
    wykonal;rysowal;konstruowal;projektowal;data sporzadzenia;podpis;vypracoval;vyhotovil;kontroloval;schvalil;kreslil;navrhl;
    zpracoval;prezkoumal;overil;skontroloval;preveril;vypracovala;schvalila;upprattad;upprattad av;konstruerad av;ritad;ritad av;
    granskad;granskad av;godkand;godkand av;kontrollerad;kontrollerad av;utfardad av;underskrift;utarbeidet;utarbeidet av;
    kontrollert;kontrollert av;godkjent;godkjent av;tegnet;tegnet av;dato;utfort av;udarbejdet;udarbejdet af;kontrolleret;
    kontrolleret af;godkendt;godkendt af;laatinut;laatija;tarkastanut;tarkastaja;hyvaksynyt;hyvaksyja;piirtanyt;pvm;paivays;
    allekirjoitus;hazirlayan;onaylayan;kontrol eden;cizen;tarih;imza;keszitette;ellenorizte;jovahagyta;rajzolta;kelt;alairas;
    intocmit;verificat;aprobat;desenat;semnatura;izradio;kontrolirao;odobrio;pregledao;crtao;izdelal;pregledal;odobril;
    koostas;kinnitas;kontrollis;kuupaev;parenge;patikrino;patvirtino;sastadija;apstiprinaja;составил;проверил;утвердил;
    разработал;разраб;пров;утв;н контр;т контр;дата;подпись;розробив;перевірив;затвердив;συνταχθηκε;ελεγχθηκε;εγκριθηκε;ημερομηνια;
    作成;作成者;検図;承認;承認者;設計;製図;検印;作成日;日付;编制;製表;審核;編制;審查;擬制;审核;批准;校对;设计;制图;日期;会签;标准化;制表;核准;拟制;
    작성;작성자;검토;승인;승인자;작성일;날짜;nguoi lap;nguoi duyet;kiem tra;ngay;ผู้จัดทำ;ผู้ตรวจสอบ;ผู้อนุมัติ;วันที่"""
_WORDS = frozenset(header_key(word) for word in _SIGNED.split(";"))
_DATES = "date;datum;data;fecha;firma;dato;pvm;tarih;дата;日期;日付;ngay"
_BESIDE = frozenset(map(header_key, _DATES.split(";")))
"""Words that lists have for other things as well, as `Data` and `Firma`."""
_LONGEST = 40
_WORDS_BY = (" by", " von", " par", " por", " da", " door", " av", " af")


_BY = tuple(header_key(word) for word in _SIGNED.split(";") if word.strip().endswith(_WORDS_BY))


def is_signature(cell: str) -> bool:
    """Whether a cell is the label of a signature or a date, with what was signed behind it or without."""
    return _is_label(_label_of(cell))


def _label_of(cell: str) -> str:
    return cell[:_LONGEST].replace("\uff1a", ":").partition(":")[0]


@lru_cache(maxsize=4096)
def _is_label(label: str) -> bool:
    key = header_key(label)
    return key in _WORDS or key.startswith(_BY)


def is_signed_row(filled: Sequence[str]) -> bool:
    """Whether a row of several cells begins with the label of a signature and has little else.

    Of many cells a second one is such a label as well; `Data` alone may be the name of a part.
    """
    if not filled or not is_signature(filled[0]):
        return False
    labels = sum(map(is_signature, filled))
    is_sure = header_key(_label_of(filled[0])) not in _BESIDE or labels > 1
    return is_sure and (len(filled) < 5 or labels > 1)


def is_signed_by(cell: str) -> bool:
    """Whether a cell is the label of a signature, and after a colon who signed."""
    label, _, signed = cell.replace("\uff1a", ":").partition(":")
    is_sure = header_key(label[:_LONGEST]) not in _BESIDE
    return bool(signed.strip()) and is_sure and _is_label(label[:_LONGEST])
