"""TLS: who trusts whom, what refuses the start, and certificates that change while the service runs."""

from __future__ import annotations

import socket
import ssl
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from deckmapping.errors import InvalidInputError
from service.access.certificates import load_pair
from service.rpc.serving.credentials import PAIR
from tests.rpc.authorities import Authority, Pair
from tests.rpc.callers import Refused
from tests.rpc.identities import Access

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.rpc.callers import Service

    Open = Callable[..., Service]
    Metadata = tuple[tuple[str, str | bytes], ...]

LIST = "/sabacc.v1.TiebreakService/ListTiebreaks"
VOID = "/sabacc.v1.TiebreakService/VoidTiebreak"
LOOK_S = 1.1


@pytest.fixture
def ca(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


def address_of(service: Service) -> str:
    assert service.server is not None
    return service.server.address


def ask(channel: grpc.Channel, path: str = LIST, metadata: Metadata = ()) -> str:
    """OK, or the status and reason of a call."""
    call: Any = channel.unary_unary(path)
    try:
        call(b"", timeout=120, metadata=metadata)
    except grpc.RpcError as error:
        found = Refused.of_call(error)
        return f"{found.code} {found.reason}".strip()
    return "OK"


def asked(channel: grpc.Channel, path: str = LIST, metadata: Metadata = ()) -> str:
    with channel:
        return ask(channel, path, metadata)


# Trust


def test_a_client_that_trusts_the_authority_is_answered_and_others_are_not(open_service: Open, ca: Authority) -> None:
    service = open_service(**ca.issue("localhost", "127.0.0.1").settings)
    address = address_of(service)
    assert asked(ca.channel(address)) == "OK"
    stranger = Authority(ca.file.parent, "stranger")
    assert asked(stranger.channel(address)) == "UNAVAILABLE"
    assert asked(grpc.insecure_channel(address, [("grpc.enable_http_proxy", 0)])) == "UNAVAILABLE"


def test_a_certificate_of_another_name_is_not_trusted(open_service: Open, ca: Authority) -> None:
    service = open_service(**ca.issue("sabacc.example").settings)
    assert asked(ca.channel(address_of(service))) == "UNAVAILABLE"


def test_with_client_authorities_every_client_must_show_a_certificate(
    open_service: Open, ca: Authority, tmp_path: Path
) -> None:
    clients, strangers = Authority(tmp_path, "clients"), Authority(tmp_path, "strangers")
    service = open_service(tls_client_ca=clients.file, allow_anonymous=True, **ca.issue("127.0.0.1").settings)
    address = address_of(service)
    assert asked(ca.channel(address, clients.issue("gemp.example", file="gemp"))) == "OK"
    assert asked(ca.channel(address, strangers.issue("gemp.example", file="stranger"))) == "UNAVAILABLE"
    assert asked(ca.channel(address)) == "UNAVAILABLE"


# Identities of certificates


@pytest.fixture
def guarded(open_service: Open, ca: Authority, tmp_path: Path) -> tuple[Service, Access]:
    access = Access.with_roles(tmp_path)
    access.path.write_text(
        access.path.read_text()
        + '[[identity]]\nname = "td"\nrole = "director"\n'
        + 'certificate_names = ["td.example", "Tournament-Director"]\n\n'
        + '[[identity]]\nname = "eye"\nrole = "auditor"\ncertificate_names = ["eye.example"]\n'
    )
    pair = ca.issue("127.0.0.1")
    return open_service(tls_client_ca=ca.file, access=access.path, **pair.settings), access


def test_a_certificate_gives_the_role_of_the_name_in_it(guarded: tuple[Service, Access], ca: Authority) -> None:
    service, _ = guarded
    address = address_of(service)
    by_name = ca.issue("td.example", file="a")
    by_common_name = ca.issue("other.example", file="b", common_name="Tournament-Director")
    eye = ca.issue("eye.example", file="c")
    assert asked(ca.channel(address, by_name), VOID) == "INVALID_ARGUMENT FIELD_INVALID"
    assert asked(ca.channel(address, by_common_name), VOID) == "INVALID_ARGUMENT FIELD_INVALID"
    assert asked(ca.channel(address, eye), VOID) == "PERMISSION_DENIED ROLE_FORBIDS"
    assert asked(ca.channel(address, eye)) == "OK"
    assert asked(ca.channel(address, ca.issue("nobody.example", file="d"))) == "UNAUTHENTICATED UNAUTHENTICATED"
    assert {line["caller"] for line in service.lines() if "caller" in line} == {"td", "eye"}


def test_a_token_beside_a_certificate_must_be_of_the_same_identity(
    guarded: tuple[Service, Access], ca: Authority
) -> None:
    service, access = guarded
    address = address_of(service)
    td, nobody = ca.issue("td.example", file="a"), ca.issue("nobody.example", file="b")
    two = ca.issue("td.example", "eye.example", file="c")
    wrong = (("authorization", "Bearer wrong"),)
    unknown = "UNAUTHENTICATED UNAUTHENTICATED"
    assert asked(ca.channel(address, nobody), metadata=access.of("game")) == "OK"  # it names nobody: the token counts
    assert asked(ca.channel(address, td), metadata=access.of("game")) == unknown
    assert asked(ca.channel(address, td), metadata=access.of("director")) == unknown
    assert asked(ca.channel(address, td), metadata=wrong) == unknown
    assert asked(ca.channel(address, two)) == unknown
    with ca.channel(address, td) as channel:
        call: Any = channel.unary_unary(LIST)
        with pytest.raises(grpc.RpcError) as caught:
            call(b"", timeout=120, metadata=access.of("game"))
    assert "credentials of game and td" in Refused.of_call(caught.value).message


def test_health_needs_a_certificate_where_all_do_but_no_identity(
    guarded: tuple[Service, Access], ca: Authority
) -> None:
    service, _ = guarded
    nobody = ca.issue("nobody.example", file="b")
    assert asked(ca.channel(address_of(service), nobody), "/grpc.health.v1.Health/Check") == "OK"


# Files that refuse the start


def mixed(ca: Authority) -> Pair:
    return Pair(ca.issue("127.0.0.1", file="a").certificate, ca.issue("127.0.0.1", file="b").key)


def expired(ca: Authority) -> Pair:
    return ca.issue("127.0.0.1", days=-1)


def not_yet_valid(ca: Authority) -> Pair:
    return ca.issue("127.0.0.1", not_before=datetime.now(UTC) + timedelta(days=1))


def no_certificate(ca: Authority) -> Pair:
    pair = ca.issue("127.0.0.1")
    return Pair(pair.key, pair.key)


def no_pem(ca: Authority) -> Pair:
    pair = ca.issue("127.0.0.1")
    pair.certificate.write_bytes(ssl.PEM_cert_to_DER_cert(pair.certificate.read_text()))
    return pair


def half_a_file(ca: Authority) -> Pair:
    pair = ca.issue("127.0.0.1")
    pair.certificate.write_bytes(pair.certificate.read_bytes()[:300])
    return pair


def empty_key(ca: Authority) -> Pair:
    pair = ca.issue("127.0.0.1")
    pair.key.write_bytes(b"")
    return pair


def missing_key(ca: Authority) -> Pair:
    pair = ca.issue("127.0.0.1")
    pair.key.unlink()
    return pair


def locked_key(ca: Authority) -> Pair:
    """A key with a password: OpenSSL would ask the terminal for it, and gRPC could not use it."""
    pair = ca.issue("127.0.0.1")
    key = load_pem_private_key(pair.key.read_bytes(), None)
    pair.key.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"sesame")))
    return pair


BAD_PAIRS: dict[str, tuple[Callable[[Authority], Pair], str, str]] = {
    "of two certificates": (mixed, "SABACC_TLS_KEY", "another key"),
    "expired": (expired, "SABACC_TLS_CERTIFICATE", "certificate has expired"),
    "not yet valid": (not_yet_valid, "SABACC_TLS_CERTIFICATE", "certificate is not yet valid"),
    "key for a certificate": (no_certificate, "SABACC_TLS_CERTIFICATE", "not readable as such"),
    "no PEM": (no_pem, "SABACC_TLS_CERTIFICATE", "no PEM"),
    "half a file": (half_a_file, "SABACC_TLS_CERTIFICATE", "not readable as such"),
    "empty key": (empty_key, "SABACC_TLS_KEY", "no PEM"),
    "no key": (missing_key, "SABACC_TLS_KEY", "No such file"),
    "key with a password": (locked_key, "SABACC_TLS_CERTIFICATE", "not readable as such"),
}


@pytest.mark.parametrize("name", BAD_PAIRS)
def test_a_pair_of_no_use_refuses_the_start_in_one_line(open_service: Open, ca: Authority, name: str) -> None:
    make, field, found = BAD_PAIRS[name]
    with pytest.raises(InvalidInputError) as caught:
        open_service(**make(ca).settings)
    (fault,) = caught.value.violations
    assert fault.field == field
    assert found in fault.value
    assert "\n" not in str(caught.value)
    assert "PRIVATE KEY" not in str(caught.value)


def test_client_authorities_that_are_none_refuse_the_start(open_service: Open, ca: Authority, tmp_path: Path) -> None:
    pair = ca.issue("127.0.0.1")
    text = tmp_path / "text"
    text.write_text("-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n")
    for path in (tmp_path / "nowhere", pair.key, text):
        with pytest.raises(InvalidInputError) as caught:
            open_service(tls_client_ca=path, allow_anonymous=True, **pair.settings)
        assert [fault.field for fault in caught.value.violations] == ["SABACC_TLS_CLIENT_CA"]


def test_when_a_certificate_ends_is_known(ca: Authority) -> None:
    pair = ca.issue("127.0.0.1", days=40)
    end = load_pair(pair.certificate, pair.key, PAIR).not_after
    assert abs(end - (datetime.now(UTC) + timedelta(days=40))) < timedelta(minutes=1)


# Rotation


def serial(address: str, ca: Authority) -> int:
    """The serial number of the certificate that a new connection is shown."""
    context = ssl.create_default_context(cafile=str(ca.file))
    context.check_hostname = False
    context.set_alpn_protocols(["h2"])
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port)), 120) as plain, context.wrap_socket(plain) as secured:
        shown = secured.getpeercert()
        assert shown is not None
        return int(str(shown["serialNumber"]), 16)


def test_a_new_certificate_is_shown_without_a_restart_and_open_connections_stay(
    open_service: Open, ca: Authority
) -> None:
    service = open_service(**ca.issue("127.0.0.1").settings)
    address = address_of(service)
    with ca.channel(address) as open_before:
        assert ask(open_before) == "OK"
        first = serial(address, ca)
        ca.issue("127.0.0.1")
        time.sleep(LOOK_S)
        assert serial(address, ca) != first
        assert ask(open_before) == "OK"
    assert asked(ca.channel(address)) == "OK"
    assert not [line for line in service.lines() if line["level"] == "error"]


def test_a_pair_half_written_keeps_the_old_one_in_force_until_it_is_whole(open_service: Open, ca: Authority) -> None:
    pair = ca.issue("127.0.0.1")
    service = open_service(**pair.settings)
    address = address_of(service)
    first = serial(address, ca)
    other = ca.issue("127.0.0.1", file="other")
    pair.certificate.write_bytes(other.certificate.read_bytes())
    for _ in range(2):
        time.sleep(LOOK_S)
        assert serial(address, ca) == first
    loud = [line for line in service.lines() if line["level"] == "error"]
    assert len(loud) == 1
    assert "SABACC_TLS_KEY" in loud[0]["text"]
    pair.key.write_bytes(other.key.read_bytes())
    time.sleep(LOOK_S)
    assert serial(address, ca) != first
    assert asked(ca.channel(address)) == "OK"


def test_new_client_authorities_hold_for_new_connections(open_service: Open, ca: Authority, tmp_path: Path) -> None:
    old, new = Authority(tmp_path, "old"), Authority(tmp_path, "new")
    clients = tmp_path / "clients.pem"
    clients.write_bytes(old.file.read_bytes())
    service = open_service(tls_client_ca=clients, allow_anonymous=True, **ca.issue("127.0.0.1").settings)
    address = address_of(service)
    old_pair, new_pair = old.issue("gemp", file="old-gemp"), new.issue("gemp", file="new-gemp")
    assert (asked(ca.channel(address, old_pair)), asked(ca.channel(address, new_pair))) == ("OK", "UNAVAILABLE")
    clients.write_bytes(new.file.read_bytes())
    time.sleep(LOOK_S)
    assert (asked(ca.channel(address, old_pair)), asked(ca.channel(address, new_pair))) == ("UNAVAILABLE", "OK")
